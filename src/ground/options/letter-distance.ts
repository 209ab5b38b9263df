/**
 * Letter distance: how many letters to insert, delete, replace or swap with a neighbour turn one word into another.
 *
 * Source: R. A. Wagner, M. J. Fischer, "The String-to-String Correction Problem" (1974), for the table; swaps as in the
 * optimal string alignment of F. Damerau, "A technique for computer detection and correction of spelling errors"
 * (1964); E. Ukkonen, "Algorithms for approximate string matching" (1985), for the band. Ours: the bound.
 */

let beforeLast = new Uint32Array(128)
let last = new Uint32Array(128)
let current = new Uint32Array(128)

/**
 * The distance, or Infinity if it is above `most`, a whole number.
 *
 * @example letterDistance('winkler', 'wniklr', 2) // => 2
 * @example letterDistance('metre', 'litre', 1) // => Infinity
 */
export function letterDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY
  if (b.length + 1 >= last.length) {
    beforeLast = new Uint32Array(2 * b.length)
    last = new Uint32Array(2 * b.length)
    current = new Uint32Array(2 * b.length)
  }
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    // Cells further than `most` from the diagonal are above it: of these only the two beside the others are read.
    const from = Math.max(1, i - most)
    const to = Math.min(b.length, i + most)
    current[from - 1] = i
    current[to + 1] = most + 1
    let least = i
    for (let j = from; j <= to; j++) {
      const replaced = last[j - 1] + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1)
      let edits = Math.min(last[j] + 1, current[j - 1] + 1, replaced)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) edits = Math.min(edits, beforeLast[j - 2] + 1)
      current[j] = edits
      if (edits < least) least = edits
    }
    if (least > most) return Number.POSITIVE_INFINITY
    const free = beforeLast
    beforeLast = last
    last = current
    current = free
  }
  return last[b.length] <= most ? last[b.length] : Number.POSITIVE_INFINITY
}
