/** Checks whole lists with the online form of a method: stores every row, then looks up every row. */
import type { Compared, OnlineMethod } from '../../../src/methods/contract/online-method.ts'
import { PostingIndex } from '../../../src/online/postings/posting-index.ts'

/** The stored form of texts: the texts themselves, or the method's substitute. */
export type Kept = 'texts' | 'shingles'

export interface CheckedRows {
  /** For each row the similarity of each row that it matches. */
  readonly matches: readonly ReadonlyMap<number, number>[]
  /** Number of measured rows over all checks. */
  readonly candidates: number
}

/** @param values of the text fields of each row, if there are several */
export function checkRows(
  method: OnlineMethod,
  agree: number,
  texts: readonly string[],
  kept: Kept = 'texts',
  values: readonly (readonly string[])[] = [],
): CheckedRows {
  const sketches = method.sketches(texts)
  const index = new PostingIndex(agree)
  for (const [row, { postings }] of sketches.entries()) index.add(row, postings)
  const rows: Compared[] = texts.map((text, row) =>
    kept === 'texts'
      ? { sketch: sketches[row], text, shingles: undefined, values: values[row] }
      : { sketch: sketches[row], text: undefined, shingles: method.shingles(text), values: undefined },
  )
  let candidates = 0
  const matches = texts.map((text, row) => {
    const query = { ...rows[row], text, shingles: undefined }
    const asked = method.asked?.(query) ?? query.sketch.postings
    const numbers = Array.from(index.candidates(asked)).filter(other => other !== row)
    candidates += numbers.length
    const open = numbers.filter(other => method.same(query.sketch, rows[other].sketch) === undefined)
    const measured = method.measured(
      query,
      open.map(other => rows[other]),
    )
    const found = new Map<number, number>()
    for (const other of numbers) {
      const same = method.same(query.sketch, rows[other].sketch)
      const value = same ?? measured[open.indexOf(other)]
      if (value !== undefined) found.set(other, value.similarity)
    }
    return found
  })
  return { matches, candidates }
}

/** Pairs as `left-right similarity`, each once, by left, then right. */
export function pairsOf({ matches }: CheckedRows): string[] {
  return matches.flatMap((found, left) =>
    Array.from(found)
      .filter(([right]) => right > left)
      .sort(([a], [b]) => a - b)
      .map(([right, similarity]) => `${left}-${right} ${similarity}`),
  )
}

/** The same for the pairs that a method found among all texts at once. */
export function foundPairs({
  left,
  right,
  similarity,
}: {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly similarity: Float64Array
}): string[] {
  return Array.from(left, (row, i) => `${row}-${right[i]} ${similarity[i]}`)
}
