/**
 * Values: the values of a document, and their texts, from which signatures are made.
 *
 * The text is `String.valueOf` of the Java object that Solr uses for the value:
 *
 *     "1.50" -> 1.50     1.50 -> 1.5     1e7 -> 1.0E7     null -> null     true -> true
 *     {"set":"x"} in an array -> {set=x}     [1,[2,3]] -> 1 and then [2, 3]
 *
 * A repeated field has the values of all its occurrences, but a null is replaced by the next one.
 *
 * Source: Java's `String.valueOf` of Long, Double, Date, List, Map; SolrInputDocument of SolrJ 9.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkList, checkObject, checkString } from '../../ground/options/arguments.ts'
import { isPlain } from '../../ground/options/own-names.ts'
import { dateText } from '../java/date-text.ts'
import { doubleText, doubleTextOf } from '../java/number-text.ts'
import { checkSolrDocument } from './command-checks.ts'
import {
  childDocuments,
  type SolrDate,
  type SolrDocument,
  type SolrField,
  type SolrMap,
  type SolrNumber,
  type SolrNumberType,
  type SolrValue,
} from './messages.ts'
import { isInt64 } from './solr-params.ts'

class JsonNumber implements SolrNumber {
  readonly type: SolrNumberType
  readonly literal: string

  constructor(type: SolrNumberType, literal: string) {
    this.type = type
    this.literal = literal
  }

  get text(): string {
    if (this.type === 'DOUBLE') return doubleText(Number(this.literal))
    return this.type === 'LONG' ? longText(this.literal) : this.literal
  }
}

/**
 * The same fields with the texts of their fractions as this version of Java writes them; readers write those of Java 18
 * and before. Numbers of javabin that were floats keep theirs.
 */
export function withDoubleTexts(fields: readonly SolrField[], javaVersion: number): readonly SolrField[] {
  const textOf = doubleTextOf(javaVersion)
  if (textOf === doubleText) return fields
  const changed = (value: SolrValue): SolrValue => {
    if (isList(value)) return value.map(changed)
    if (isModifier(value)) return { ...value, entries: value.entries.map(inField) }
    if (typeof value !== 'object' || value === null || !('literal' in value)) return value
    const { type, literal } = value
    return type === 'DOUBLE' ? { type, literal, text: textOf(Number(literal)) } : value
  }
  const inField = (field: SolrField): SolrField => ({ ...field, value: changed(field.value) })
  return fields.map(inField)
}

/** `Long.toString` of a whole number as written: `-00` is 0. */
function longText(literal: string): string {
  const digits = literal.replace(/^-?0*(?=\d)/, '')
  return literal.startsWith('-') && digits !== '0' ? `-${digits}` : digits
}

/**
 * A number of a JSON text.
 *
 * @example numberValue('DOUBLE', '1e3').text // => '1000.0'
 */
export function numberValue(type: SolrNumberType, literal: string): SolrNumber {
  return new JsonNumber(type, literal)
}

/**
 * A `java.util.Date` in UTC.
 *
 * @example dateValue(new Date(0)).text // => 'Thu Jan 01 00:00:00 UTC 1970'
 */
export function dateValue(date: Date): SolrDate {
  return { type: 'DATE', literal: JSON.stringify(date.toISOString()), text: dateText(date) }
}

export function isList(value: SolrValue): value is readonly SolrValue[] {
  return Array.isArray(value)
}

/** Whether a value is an object of this type, as in JSON, XML and javabin. */
export function isOfType<Value, Type extends string>(
  value: Value,
  type: Type,
): value is Extract<Value, { readonly type: Type }> {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === type
}

/** Whether a value is a child document, or a list that contains one. */
export function isChild(value: SolrValue): boolean {
  if (isList(value)) return value.some(isChild)
  return isOfType(value, 'DOCUMENT')
}

/** Whether a value is an atomic update: a map that is not in a list. */
export function isModifier(value: SolrValue): value is SolrMap {
  return isOfType(value, 'MAP')
}

/**
 * `String.valueOf` of a value.
 *
 * @example valueText([numberValue('DOUBLE', '1e7'), null, 'x']) // => '[1.0E7, null, x]'
 */
export function valueText(value: SolrValue): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  if (isList(value)) return `[${value.map(valueText).join(', ')}]`
  if (value.type === 'MAP') return `{${fieldTexts(value.entries)}}`
  return value.type === 'DOCUMENT' ? documentText(value.document) : value.text
}

function fieldTexts(fields: readonly SolrField[]): string {
  return [...mergedFields(fields)].map(([name, value]) => `${name}=${valueText(value)}`).join(', ')
}

function documentText({ fields, children }: SolrDocument): string {
  const texts = children.length === 0 ? '' : `, children: [${children.map(documentText).join(', ')}]`
  return `SolrInputDocument(fields: [${fieldTexts(fields)}]${texts})`
}

