/**
 * Explained words: of the words that only one of two values has, those that a typing error, an initial or another
 * spelling explains.
 *
 * A word is a typing error of another if it is an edit away (two from six characters on) and much rarer: two frequent
 * words that are close, such as two years, sizes or first names, are different words.
 */
import { areNear, lettersAllow } from './edit-distance.ts'
import { formWords } from './form-words.ts'
import { areNicknames } from './nicknames.ts'
import type { ValueWords } from './word-lists.ts'

/** Words, by number, that only one of two values has. */
interface LeftoverWords {
  a: number[]
  b: number[]
}

/** What two values have in common, and what only one of them has. */
interface OwnWords extends Readonly<LeftoverWords> {
  /** The idf of the words in both. */
  readonly shared: number
  /** Words of each that explain each other; a typing error is worth .9, a short form .5. */
  readonly explained: readonly (readonly [a: number, b: number, worth: number])[]
}

export const hasDigit = /\d/
const isNumber = /^\d+$/
const lettersAround = /^\D*(\d+)\D*$/
const timesNumber = /^x(\d+)$/
const counts = /^(?:\d{1,3}|x+[sml])$/
/** Words of a value beyond which leftover words are not compared with each other. */
const mostLeft = 12

/** The words that only one of two values has, without form words and those that explain each other. */
export function ownWords(lists: ValueWords, x: number, y: number): OwnWords {
  const rest: LeftoverWords = { a: [], b: [] }
  const shared = sharedMass(lists, x, y, rest)
  const explained = explainedPairs(lists, rest)
  const tells = (word: number): boolean => !formWords.has(lists.wordTexts[word])
  return { a: rest.a.filter(tells), b: rest.b.filter(tells), shared, explained }
}

/** The idf of the words in both; `rest` gets the others. */
function sharedMass({ starts, items, idf }: ValueWords, x: number, y: number, rest: LeftoverWords): number {
  let shared = 0
  const [endOfX, endOfY] = [starts[x + 1], starts[y + 1]]
  for (let i = starts[x], j = starts[y]; i < endOfX || j < endOfY; ) {
    if (j >= endOfY || (i < endOfX && items[i] < items[j])) rest.a.push(items[i++])
    else if (i >= endOfX || items[j] < items[i]) rest.b.push(items[j++])
    else {
      shared += idf[items[i]]
      i++
      j++
    }
  }
  return shared
}

/**
 * Takes pairs of leftover words out of `rest` that explain each other; none if many words are left. Words take each
 * other in the order of their texts, so what is found depends on the two values and on no others.
 */
function explainedPairs(lists: ValueWords, rest: LeftoverWords): [a: number, b: number, worth: number][] {
  const found: [number, number, number][] = []
  if (rest.a.length === 0 || rest.b.length === 0) return found
  if (rest.a.length > mostLeft || rest.b.length > mostLeft) return found
  sortByText(rest.a, lists)
  sortByText(rest.b, lists)
  const isFree = rest.b.map(() => true)
  rest.a = rest.a.filter(word => {
    let worth = 0.9
    let at = rest.b.findIndex((other, q) => isFree[q] && isOtherSpelling(lists, word, other))
    if (at < 0) {
      worth = 0.5
      at = rest.b.findIndex((other, q) => isFree[q] && isShortForm(lists, word, other))
    }
    if (at < 0) return true
    isFree[at] = false
    found.push([word, rest.b[at], worth])
    return false
  })
  rest.b = rest.b.filter((_, q) => isFree[q])
  return found
}

/** By insertion: of these few words, a call of `sort` would take most of the time. */
function sortByText(words: number[], { wordTexts }: ValueWords): void {
  for (let k = 1; k < words.length; k++) {
    const word = words[k]
    let at = k
    for (; at > 0 && wordTexts[words[at - 1]] > wordTexts[word]; at--) words[at] = words[at - 1]
    words[at] = word
  }
}

/** Whether a word is a typing error of another, or differs in ue for ü, or is its number: `3rd` and `3`. */
export function isOtherSpelling(
  { plain, letters, wordTexts, frequency }: ValueWords,
  a: number,
  b: number,
): boolean {
  if (plain[a] === plain[b]) return true
  // Most words need no comparison.
  const mayBeNear = lettersAllow(letters[a], letters[b], 2)
  if (!mayBeNear && !isOneInOther(letters[a], letters[b])) return false
  if (isItsNumber(wordTexts[a], wordTexts[b])) return true
  if (!mayBeNear) return false
  const length = Math.max(wordTexts[a].length, wordTexts[b].length)
  const rare = Math.min(frequency[a], frequency[b])
  if (length < 3 || (rare > 2 && rare > Math.max(frequency[a], frequency[b]) * 0.02)) return false
  if (areCounts(wordTexts[a], wordTexts[b])) return false
  return areNear(wordTexts[a], wordTexts[b], length >= 6 ? 2 : 1)
}

/** Whether both are numbers that count, or sizes: what is near is another one. */
function areCounts(a: string, b: string): boolean {
  return counts.test(a) && counts.test(b)
}

/** Whether one is a number and the other this number with letters, or `x6`; `12a` is another house than 12. */
function isItsNumber(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (!isNumber.test(short)) return false
  const around = long.length >= short.length + 2 ? lettersAround : timesNumber
  return around.exec(long)?.[1] === short
}

/** Whether one has no letters but those of the other. */
function isOneInOther(a: number, b: number): boolean {
  return (a & ~b) === 0 || (b & ~a) === 0
}

/** Whether a word without digits begins another, as initials and abbreviations do. */
export function isShortForm({ letters, wordTexts }: ValueWords, p: number, q: number): boolean {
  if (!isOneInOther(letters[p], letters[q])) return false
  const [a, b] = [wordTexts[p], wordTexts[q]]
  return (a.startsWith(b) || b.startsWith(a)) && !hasDigit.test(a) && !hasDigit.test(b)
}

/** Whether one is a nickname of the other, or has its first letter and others in their order: `Bd` and `Band`. */
export function areForms(a: string, b: string): boolean {
  if (areNicknames(a, b)) return true
  if (areCounts(a, b)) return false
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short[0] !== long[0]) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}
