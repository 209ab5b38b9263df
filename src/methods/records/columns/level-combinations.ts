/**
 * Level combinations: pairs that have the same level in every column weigh the same, and there are far fewer
 * combinations of levels than pairs.
 *
 *     of     [pairs]          the combination of each pair, by first occurrence
 *     count  [combinations]   its pairs                          levels  [columns][combinations]
 *
 * Cost: 4 bytes a pair; one look into a table for each pair and column.
 */
import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import { GramIds } from '../candidates/gram-ids.ts'

export interface LevelCombinations {
  readonly of: Int32Array
  readonly levels: readonly Uint8Array[]
  readonly count: Float64Array
}

/** About a millisecond. */
const pairsAStep = 16_384

/** @param levels [columns][pairs] */
export function* levelCombinations(levels: readonly Uint8Array[]): Steps<LevelCombinations> {
  const of = new Int32Array(levels[0].length)
  let combinations = 0
  for (const column of levels) {
    const ids = new GramIds()
    yield* inBlocks(of.length, pairsAStep, (from, to) => {
      for (let p = from; p < to; p++) of[p] = ids.idOf(of[p], column[p])
    })
    combinations = ids.count
  }
  const count = new Float64Array(combinations)
  for (const combination of of) count[combination]++
  yield
  const combined: Uint8Array[] = []
  for (const column of levels) {
    const one = new Uint8Array(combinations)
    for (let p = 0; p < of.length; p++) one[of[p]] = column[p]
    combined.push(one)
    yield
  }
  return { of, levels: combined, count }
}

/** The sum over the pairs of each combination. */
export function sumsOf({ of, count }: LevelCombinations, values: Float64Array): Float64Array {
  const sums = new Float64Array(count.length)
  for (let p = 0; p < of.length; p++) sums[of[p]] += values[p]
  return sums
}
