/**
 * Edit distance with neighbours swapped: insertions, deletions, replacements and swaps of two neighbouring characters.
 *
 * Source: the optimal string alignment of F. Damerau, "A technique for computer detection and correction of spelling
 * errors", 1964. Ours: the bound.
 */

/** Characters of the longest word that is compared; longer ones differ by more than any bound. */
const longest = 128
let beforeLast = new Uint16Array(longest + 1)
let last = new Uint16Array(longest + 1)
let current = new Uint16Array(longest + 1)

/**
 * Whether two words are at most `most` edits apart.
 *
 * @example areNear('winkler', 'wniklr', 2) // => true
 * @example areNear('metre', 'litre', 1) // => false
 */
export function areNear(a: string, b: string, most: number): boolean {
  if (a === b) return true
  if (Math.abs(a.length - b.length) > most || a.length > longest || b.length > longest) return false
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    current[0] = i
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1)
      let edits = Math.min(last[j] + 1, current[j - 1] + 1, replaced)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) edits = Math.min(edits, beforeLast[j - 2] + 1)
      current[j] = edits
      if (edits < least) least = edits
    }
    if (least > most) return false
    const free = beforeLast
    beforeLast = last
    last = current
    current = free
  }
  return last[b.length] <= most
}
