/** One to one: chooses at most one twin for each document from the pairs between two sides. */
import { type PairRows, pickedRows } from '../../ground/pair-rows/pair-rows.ts'

/**
 * Greedily takes the most similar pair whose documents are both free; among equally similar ones the smaller left, then
 * the smaller right.
 *
 * @param rows not modified.
 * @param isDistance whether a smaller value is nearer
 * @returns rows ordered by left, owned by the caller.
 */
export function oneToOne({ left, right, similarity }: PairRows, isDistance = false): PairRows {
  const sign = isDistance ? -1 : 1
  const rows = new Int32Array(left.length)
  let last = -1
  for (let row = 0; row < rows.length; row++) {
    rows[row] = row
    last = Math.max(last, left[row], right[row])
  }
  rows.sort((a, b) => sign * (similarity[b] - similarity[a]) || left[a] - left[b] || right[a] - right[b])
  const isTaken = new Uint8Array(last + 1)
  let taken = 0
  for (const row of rows) {
    if (isTaken[left[row]] === 1 || isTaken[right[row]] === 1) continue
    isTaken[left[row]] = 1
    isTaken[right[row]] = 1
    rows[taken++] = row
  }
  const chosen = rows.subarray(0, taken).sort((a, b) => left[a] - left[b])
  return pickedRows({ left, right, similarity }, chosen)
}
