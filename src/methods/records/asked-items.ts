/**
 * Asked items: the items of a record to look up, few enough to read few lists and hardly lose a match.
 *
 *     the rarest first, until the rest has a squared norm of `rest`, or `work` entries of lists are read;
 *     at least `least` of them.       Without known frequencies: any `byChance` 3-grams
 *
 * Two records must share `itemAgree` of them: one shared 3-gram is chance, a shared word brings its 3-grams along.
 *
 * Source: prefix filtering, as in `candidates.ts`. Ours: two shared items instead of sums.
 * Error: at least 0.999 of the pairs at the threshold share that many, from either side: among all pairs on each of
 * nine labelled sets, among the candidates of a run on 35,000 rows of all sets and on 50,000 made-up people.
 */
import { isGram } from './record-items.ts'
import type { WeighedRecord } from './record-similarity.ts'

/** The approximate number of records that have an item. */
export interface ItemFrequency {
  frequencyOf(key: number): number
}

const least = 8
/** Two words contained in a record of four have only half of its 3-grams. */
const byChance = 16
const rest = 0.2
/** Maximum number of rows in the training list that have the asked items, with repeats. */
const work = 2000

/** Keys to ask; all keys if the record has few. @param known undefined if no frequency is known */
export function askedItems({ keys, cosine }: WeighedRecord, known?: ItemFrequency): Uint32Array {
  if (known === undefined) {
    // Keys are hashes, so the first ones are arbitrary. A record of a single character has one 3-gram and one word.
    const grams = keys.filter(isGram)
    return grams.length < byChance ? keys : grams.subarray(0, byChance)
  }
  const frequency = Uint32Array.from(keys, key => known.frequencyOf(key))
  const order = Uint32Array.from(keys.keys()).sort((a, b) => frequency[a] - frequency[b] || a - b)
  let [left, read, count] = [1, 0, 0]
  for (const item of order) {
    read += frequency[item]
    if (count >= least && (left <= rest || read > work)) break
    // Words and 3-grams together are a vector of length 1.
    left -= cosine[item] ** 2 / 2
    count++
  }
  return Uint32Array.from(order.subarray(0, count), item => keys[item])
}
