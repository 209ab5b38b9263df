/** Replay columns: pairs of a replay as the page reads them, rows in visiting order. */

import { visiting } from '../../engine/batch/columns.ts'
import type { ClassPairs } from '../../engine/class-pairs.ts'
import type { Identities } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import { embeddable, utf8Bytes } from './data-text.ts'
import type { Replay } from './replay.ts'
import type { ReplayColumns } from './report-data.ts'

interface Replayed {
  readonly run: Run
  readonly identities: Identities
  readonly replay: Replay
  /** Threshold of the run. */
  readonly current: number
  /** [count] rows of listed documents. */
  readonly rows: Int32Array
}

/** @param room bytes for them */
export function replayColumns(
  { run, identities, replay, current, rows }: Replayed,
  room: number,
): ReplayColumns | { readonly absent: string } {
  if ('absent' in replay) return replay
  const { documents } = run
  const ordered = replayed(replay, documents.count)
  const place = new Int32Array(documents.count)
  ordered.forEach((document, row) => {
    place[document] = row
  })
  const { result } = run.settings
  const columns = {
    threshold: replay.threshold,
    current,
    measure: run.measure,
    cluster: result.cluster,
    documents: documents.count,
    id: Array.from(ordered, document => identities.id(document)),
    copyOf: Array.from(ordered, document => place[replay.representative[document]]),
    left: Array.from(replay.left, document => place[document]),
    right: Array.from(replay.right, document => place[document]),
    similarities: [...replay.similarity],
    documentRows: Array.from(ordered, document => rows[document]),
  }
  if (utf8Bytes(embeddable(columns)) <= room) return columns
  const more = `The ${replay.left.length} pairs do not fit into this file.`
  return { absent: `${more} Run again with a higher --replay-from.` }
}

const exampleBins = 50
const examplesInBin = 8

/** Documents of some pairs of every similarity, so that a page has texts to show at any threshold. */
export function replayExamples(replay: Replay): number[] {
  if ('absent' in replay) return []
  const { left, right, similarity } = replay
  const counts = new Uint32Array(exampleBins + 1)
  const order = Int32Array.from(left.keys()).sort((a, b) => left[a] - left[b] || right[a] - right[b])
  const wanted = order.filter(row => counts[Math.floor(similarity[row] * exampleBins)]++ < examplesInBin)
  return [...new Set(Array.from(wanted, row => [left[row], right[row]]).flat())]
}

/** Documents in a pair or with a copy, in visiting order. */
function replayed({ order, representative, left, right }: ClassPairs, count: number): Int32Array {
  const wanted = new Uint8Array(count)
  for (const side of [left, right]) for (const document of side) wanted[document] = 1
  for (let document = 0; document < count; document++) {
    if (representative[document] === document) continue
    wanted[document] = 1
    wanted[representative[document]] = 1
  }
  return visiting(count, order).order.filter(document => wanted[document] === 1)
}
