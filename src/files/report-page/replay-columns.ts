/** Replay columns: pairs of a replay as the page reads them, rows in visiting order. */

import { visiting } from '../../engine/batch/columns.ts'
import type { ClassPairs } from '../../engine/class-pairs.ts'
import type { JudgedPair } from '../../engine/decisions/given-decisions.ts'
import { idOfDocument } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import { embeddable, utf8Bytes } from './data-text.ts'
import type { Replay } from './replay.ts'
import type { ReplayColumns } from './report-data.ts'

interface Replayed {
  readonly run: Run
  readonly replay: Replay
  /** What people decided about documents. */
  readonly judged: readonly JudgedPair[]
  /** Threshold of the run. */
  readonly current: number
  /** [count] rows of listed documents. */
  readonly rows: Int32Array
}

/** @param room bytes for them */
export function replayColumns(
  { run, replay, judged, current, rows }: Replayed,
  room: number,
): ReplayColumns | { readonly absent: string } {
  if ('absent' in replay) return replay
  const { documents } = run
  const ordered = replayed(replay, judged, documents.count)
  const place = new Int32Array(documents.count)
  ordered.forEach((document, row) => {
    place[document] = row
  })
  const { result } = run.settings
  const columns = {
    threshold: replay.threshold,
    current,
    measure: run.decision.measure,
    cluster: result.cluster,
    documents: documents.count,
    id: Array.from(ordered, document => idOfDocument(run, document)),
    copyOf: Array.from(ordered, document => place[replay.representative[document]]),
    left: Array.from(replay.left, document => place[document]),
    right: Array.from(replay.right, document => place[document]),
    similarities: [...replay.similarity],
    ...(judged.length > 0 && { judged: judged.map(pair => inRows(pair, place)) }),
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

function inRows({ left, right, survivor, ...rest }: JudgedPair, place: Int32Array): JudgedPair {
  return {
    ...rest,
    left: place[left],
    right: place[right],
    ...(survivor !== undefined && { survivor: place[survivor] }),
  }
}

/** Documents in a pair, with a copy, or in a decision, in visiting order. */
function replayed(
  { order, representative, left, right }: ClassPairs,
  judged: readonly JudgedPair[],
  count: number,
): Int32Array {
  const wanted = new Uint8Array(count)
  for (const side of [left, right]) for (const document of side) wanted[document] = 1
  for (const pair of judged) for (const document of [pair.left, pair.right]) wanted[document] = 1
  for (let document = 0; document < count; document++) {
    if (representative[document] === document) continue
    wanted[document] = 1
    wanted[representative[document]] = 1
  }
  return visiting(count, order).order.filter(document => wanted[document] === 1)
}
