/** Decided replay: all pairs of a collection, with what people decided about its documents. */
import type { ReplayColumns } from '../../src/files/report-page/report-data.ts'
import type { Review } from '../../src/online/index/review/reviews.ts'
import { idKey } from './ids.ts'

/** Decisions about documents that it does not have, such as removed ones, have no effect. */
export function withDecisions(replay: ReplayColumns, reviews: readonly Review[]): ReplayColumns {
  const rows = new Map(replay.id.map((id, row) => [idKey(id), row]))
  const judged = reviews.flatMap(({ id1, id2, decision, survivor }) => {
    const [left, right] = [rows.get(idKey(id1)), rows.get(idKey(id2))]
    if (left === undefined || right === undefined) return []
    const kept = survivor === null ? undefined : rows.get(idKey(survivor))
    const place = `the decision about ${id1} and ${id2}`
    return [
      { left, right, isSame: decision === 'same', ...(kept !== undefined && { survivor: kept }), place },
    ]
  })
  return judged.length === 0 ? replay : { ...replay, judged }
}
