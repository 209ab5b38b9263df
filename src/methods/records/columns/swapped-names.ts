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
import type { Column } from '../values/column-values.ts'
import { otherOrder } from '../values/compare-words.ts'

const pairsAStep = 16_384
/** Least share of the values of the column with fewer that are values of the other, too. */
const leastCommon = 0.02
const mostWords = 2

/** Two columns, by their places, whose values may stand in each other's. */
export type SwappedColumns = readonly (readonly [number, number])[]

export function swappedColumns(columns: readonly Column[]): SwappedColumns {
  const names = [...columns.keys()].filter(c => isName(columns[c]))
  return names.flatMap(c =>
    names
      .filter(d => d > c && haveCommon(columns[c], numbersIn(columns[c], columns[d]), columns[d]))
      .map(d => [c, d] as const),
  )
}

/** Raises the levels, [columns][pairs], of pairs whose values are swapped. */
export function* withSwappedNames(
  columns: readonly Column[],
  swapped: SwappedColumns,
  { left, right }: CandidatePairs,
  levels: readonly Uint8Array[],
): Steps<void> {
  for (const [c, d] of swapped) {
    const inSecond = numbersIn(columns[c], columns[d])
    const [a, b] = [columns[c].value, columns[d].value]
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

function isName({ kind, texts, items }: Column): boolean {
  return kind === 'words' && items.length <= mostWords * texts.length
}

/** For each value of the first column its number in the second, or -1. */
function numbersIn(first: Column, second: Column): Int32Array {
  const numbers = new Map(second.texts.map((text, number) => [text, number]))
  return Int32Array.from(first.texts, text => numbers.get(text) ?? -1)
}

/** Whether two columns share enough values. */
function haveCommon(first: Column, inSecond: Int32Array, second: Column): boolean {
  const count = inSecond.reduce((sum, number) => sum + (number < 0 ? 0 : 1), 0)
  return count > leastCommon * Math.min(first.texts.length, second.texts.length)
}
