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
 * A word is a typing error of another if it is an edit away (two from six characters on) and much rarer: two frequent
 * words that are close, such as two years, sizes or first names, are different words.
 *
 * Source: L. Dice, "Measures of the amount of ecologic association between species", 1945. Company forms: the
 * abbreviations of ISO 20275 that are common in English, French, German, Italian, Spanish, Dutch and the Nordic
 * languages. Ours: the levels.
 */
import type { Column } from './column-values.ts'
import { areNear } from './edit-distance.ts'

export const wordLevels = 10
/** The level of the same words in another order. */
export const otherOrder = 8

const hasDigit = /\d/
const companyForms = new Set(
  (
    'inc incorporated ltd limited llc llp plc corp corporation co company gmbh ag kg kgaa ohg gbr ug ev eg se ' +
    'sa sas sarl srl spa sl nv bv ab oy oyj as asa aps pty and the'
  ).split(' '),
)
/** Words of a value beyond which leftover words are not compared with each other. */
const mostLeft = 12

export function wordLevel(column: Column, x: number, y: number): number {
  const { idf, mass } = column
  if (x === y) return 9
  const rest = { a: [] as number[], b: [] as number[] }
  let shared = sharedMass(column, x, y, rest)
  if (rest.a.length === 0 && rest.b.length === 0) return 8
  if (column.texts[x].replaceAll(' ', '') === column.texts[y].replaceAll(' ', '')) return 8
  let explained = false
  if (rest.a.length <= mostLeft && rest.b.length <= mostLeft) {
    const pairs = explainedPairs(column, rest)
    explained = pairs.length > 0
    for (const [a, b, worth] of pairs) shared += worth * Math.min(idf[a], idf[b])
  }
  const left = rest.a.filter(word => !companyForms.has(column.wordTexts[word]))
  const right = rest.b.filter(word => !companyForms.has(column.wordTexts[word]))
  if (left.length === 0 && right.length === 0) return explained ? 7 : 8
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

/** The idf of the words in both; `rest` gets the others. */
function sharedMass(
  { words, idf }: Column,
  x: number,
  y: number,
  rest: { a: number[]; b: number[] },
): number {
  const [a, b] = [words[x], words[y]]
  let shared = 0
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (j >= b.length || (i < a.length && a[i] < b[j])) rest.a.push(a[i++])
    else if (i >= a.length || b[j] < a[i]) rest.b.push(b[j++])
    else {
      shared += idf[a[i]]
      i++
      j++
    }
  }
  return shared
}

/**
 * Takes pairs of leftover words out of `rest` that are typing errors (worth .9) or short forms (.5) of each other.
 * Words take each other in the order of their texts, so the level depends on the two values and no others.
 */
function explainedPairs(column: Column, rest: { a: number[]; b: number[] }): [number, number, number][] {
  const found: [number, number, number][] = []
  for (const words of [rest.a, rest.b]) {
    if (words.length > 1) words.sort((p, q) => (column.wordTexts[p] < column.wordTexts[q] ? -1 : 1))
  }
  const isFree = rest.b.map(() => true)
  rest.a = rest.a.filter(word => {
    let worth = 0.9
    let at = rest.b.findIndex(
      (other, q) =>
        isFree[q] && (column.plain[word] === column.plain[other] || isTypo(column, word, other)),
    )
    if (at < 0) {
      worth = 0.5
      at = rest.b.findIndex(
        (other, q) => isFree[q] && isShortForm(column.wordTexts[word], column.wordTexts[other]),
      )
    }
    if (at < 0) return true
    isFree[at] = false
    found.push([word, rest.b[at], worth])
    return false
  })
  rest.b = rest.b.filter((_, q) => isFree[q])
  return found
}

function isTypo({ wordTexts, frequency }: Column, a: number, b: number): boolean {
  const length = Math.max(wordTexts[a].length, wordTexts[b].length)
  const rare = Math.min(frequency[a], frequency[b])
  if (length < 3 || (rare > 2 && rare > Math.max(frequency[a], frequency[b]) * 0.02)) return false
  return areNear(wordTexts[a], wordTexts[b], length >= 6 ? 2 : 1)
}

/** Whether a word without digits begins another, as initials and abbreviations do. */
function isShortForm(a: string, b: string): boolean {
  return !hasDigit.test(a) && !hasDigit.test(b) && (a.startsWith(b) || b.startsWith(a))
}
