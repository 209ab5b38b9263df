/** Review pairs: those of the output `review`, in order of doubt. */
import { csvRows } from './csv-rows.ts'
import type { DoubtPair } from './doubt-pairs.ts'

/** Columns before those of the rows. */
const fixed = ['id1', 'id2', 'decision', 'found', 'similarity', 'pattern'] as const

/** Pairs that differ in the same way ask one question: this many of them come first, the rest last. */
const asked = 2

/** A probability as near as this to 0 or 1 is no doubt. */
const sure = 0.0001

/** @param csv the output `review` */
export function pairsInReview(csv: string): DoubtPair[] {
  const [head = [], ...rows] = csvRows(csv)
  const [id1, id2, , found, similarity, pattern] = fixed.map(name => head.indexOf(name))
  const columns = head.flatMap((title, at) =>
    at >= fixed.length && title.endsWith('_1') ? [{ name: title.slice(0, -2), at }] : [],
  )
  const ofPattern = new Map<string, number>()
  const doubtOf = (row: readonly string[]) => {
    if (row[found] !== 'undecided') return doubtAbout(Number(row[similarity]), row[found] === 'yes')
    const earlier = ofPattern.get(row[pattern]) ?? 0
    ofPattern.set(row[pattern], earlier + 1)
    return earlier < asked ? 1 : -1
  }
  const ordered = rows.map(row => ({ row, doubt: doubtOf(row) })).sort((a, b) => b.doubt - a.doubt)
  return ordered.map(({ row }) => ({
    id1: row[id1],
    id2: row[id2],
    isFound: row[found] === 'yes',
    similarity: Number(row[similarity]),
    cells: columns.map(({ name, at }) => ({ name, a: row[at] ?? '', b: row[at + 1] ?? '' })),
  }))
}

/** Nearness to one half; of what is sure copies come first, which a person may want to see. */
function doubtAbout(probability: number, isFound: boolean): number {
  const doubt = Math.min(probability, 1 - probability)
  if (doubt >= sure) return doubt
  return isFound ? 0 : -2
}
