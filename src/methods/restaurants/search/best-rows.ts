/**
 * Best rows: selects the few documents with the highest scores, in order; ties by number.
 *
 * Keeps the best so far sorted; one comparison with the last of them rejects a worse document.
 *
 * Cost: O(n) if few enter, O(n * rows) moves at worst; if all are wanted, one sort.
 */

/** Documents and their scores, best first; both of one length. */
export interface RankedRows {
  readonly documents: Uint32Array
  readonly scores: Float32Array
}

/**
 * @param documents candidates, any order, each once
 * @param scores 32-bit floats, by document number
 * @example bestRows(Uint32Array.of(0, 1, 2), Float32Array.of(1, 3, 3), 2).documents // => Uint32Array.of(1, 2)
 */
export function bestRows(documents: Uint32Array, scores: ArrayLike<number>, rows: number): RankedRows {
  if (documents.length <= rows) {
    const sorted = documents.slice().sort((a, b) => scores[b] - scores[a] || a - b)
    return { documents: sorted, scores: Float32Array.from(sorted, document => scores[document]) }
  }
  const best = new Uint32Array(rows)
  let count = 0
  for (let i = 0; i < documents.length; i++) {
    let to = count
    while (to > 0 && precedes(documents[i], best[to - 1], scores)) to--
    if (to === rows) continue
    best.copyWithin(to + 1, to, rows - 1)
    best[to] = documents[i]
    if (count < rows) count++
  }
  return { documents: best, scores: Float32Array.from(best, document => scores[document]) }
}

function precedes(a: number, b: number, scores: ArrayLike<number>): boolean {
  return scores[a] > scores[b] || (scores[a] === scores[b] && a < b)
}
