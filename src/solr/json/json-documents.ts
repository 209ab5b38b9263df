/**
 * JSON documents: from an object of Solr's JSON to a document, in Solr's two ways.
 *
 * In update messages an object is a document. A nested object is an atomic update, or a child document if the schema
 * allows children and the object has several members or one that is a field. At `/update/json/docs` nested objects
 * are flattened into fields with dotted names, and nulls are dropped:
 *
 *     {"a": {"b": 1, "c": [2, {"d": 3}]}, "e": null}  ->  a.b = 1, a.c.d = 3, a.c = [2]
 *
 * Source: observed on Solr 9.10, classes JsonLoader and JsonRecordReader with their defaults (split `/`, all
 * fields by their full names).
 */

import type { SolrSchema } from '../fields/schema.ts'
import {
  childDocuments,
  refuseUpdateAs,
  type SolrDocument,
  type SolrField,
  type SolrValue,
} from '../messages/messages.ts'
import { isList, numberValue } from '../messages/values.ts'
import {
  ARRAY_END,
  ARRAY_START,
  BOOLEAN,
  eventNames,
  type Noggit,
  NULL,
  OBJECT_END,
  OBJECT_START,
} from './noggit.ts'
import { BIGNUMBER, LONG, NUMBER, STRING } from './noggit-values.ts'

const noChildren: readonly SolrDocument[] = Object.freeze([])

/** REQUIRES: the event of the parser is OBJECT_START. */
export function readDocument(parser: Noggit, schema: SolrSchema | undefined): SolrDocument {
  const fields: SolrField[] = []
  let children = noChildren
  while (parser.next() !== OBJECT_END) {
    const name = parser.string()
    if (name === childDocuments) children = children.concat(readChildren(parser, schema))
    else fields.push({ name, value: readValue(parser, parser.next(), name, schema) })
  }
  return { fields, children }
}

function readChildren(parser: Noggit, schema: SolrSchema | undefined): SolrDocument[] {
  checkEvent(parser, parser.next(), ARRAY_START)
  const children: SolrDocument[] = []
  for (let event = parser.next(); event !== ARRAY_END; event = parser.next()) {
    checkEvent(parser, event, OBJECT_START)
    children.push(readDocument(parser, schema))
  }
  return children
}

/** @throws NearsameError SOLR_UPDATE if the event is another one */
export function checkEvent(parser: Noggit, event: number, expected: number): void {
  if (event === expected) return
  const [wanted, got] = [eventNames[expected], eventNames[event]]
  throw refuseAt(parser, `Expected: ${wanted} but got ${got} at [${parser.position()}]`)
}

/** An answer of 400 with the position in the text. */
export function refuseAt(parser: Noggit, message: string): Error {
  return refuseUpdateAs(400, message, parser.place())
}

/** A value that is neither an object nor an array; undefined for other events. */
export function readScalar(parser: Noggit, event: number): SolrValue | undefined {
  switch (event) {
    case STRING:
      return parser.string()
    case LONG:
      return numberValue('LONG', parser.number())
    case NUMBER:
      return numberValue('DOUBLE', parser.number())
    case BIGNUMBER:
      return numberValue('BIGNUMBER', parser.number())
    case BOOLEAN:
      return parser.boolean()
    case NULL:
      return parser.null()
    default:
      return undefined
  }
}

/** REQUIRES: `event` is the last of the parser. */
export function readValue(
  parser: Noggit,
  event: number,
  field: string,
  schema: SolrSchema | undefined,
): SolrValue {
  const scalar = readScalar(parser, event)
  if (scalar !== undefined) return scalar
  if (event === OBJECT_START) return readObject(parser, schema)
  if (event !== ARRAY_START) {
    const what = `Unexpected ${eventNames[event]} at [${parser.position()}], field=${field}`
    throw refuseAt(parser, `Error parsing JSON field value. ${what}`)
  }
  const values: SolrValue[] = []
  for (let next = parser.next(); next !== ARRAY_END; next = parser.next()) {
    values.push(readValue(parser, next, field, schema))
  }
  return values
}

function readObject(parser: Noggit, schema: SolrSchema | undefined): SolrValue {
  const document = readDocument(parser, schema)
  if (schema?.takesChildren) {
    const names = new Set(document.fields.map(field => field.name))
    const [first] = names
    if (names.size !== 1 || schema.field(first) !== undefined) return { type: 'DOCUMENT', document }
  }
  return { type: 'MAP', entries: document.fields }
}

/** A document as `/update/json/docs` reads it. REQUIRES: the event of the parser is OBJECT_START. */
export function readFlatDocument(parser: Noggit): SolrDocument {
  const values = new Map<string, SolrValue>()
  readFlatMembers(parser, '', values)
  return { fields: [...values].map(([name, value]) => ({ name, value })), children: noChildren }
}

function readFlatMembers(parser: Noggit, prefix: string, values: Map<string, SolrValue>): void {
  while (parser.next() !== OBJECT_END) {
    const name = prefix + parser.string()
    const value = readFlatValue(parser, parser.next(), name, values)
    if (value === null) continue
    const known = values.get(name)
    // A list added to a list becomes one element of it.
    if (known === undefined) values.set(name, value)
    else values.set(name, [...(isList(known) ? known : [known]), value])
  }
}

/** The value directly under `name`; null if there is none. Nested objects add theirs under longer names. */
function readFlatValue(
  parser: Noggit,
  event: number,
  name: string,
  values: Map<string, SolrValue>,
): SolrValue {
  const scalar = readScalar(parser, event)
  if (scalar !== undefined) return scalar
  if (event === OBJECT_START) {
    readFlatMembers(parser, `${name}.`, values)
    return null
  }
  if (event !== ARRAY_START) {
    throw refuseAt(parser, `Error parsing JSON field value. Unexpected ${eventNames[event]}`)
  }
  const list: SolrValue[] = []
  for (let next = parser.next(); next !== ARRAY_END; next = parser.next()) {
    const value = readFlatValue(parser, next, name, values)
    if (value !== null) list.push(value)
  }
  return list.length === 0 ? null : list
}
