/**
 * Page URL: what is signed in place of a page without a text, as Nutch does.
 *
 *     { text: null, url: 'http://a.example/' }  ─▶  U+FFFF http://a.example/  ─▶  MD5 of the URL
 *
 * Readers of records write the address as a text; the method takes it out again. U+FFFF is a noncharacter, which no
 * text for interchange has: it tells the address from a text that reads like one.
 */
import { isBlankText } from '../../ground/blank-text.ts'
import { fieldOf } from '../../ground/json/field.ts'

const mark = '\uffff'

/** The text that stands for the document's address; undefined if it has none. @param field '' for no field */
export function urlTextOf(document: object, field: string): string | undefined {
  const url = field === '' ? undefined : fieldOf(document, field)
  return typeof url === 'string' && !isBlankText(url) ? mark + url : undefined
}

/** The address for which a text stands; undefined if it is a text. */
export function urlIn(text: string): string | undefined {
  return text.startsWith(mark) ? text.slice(mark.length) : undefined
}
