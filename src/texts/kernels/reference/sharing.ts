/**
 * Sharing rows: the rows of a block that share enough words with one row of a list.
 *
 *     weight(column) = needed for the first `alone` columns, else 1
 *     r is found if      sum of the weights of columns where r has the low `markBits` bits of any word of the list
 *                        is at least `needed`
 *     and, with chains,  sum of the weights of columns where r equals l is at least `needed` for a row l of the list,
 *                        or r has more than `most` equal words in all rows together
 *
 * Plan, u32: rows, columns, alone, needed, addresses of words and marks, markBits, addresses of heads (0: no chains),
 * next and counts, slotBits, most, look-ups so far.
 */
import { sharingWords } from '../layout/sharing-plan.ts'

/** See `Kernels.sharingRows`. */
export function sharingRows(
  memory: Uint8Array,
  planAt: number,
  block: number,
  rows: number,
  out: number,
): number {
  const all = new Uint32Array(memory.buffer)
  const plan = all.subarray(planAt / 4, planAt / 4 + sharingWords)
  const [listRows, columns, alone, needed, words, , markBits, heads, , , , most] = plan
  const mask = 2 ** markBits - 1
  const ofList = (column: number) => all.subarray(words / 4 + column * listRows).subarray(0, listRows)
  const marked = Array.from(
    { length: columns },
    (_, column) => new Set(ofList(column).map(word => word & mask)),
  )
  const weightOf = (column: number) => (column < alone ? needed : 1)
  let found = 0
  for (let row = 0; row < rows; row++) {
    const own = Array.from({ length: columns }, (_, column) => all[block / 4 + column * rows + row])
    const sum = own.reduce(
      (sum, word, column) => sum + (marked[column].has((word & mask) >>> 0) ? weightOf(column) : 0),
      0,
    )
    if (sum < needed) continue
    if (heads !== 0) {
      let met = 0
      const shared = new Uint32Array(listRows)
      for (const [column, word] of own.entries()) {
        for (const [other, its] of ofList(column).entries()) {
          if (its !== word) continue
          met++
          shared[other] += weightOf(column)
        }
      }
      if (met <= most && shared.every(weight => weight < needed)) continue
    }
    all[out / 4 + found++] = row
  }
  return found
}
