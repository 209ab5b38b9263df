/**
 * Run similarity: the similarity of two records to the last bit as a run over the training list computes it.
 *
 * `record-similarity.ts` adds the same numbers in the order of keys, so it differs by rounding; that is enough for a
 * threshold, but not at the border of two levels of the whole text. A run adds in the order of its item numbers: rare
 * items first, ties by first occurrence in the list. So the model keeps the first occurrences.
 *
 * Error: two items of one key (probability 2^-31) count as one.
 */
import { weightOf } from './candidates/item-weights.ts'
import { wordsOf } from './candidates/record-text.ts'
import type { ItemTable } from './item-table.ts'
import { gramKeys, wordKey } from './record-items.ts'

/** For each item of the table the place of its first occurrence in the list. @param distinct the compared texts */
export function firstOccurrences(distinct: readonly string[], table: ItemTable): Uint32Array {
  const first = new Uint32Array(table.keys.length)
  let next = 1
  for (const text of distinct) {
    for (const key of [...wordsOf(text).map(wordKey), ...gramKeys(text)]) {
      const place = table.placeOf(key)
      if (place >= 0 && first[place] === 0) first[place] = next++
    }
  }
  return first
}

/** One family of items of a record: words, or 3-grams. */
interface Family {
  /** Distinct keys in the order of a run, and the cosine weight of each. */
  readonly weights: ReadonlyMap<number, number>
  /** The sum of idf. */
  readonly mass: number
}

/** A record with weights as a run rounds them: words, then 3-grams. */
type RunRecord = readonly [Family, Family]

export function runRecord(compared: string, table: ItemTable, first: Uint32Array): RunRecord {
  return [
    familyOf(wordsOf(compared).map(wordKey), table, first),
    familyOf(gramKeys(compared), table, first),
  ]
}

function familyOf(keys: ArrayLike<number>, table: ItemTable, first: Uint32Array): Family {
  const counts = new Map<number, number>()
  for (let i = 0; i < keys.length; i++) counts.set(keys[i], (counts.get(keys[i]) ?? 0) + 1)
  // Items of one record of the list are not in the table: they come first, in the order of the text.
  const rankOf = (key: number): number => {
    const place = table.placeOf(key)
    return place < 0 ? 0 : table.frequency[place] * 2 ** 32 + first[place]
  }
  const ranked = Array.from(counts, ([key, tf]) => ({ key, tf, rank: rankOf(key) }))
  ranked.sort((a, b) => a.rank - b.rank)
  let [squares, mass] = [0, 0]
  const raw = ranked.map(({ key, tf }) => {
    const idf = table.idfOf(key)
    const weight = weightOf(tf, idf)
    squares += weight * weight
    mass += idf
    return Math.fround(weight)
  })
  const norm = Math.sqrt(squares)
  return {
    mass,
    weights: new Map(ranked.map(({ key }, i) => [key, norm === 0 ? 0 : Math.fround(raw[i] / norm)])),
  }
}

/** In [0, 1]. */
export function runSimilarity(a: RunRecord, b: RunRecord, table: ItemTable): number {
  let sum = 0
  for (const [family, other] of b.entries()) {
    const own = a[family]
    let [product, shared] = [0, 0]
    for (const [key, weight] of other.weights) {
      const mine = own.weights.get(key)
      if (mine === undefined) continue
      product += mine * weight
      shared += table.idfOf(key)
    }
    const smaller = Math.min(own.mass, other.mass)
    sum += product + (smaller > 0 ? shared / smaller : 0)
  }
  return Math.min(1, sum / 4)
}
