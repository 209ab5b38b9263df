/**
 * Record similarity of single pairs: the mean of cosine and containment of words and 3-grams (`features.ts`).
 *
 * The query record is weighed once; each other one is merged with it, and only common items get their full weight.
 *
 * Cost: a lookup in the item table for each item of the other record.
 */
import { weightOf } from './candidates/item-weights.ts'
import type { ItemTable } from './item-table.ts'
import { isGram, type RecordItems } from './record-items.ts'

/** A record with the weights of its items. */
export interface WeighedRecord {
  /** Distinct keys, ascending. */
  readonly keys: Uint32Array
  readonly idf: Float32Array
  /** Cosine weights: the squares of each family sum to 1. */
  readonly cosine: Float64Array
  /** Sums of idf, by family: words, 3-grams. */
  readonly mass: readonly [number, number]
}

export function weighRecord(items: RecordItems, table: ItemTable): WeighedRecord {
  const keys = new Uint32Array(items.length)
  const idf = new Float32Array(items.length)
  const cosine = new Float64Array(items.length)
  const mass: [number, number] = [0, 0]
  const squares = [0, 0]
  let count = 0
  for (let from = 0, to = 0; from < items.length; from = to) {
    const key = items[from]
    while (to < items.length && items[to] === key) to++
    const family = isGram(key) ? 1 : 0
    keys[count] = key
    idf[count] = table.idfOf(key)
    const weight = weightOf(to - from, idf[count])
    cosine[count] = weight
    mass[family] += idf[count++]
    squares[family] += weight * weight
  }
  const norms = squares.map(Math.sqrt)
  for (let i = 0; i < count; i++) cosine[i] /= norms[isGram(keys[i]) ? 1 : 0]
  return {
    keys: keys.subarray(0, count),
    idf: idf.subarray(0, count),
    cosine: cosine.subarray(0, count),
    mass,
  }
}

/** In [0, 1]; 0 if one of them has no letters and digits. */
export function recordSimilarity(record: WeighedRecord, items: RecordItems, table: ItemTable): number {
  const { keys, idf, cosine, mass } = record
  // First for words, then for 3-grams; plain numbers, since this runs for every candidate.
  let [wordMass, wordSquares, wordShared, wordProduct] = [0, 0, 0, 0]
  let [gramMass, gramSquares, gramShared, gramProduct] = [0, 0, 0, 0]
  for (let from = 0, to = 0, i = 0; from < items.length; from = to) {
    const key = items[from]
    do to++
    while (items[to] === key)
    while (keys[i] < key) i++
    const isShared = keys[i] === key
    const worth = isShared ? idf[i] : table.idfOf(key)
    const weight = weightOf(to - from, worth)
    if (isGram(key)) {
      gramMass += worth
      gramSquares += weight * weight
      if (!isShared) continue
      gramShared += worth
      gramProduct += cosine[i] * weight
    } else {
      wordMass += worth
      wordSquares += weight * weight
      if (!isShared) continue
      wordShared += worth
      wordProduct += cosine[i] * weight
    }
  }
  // Either family is empty only if the other is.
  if (mass[0] === 0 || wordMass === 0 || mass[1] === 0 || gramMass === 0) return 0
  const words = wordProduct / Math.sqrt(wordSquares) + wordShared / Math.min(mass[0], wordMass)
  const grams = gramProduct / Math.sqrt(gramSquares) + gramShared / Math.min(mass[1], gramMass)
  return Math.min(1, (words + grams) / 4)
}
