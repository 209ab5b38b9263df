/**
 * Javabin scalars: a program's numbers and instants as update messages hold them.
 *
 * `text` is the result of Java's `String.valueOf` on the server, from which signatures are made; `literal` is sent to
 * Solr as JSON. A Float is written with the digits of its text, so that text and float fields store what the program
 * meant; a double field gets 1.1 from a Float 1.1, not 1.100000023841858.
 */
import { newSolrException } from '../../methods/java/java-exception.ts'
import { doubleText, floatText } from '../java/number-text.ts'
import type { SolrDate, SolrNumber } from '../messages/messages.ts'
import { dateValue, numberValue } from '../messages/values.ts'

/** A Byte, Short, Integer or Long. */
export function wholeNumber(value: number | bigint): SolrNumber {
  return numberValue('LONG', String(value))
}

/** @example floatNumber(Math.fround(1.1)).text // => '1.1' */
export function floatNumber(value: number): SolrNumber {
  return fraction(floatText(value))
}

/** @example doubleNumber(1e7).text // => '1.0E7' */
export function doubleNumber(value: number): SolrNumber {
  return fraction(doubleText(value))
}

function fraction(text: string): SolrNumber {
  return { type: 'DOUBLE', literal: text, text }
}

/**
 * A `java.util.Date`.
 *
 * @param time milliseconds since 1970, UTC
 * @throws JavaException 400 beyond the year 275760, which JSON cannot name
 * @example instant(1714979289123).text // => 'Mon May 06 07:08:09 UTC 2024'
 */
export function instant(time: number): SolrDate {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) throw newSolrException(400, `javabin has a date out of range: ${time}`)
  return dateValue(date)
}
