/**
 * Words of a text as spelt in it: the tokens of the text rule before folding, for display.
 *
 * The canonical forms of the words have the tokens of the text: `=` with the mark that makes it `≠` separates, and
 * U+02BC, an apostrophe that many scripts share, is a letter. Tokens of one character, such as those of `㍿`, are in one
 * word.
 */

import { ruleOf, type TextRule } from '../../texts/kernels/layout/plan-layout.ts'
import { encodeText } from '../../texts/text/text-bytes.ts'
import { tokenSpans } from '../../texts/text/token-spans.ts'

interface PlacedWord {
  /** Half-open, in UTF-16 units. */
  readonly from: number
  readonly to: number
  /** Number of its tokens. */
  readonly tokens: number
}

export function placedWords(text: string, rule: TextRule): PlacedWord[] {
  const { count, fromUnit, toUnit } = tokenSpans(encodeText(text), ruleOf(rule))
  const words: PlacedWord[] = []
  for (let token = 0; token < count; ) {
    const first = token
    let to = toUnit[token++]
    for (; token < count && fromUnit[token] < to; token++) to = toUnit[token]
    words.push({ from: fromUnit[first], to, tokens: token - first })
  }
  return words
}

/**
 * @param rule whether marks are folded makes no difference
 * @example wordsIn('The café – 中文ab', {}) // => ['The', 'café', '中', '文', 'ab']
 * @example wordsIn('a+b', { symbols: 'keep' }) // => ['a', '+', 'b']
 */
export function wordsIn(text: string, rule: TextRule): string[] {
  return placedWords(text, rule).map(({ from, to }) => text.slice(from, to))
}
