/**
 * Swapped names: two columns of short words, such as first and last name, whose values stand in each other's column.
 *
 *     Anna | Kohl        the values of both columns agree as the same words in another order do
 *     Kohl | Anna
 *
 * Ours: all of it. Cost: pairs x pairs of columns that share values.
 */
import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import type { CandidatePairs } from '../candidates/candidates.ts'
import type { Column } from './column-values.ts'
import { otherOrder } from './compare-words.ts'

const pairsAStep = 16_384
/** Least share of the values of the column with fewer that are values of the other, too. */
const leastCommon = 0.02
const mostWords = 2

/** Raises the levels, [columns][pairs], of pairs whose values are swapped. */
export function* withSwappedNames(
  columns: readonly Column[],
  { left, right }: CandidatePairs,
  levels: readonly Uint8Array[],
): Steps<void> {
  for (const [c, first] of columns.entries()) {
    for (const [d, second] of columns.entries()) {
      const inSecond = d > c && isName(first) && isName(second) ? commonValues(first, second) : undefined
      if (inSecond === undefined) continue
      const [a, b] = [first.value, second.value]
      yield* inBlocks(left.length, pairsAStep, (from, to) => {
        for (let p = from; p < to; p++) {
          const [i, j] = [left[p], right[p]]
          if (Math.min(a[i], a[j], b[i], b[j]) < 0 || inSecond[a[i]] !== b[j] || inSecond[a[j]] !== b[i])
            continue
          levels[c][p] = Math.max(levels[c][p], otherOrder)
          levels[d][p] = Math.max(levels[d][p], otherOrder)
        }
      })
    }
  }
}

function isName({ kind, texts, words }: Column): boolean {
  return kind === 'words' && words.reduce((sum, list) => sum + list.length, 0) <= mostWords * texts.length
}

/** For each value of the first column its number in the second, or -1; undefined if they share too few. */
function commonValues(first: Column, second: Column): Int32Array | undefined {
  const numbers = new Map(second.texts.map((text, number) => [text, number]))
  const common = Int32Array.from(first.texts, text => numbers.get(text) ?? -1)
  const count = common.reduce((sum, number) => sum + (number < 0 ? 0 : 1), 0)
  return count > leastCommon * Math.min(first.texts.length, second.texts.length) ? common : undefined
}
