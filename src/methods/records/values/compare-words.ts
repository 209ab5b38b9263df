/**
 * How far two values of words agree, as a level.
 *
 *     9 equal    8 the same words in another order, spacing or company form    7 typing errors, ue for ü, initials,
 *                                                                               short forms
 *     6, 3, 2    one has only more words                     dice > .7, > .15, less
 *     5, 4, 3    both have words of their own                dice > .6, > .4; one lower if these are numbers, or one
 *     2, 1, 0                                                known word in place of another; then > .2, > .05, less
 *
 *     dice = 2 (idf of shared words) / (idf of both)
 *
 * Source: L. Dice, "Measures of the amount of ecologic association between species", 1945. Ours: the levels.
 */
import { hasDigit, isOtherSpelling, isShortForm, ownWords } from '../words/explained-words.ts'
import { formWords } from '../words/form-words.ts'
import { type Column, withoutSpaces } from './column-values.ts'

export const wordLevels = 10
/** The level of the same words in another order. */
export const otherOrder = 8

/** The level of two different values of a column. */
export function levelOfWords(column: Column): (x: number, y: number) => number {
  const { starts, items } = column
  const solid = column.texts.map(withoutSpaces)
  return (x, y) => {
    if (solid[x] === solid[y]) return otherOrder
    const isOne = starts[x + 1] - starts[x] === 1 && starts[y + 1] - starts[y] === 1
    return isOne ? oneWordLevel(column, items[starts[x]], items[starts[y]]) : wordLevel(column, x, y)
  }
}

/** The level of two values of one word each: what `wordLevel` has, without its lists. */
function oneWordLevel(column: Column, a: number, b: number): number {
  if (a === b) return otherOrder
  if (isOtherSpelling(column, a, b) || isShortForm(column, a, b)) return 7
  const { wordTexts } = column
  return formWords.has(wordTexts[a]) && formWords.has(wordTexts[b]) ? otherOrder : 0
}

function wordLevel(column: Column, x: number, y: number): number {
  const { idf, mass } = column
  const { a: left, b: right, explained, ...common } = ownWords(column, x, y)
  if (left.length === 0 && right.length === 0) return explained.length > 0 ? 7 : otherOrder
  const shared = explained.reduce(
    (sum, [a, b, worth]) => sum + worth * Math.min(idf[a], idf[b]),
    common.shared,
  )
  const dice = (2 * shared) / Math.max(1e-9, mass[x] + mass[y])
  if (left.length === 0 || right.length === 0) return containedLevel(dice)
  const isNumber = (word: number): boolean => hasDigit.test(column.wordTexts[word])
  const isReplaced = left.length === 1 && right.length === 1 && dice >= 0.5
  const conflicts = isReplaced || (left.some(isNumber) && right.some(isNumber)) ? 1 : 0
  if (dice >= 0.4) return (dice >= 0.6 ? 5 : 4) - conflicts
  return dice >= 0.2 ? 2 : dice > 0.05 ? 1 : 0
}

function containedLevel(dice: number): number {
  if (dice > 0.4) return dice >= 0.7 ? 6 : 5
  return dice > 0.15 ? 3 : dice > 0 ? 2 : 0
}
