/**
 * Solr parameters: texts to booleans and whole numbers as Solr takes them, with its refusals in its words.
 *
 * Source: observed on Solr 9.10, `StrUtils.parseBool` and `SolrParams.getInt`.
 */
import { isJavaException, JavaException, newSolrException } from '../../ground/java/java-exception.ts'
import { inAsciiDigits, parseInt32 } from '../../ground/java/numbers.ts'

/**
 * A boolean: what begins with `true`, `on` or `yes` in any case is true; `no` and what begins with `false` or
 * `off` is false. A 1 is neither.
 *
 * @throws JavaException SolrException of code 400
 * @example ['TRUE', 'yes!', 'No', 'offset'].map(parseSolrBoolean) // => [true, true, false, false]
 */
export function parseSolrBoolean(text: string): boolean {
  const lower = text.toLowerCase()
  if (/^(?:true|on|yes)/.test(lower)) return true
  if (/^(?:false|off)/.test(lower) || lower === 'no') return false
  throw newSolrException(400, `invalid boolean value: ${text}`)
}

/** @throws JavaException SolrException of code 400 */
export function parseSolrInt(text: string): number {
  try {
    return parseInt32(text)
  } catch (error) {
    throw isJavaException(error) ? newSolrException(400, error.message) : error
  }
}

/**
 * `Long.toString(Long.parseLong(text))`.
 *
 * @throws JavaException NumberFormatException
 * @example parseLong('+007') // => '7'
 */
export function parseLong(text: string): string {
  const plain = inAsciiDigits(text)
  const value = /^[+-]?\d+$/.test(plain) ? BigInt(plain.replace('+', '')) : undefined
  if (value !== undefined && BigInt.asIntN(64, value) === value) return String(value)
  throw new JavaException('java.lang.NumberFormatException', `For input string: "${text}"`)
}
