/**
 * Words of a text as spelt in it: the tokens of the text rule before folding, for display.
 *
 * The canonical forms of the words have the tokens of the text: `=` with the mark that makes it `≠` separates, and
 * U+02BC, an apostrophe that many scripts share, is a letter. Tokens of one character, such as those of `㍿`, are in one
 * word.
 */

import { encodeText } from '../../texts/text/text-bytes.ts'
import { tokenSpans } from '../../texts/text/token-spans.ts'

/**
 * @param rule see `ruleOf`; whether marks are folded makes no difference
 * @example wordsIn('The café – 中文ab', 0) // => ['The', 'café', '中', '文', 'ab']
 * @example wordsIn('a+b', 2) // => ['a', '+', 'b']
 */
export function wordsIn(text: string, rule: number): string[] {
  const { count, fromUnit, toUnit } = tokenSpans(encodeText(text), rule)
  const words: string[] = []
  for (let token = 0; token < count; ) {
    const from = fromUnit[token]
    let to = toUnit[token++]
    for (; token < count && fromUnit[token] < to; token++) to = toUnit[token]
    words.push(text.slice(from, to))
  }
  return words
}