/** The value of a field after appending `added`. */
export function withAdded(value: SolrValue | undefined, added: SolrValue): SolrValue {
  if (value === undefined || value === null) return added
  return (isList(value) ? value : [value]).concat(added)
}

/** Each name once, at its first position, with all its values. */
export function mergedFields(fields: readonly SolrField[]): Map<string, SolrValue> {
  const merged = new Map<string, SolrValue>()
  for (const { name, value } of fields) merged.set(name, withAdded(merged.get(name), value))
  return merged
}

/**
 * The value of a document under a name; undefined if it lacks the field.
 *
 * @throws NearsameError OPTION_VALUE, TEXT_NOT_STRING
 * @example fieldValue([{ name: 'a', value: 'x' }, { name: 'a', value: ['y'] }], 'a') // => ['x', 'y']
 */
export function fieldValue(fields: readonly SolrField[], name: string): SolrValue | undefined {
  checkList('fields', fields, 'fields')
  checkString('name', name)
  let value: SolrValue | undefined
  for (const field of fields) if (field.name === name) value = withAdded(value, field.value)
  return value
}

/**
 * The fields with their texts emptied. Nulls stay, lists keep their length, and objects their names.
 *
 * @example emptied([{ name: 'a', value: ['x', null] }]) // => [{ name: 'a', value: ['', null] }]
 */
export function emptied(fields: readonly SolrField[]): SolrField[] {
  return fields.map(({ name, value }) => ({ name, value: emptiedValue(value) }))
}

function emptiedValue(value: SolrValue): SolrValue {
  if (value === null) return null
  if (isList(value)) return value.map(emptiedValue)
  return isModifier(value) ? { type: 'MAP', entries: emptied(value.entries) } : ''
}

/** The document with its signature appended to the field, after any value the client sent there. */
export function withSignature(document: SolrDocument, field: string, signature: string): SolrDocument {
  checkSolrDocument(document)
  checkString('field', field)
  checkString('signature', signature)
  return { fields: document.fields.concat({ name: field, value: signature }), children: document.children }
}

/**
 * A document from a JavaScript object, as if it had come as JSON: whole numbers become Java's Long, others Double.
 * Dates become a `java.util.Date`, objects an atomic update; `undefined` values are dropped.
 *
 * @throws NearsameError OPTION_VALUE if it is not an object, SOLR_UPDATE for functions, symbols and the like,
 * RECORD_NOT_OBJECT for a cyclic object
 * @example documentOf({ id: 1, price: 1.5 }).fields[1] // => { name: 'price', value: numberValue('DOUBLE', '1.5') }
 */
export function documentOf(object: Readonly<Record<string, unknown>>): SolrDocument {
  try {
    return documentFrom(object)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new NearsameError('RECORD_NOT_OBJECT', {
      expected: 'a document that can be written as JSON',
      got: 'one that holds itself, or is nested too deeply',
      fix: 'give only texts, numbers, lists and objects, nested less deeply',
      cause: error,
    })
  }
}

function documentFrom(object: Readonly<Record<string, unknown>>): SolrDocument {
  checkObject('object', object)
  const children = object[childDocuments]
  return {
    fields: fieldsOf(object).filter(field => field.name !== childDocuments),
    children: Array.isArray(children) ? children.map(documentFrom) : [],
  }
}

function fieldsOf(object: object): SolrField[] {
  const fields: SolrField[] = []
  for (const [name, value] of Object.entries(object)) {
    if (value !== undefined) fields.push({ name, value: valueFrom(value, name) })
  }
  return fields
}

function valueFrom(value: unknown, name: string): SolrValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return numberOf(value)
  if (typeof value === 'bigint') return numberValue(isInt64(value) ? 'LONG' : 'BIGNUMBER', String(value))
  if (Array.isArray(value)) return value.map(element => valueFrom(element ?? null, name))
  if (value instanceof Date && !Number.isNaN(value.getTime())) return dateValue(value)
  if (typeof value === 'object' && isPlain(value)) return { type: 'MAP', entries: fieldsOf(value) }
  throw new NearsameError('SOLR_UPDATE', {
    expected: 'strings, numbers, booleans, dates, arrays and plain objects as values',
    got: value instanceof Date ? 'an invalid date' : Object.prototype.toString.call(value),
    where: `field ${name}`,
    fix: 'convert the value to one of them',
  })
}

function numberOf(value: number): SolrNumber {
  if (Number.isInteger(value) && isInt64(BigInt(value))) return numberValue('LONG', String(BigInt(value)))
  const literal = String(value)
  // Solr does not read long or whole numbers as doubles.
  const isShort = literal.length <= 20 && !Number.isInteger(value)
  return numberValue('DOUBLE', isShort ? literal : value.toExponential())
}
