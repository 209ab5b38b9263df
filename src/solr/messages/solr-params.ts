/**
 * Solr parameters: texts to booleans and whole numbers by Solr's rules, with Solr's error messages.
 *
 * Source: observed on Solr 9.10, `StrUtils.parseBool` and `SolrParams.getInt`.
 */
import { JavaException, newSolrException, orBadRequest } from '../../methods/java/java-exception.ts'
import { inAsciiDigits, parseInt32 } from '../../methods/java/numbers.ts'

/**
 * A boolean: texts that begin with `true`, `on` or `yes`, in any case, are true; `no` and those that begin with
 * `false` or `off` are false. `1` is neither.
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
  return orBadRequest(() => parseInt32(text))
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
  if (value !== undefined && isInt64(value)) return String(value)
  throw new JavaException('java.lang.NumberFormatException', `For input string: "${text}"`)
}

export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value
}
