/**
 * Tokens of a text as Lucene's `WhitespaceTokenizer` makes them: runs of characters that are not white space in Java. A
 * token ends at 255 units, and the rest of its run is the next one; surrogate pairs are not cut, so it can have 256.
 *
 * Source: the bound observed on Apache Lucene 9.12.3.
 * Cost: O(units); columns instead of an object for each token.
 */

import {
  checkArgument,
  checkCount,
  checkNamed,
  checkString,
  checkTexts,
} from '../../ground/options/arguments.ts'
import { isJavaWhitespace } from '../../texts/java/characters.ts'

/** Tokens of a text, column by column; fits the output of any analyser. */
export interface LuceneTokens {
  /** Texts of the tokens. */
  readonly texts: readonly string[]
  /** Positions after the previous token: 1 for the next one, more after removed tokens. */
  readonly increments: readonly number[]
  /** Starts of their half-open ranges of the text, in UTF-16 units. */
  readonly starts: readonly number[]
  /** Ends of these ranges, in UTF-16 units. */
  readonly ends: readonly number[]
  /** Number of removed tokens after the last one. Default: 0. */
  readonly holesAfter?: number
}

const maxTokenUnits = 255

/** @throws NearsameError OPTION_VALUE, TEXT_NOT_STRING */
export function checkTokens(tokens: LuceneTokens): void {
  checkNamed('tokens', tokens)
  const { texts, increments, starts, ends, holesAfter = 0 } = tokens
  checkTexts('texts', texts)
  for (const [name, column] of Object.entries({ increments, starts, ends })) {
    const isColumn =
      Array.isArray(column) &&
      column.length === texts.length &&
      column.every(n => Number.isInteger(n) && n >= 0)
    checkArgument(isColumn, name, column, 'a list with a whole number for each text')
  }
  checkCount('holesAfter', holesAfter)
}

/**
 * The tokens of `text`, in order.
 *
 * @throws NearsameError TEXT_NOT_STRING
 * @example whitespaceTokens('to be\u00a0or  not').texts // => ['to', 'be\u00a0or', 'not']
 * @example whitespaceTokens(' a b').starts // => [1, 3]
 */
export function whitespaceTokens(text: string): LuceneTokens {
  checkString('text', text)
  const texts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let p = 0
  while (p < text.length) {
    while (p < text.length && isJavaWhitespace(text.charCodeAt(p))) p++
    if (p === text.length) break
    const start = p
    const limit = start + maxTokenUnits
    while (p < text.length && p < limit && !isJavaWhitespace(text.charCodeAt(p))) p++
    if (p === limit && (text.codePointAt(p - 1) ?? 0) > 0xffff) p++
    texts.push(text.slice(start, p))
    starts.push(start)
    ends.push(p)
  }
  return { texts, increments: texts.map(() => 1), starts, ends }
}
