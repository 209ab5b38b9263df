/**
 * Lucene's fingerprint: joins the distinct tokens, sorted, into one token, like `FingerprintFilter`.
 *
 *     the quick brown the fox ──▶ brown fox quick the
 *
 * Tokens are ordered by UTF-16 units. A separator stands between two tokens, but not after only empty ones, so an empty
 * token leaves no trace. If tokens and separators, including one for the empty token, exceed `maxOutputTokenSize`
 * units, there is no fingerprint.
 *
 * Source: observed on Apache Lucene 9.12.3; the idea is key collision by fingerprint as in OpenRefine's
 * clustering.
 * Cost: O(n log n) for n distinct tokens. Error: texts of the same words in any order and number are equal.
 */
import { checkTexts } from '../../ground/options/arguments.ts'
import { checkFingerprintParams, type LuceneFingerprintParams } from './params.ts'

/**
 * The fingerprint of the tokens; undefined if there are no tokens or too many.
 *
 * @param params missing ones have their defaults
 * @throws NearsameError OPTION_VALUE unless the size is a whole number and the separator one unit; TEXT_NOT_STRING
 * @example luceneFingerprint(['the', 'quick', 'brown', 'the', 'fox']) // => 'brown fox quick the'
 * @example luceneFingerprint(['ab', 'cd'], { maxOutputTokenSize: 4 }) // => undefined
 */
export function luceneFingerprint(
  tokens: readonly string[],
  params: LuceneFingerprintParams = {},
): string | undefined {
  checkTexts('tokens', tokens)
  const { maxOutputTokenSize, separator } = checkFingerprintParams(params)
  const distinct = [...new Set(tokens)]
  const units = distinct.reduce((sum, token) => sum + token.length, distinct.length - 1)
  // Most long texts end here, before anything is sorted.
  if (distinct.length === 0 || units > maxOutputTokenSize) return undefined
  const sorted = distinct.sort()
  // Only the first token can be empty, and the separator after it is left out.
  return (sorted[0] === '' ? sorted.slice(1) : sorted).join(separator)
}
