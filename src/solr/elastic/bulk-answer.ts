/**
 * Answer to a bulk body of which the node got only the actions that could be signed: its own answer, with an error at
 * the place of each other action, as Elasticsearch itself fails single items.
 *
 *     sent a, b, c; forwarded a, c     items: [a's, {"index": {"_id", "status": 400, "error"}}, c's], errors: true
 *
 * Source: Elasticsearch Guide, "Bulk API", examples of answers.
 */
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fromJson, toJson } from '../../ground/json/exact-json.ts'
import type { BulkAction } from '../bulk/bulk-lines.ts'
import { detailOf } from '../bulk/bulk-signing.ts'
import type { WholeAnswer } from '../proxy/upstream/upstream.ts'
import { causeOf } from './elastic-answer.ts'

/** An action that was not forwarded. */
export interface RefusedAction {
  /** Its number among the actions of the body, from 0. */
  readonly place: number
  readonly action: BulkAction
  readonly error: NearsameError
}

/**
 * @param answer of the node; undefined if nothing was forwarded
 * @param index that of the path, for actions that name none
 */
export function answerWithErrors(
  answer: WholeAnswer | undefined,
  refused: readonly RefusedAction[],
  index: string | undefined,
): WholeAnswer {
  // An answer that is no list of items, such as a 401 or 429, is about all actions that were forwarded.
  if (answer !== undefined && answer.status !== 200) return answer
  const told = (answer === undefined ? { took: 0 } : fromJson(Buffer.from(answer.body).toString())) as {
    items?: unknown[]
  }
  const items = [...(told.items ?? [])]
  for (const { place, action, error } of refused) {
    const status = error.httpStatus
    const { kind } = action
    const named = {
      _index: detailOf(action, '_index') ?? index ?? null,
      _id: detailOf(action, '_id') ?? null,
    }
    items.splice(place, 0, { [kind]: { ...named, status, error: causeOf(status, error.message) } })
  }
  return {
    status: 200,
    headers: answer?.headers ?? { 'content-type': 'application/json' },
    body: Buffer.from(toJson({ ...told, errors: true, items })),
  }
}

/** Whether the answer to a request will have the items of its actions, in JSON. */
export function listsItems(url: string, accept = '*/*'): boolean {
  const query = new URLSearchParams(/\?(.*)/s.exec(url)?.[1])
  const format = query.get('format') ?? 'json'
  return !query.has('filter_path') && format === 'json' && /\*\/\*|json/i.test(accept)
}
