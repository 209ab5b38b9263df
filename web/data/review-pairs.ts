/** Review pairs: those of the output `review`, in order of doubt. */
import { csvRows } from './csv-rows.ts'
import type { DoubtPair } from './doubt-pairs.ts'

/** Columns before those of the rows. */
const fixed = ['id1', 'id2', 'decision', 'found', 'similarity', 'pattern'] as const

/** Pairs that differ in the same way are one question: so many of them come first, the others last. */
const asked = 2

/** @param csv the output `review` */
export function pairsInReview(csv: string): DoubtPair[] {
  const [head = [], ...rows] = csvRows(csv)
  const [id1, id2, , found, similarity, pattern] = fixed.map(name => head.indexOf(name))
  const columns = head.flatMap((title, at) =>
    at >= fixed.length && title.endsWith('_1') ? [{ name: title.slice(0, -2), at }] : [],
  )
  const ofPattern = new Map<string, number>()
  const doubtOf = (row: readonly string[]) => {
    const value = Number(row[similarity])
    if (row[found] !== 'undecided') return Math.min(value, 1 - value)
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
