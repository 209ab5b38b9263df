/**
 * Column meanings: what a column says of a person or a thing, by its header, else by its values.
 *
 * Ours: the words, in eight languages.
 */

import { dateOf } from '../values/calendar-date.ts'
import { areAddresses } from '../values/column-kinds.ts'
import { type Column, isKey } from '../values/column-values.ts'
import { headed, headedBy } from '../words/header-meanings.ts'

const isPlace = headedBy('street', 'town', 'postcode', 'region')
/** Of one household, not of a town. */
export const isAddress = headedBy('street', 'postcode')
const isContact = headedBy('phone')
const isOwnContact = headedBy('mail', 'web')
const isFamily = headedBy('family')
export const isGiven = headedBy('given')
/** Beside a given name, that of the family. */
export const bareName = /^(?:name|nom|nombre|nome|naam)$/i
const isBirth = headedBy('birth')
/** What is around a thing, and shared by others. */
export const isAround = headed(
  'venue journal publisher booktitle conference source category brand manufactur industry descri detail comment note ' +
    'genre type class klasse dimension weight',
)
export const isMeasure = headed(
  'sex gender geschlecht size gr(?:ö|oe)(?:ss|ß)e taille vol edition auflage vintage flat apt unit colou?r farbe ' +
    'pack dose strength department dept abteilung contact length duration weekday day',
)

/** Numbers that are given to one thing, whatever is written beside them, if they hardly repeat. */
export const isIdentifier = headed(
  'sku isbn issn ean gtin upc asin mpn model part article artikel vat iban ssn doi ' +
    'serial serien vin imei plate kennzeichen',
)

/** Years that dates of birth spread over, and dates of events do not. */
const lifeSpan = 25

/**
 * `contact`: of one person or firm, so that agreement vouches for a pair, and so do equal numbers. `phone`: of a
 * household or an office. `time`: of an event.
 */
export type Meaning =
  | 'place'
  | 'family'
  | 'name'
  | 'birth'
  | 'number'
  | 'time'
  | 'contact'
  | 'phone'
  | 'nothing'

export function isWords(kind: Column['kind']): boolean {
  return kind === 'words' || kind === 'text'
}

/** @param isOnly whether there is no other column: of equal records one is left, so nothing repeats */
export function meaningOf(column: Column, isOnly: boolean): Meaning {
  const { kind, name } = column
  if (isKey(column) && !isOnly) return 'nothing'
  if (kind === 'email' || isOwnContact(name)) return 'contact'
  if (kind === 'phone' || isContact(name)) return 'phone'
  if (kind === 'constant' || kind === 'postcode' || isAround(name)) return 'nothing'
  if (isPlace(name)) return 'place'
  if (kind === 'date') return isBirth(name) || yearsOf(column) > lifeSpan ? 'birth' : 'time'
  if (isFamily(name)) return 'family'
  if (isWords(kind) && isMeasure(name)) return 'number'
  if (isWords(kind)) return areAddresses(column.raw) ? 'place' : 'name'
  if (kind === 'code') return 'number'
  return isMeasure(name) ? 'number' : 'nothing'
}

function yearsOf({ raw }: Column): number {
  const years = raw.flatMap(value => dateOf(value)?.[0] ?? []).sort((a, b) => a - b)
  return years.length === 0
    ? 0
    : years[Math.floor(years.length * 0.95)] - years[Math.floor(years.length * 0.05)]
}
