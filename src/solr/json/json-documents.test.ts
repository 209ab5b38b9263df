/** Documents from objects: atomic updates or children, by the schema, and flattened as at /update/json/docs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SolrSchema } from '../fields/schema.ts'
import { solrErrorOf } from '../messages/messages.ts'
import { valueText } from '../messages/values.ts'
import { JsonReader } from './json-reader.ts'

const nested: SolrSchema = {
  uniqueKey: 'id',
  takesChildren: true,
  field: name =>
    name === 'set'
      ? undefined
      : { name, isIndexed: true, isMultiValued: false, className: '', typeName: 'string', isTerm: true },
}

/** Fields as `name text` of one document. */
function fields(json: string, reader = new JsonReader()): string[] {
  const [command] = [...reader.push(`[${json}]`), ...reader.end()]
  return command.kind === 'add'
    ? command.document.fields.map(({ name, value }) => `${name} ${valueText(value)}`)
    : []
}

test('values keep their types', () => {
  assert.deepEqual(fields('{"a":"1","b":1.50,"c":[1,[null]],"d":true,"e":12345678901234567890}'), [
    'a 1',
    'b 1.5',
    'c [1, [null]]',
    'd true',
    'e 12345678901234567890',
  ])
})

test('a nested object is an atomic update, or a child if the schema allows children', () => {
  const json = '{"a":{"set":1},"b":{"id":"2","x":1},"c":{"x":1}}'
  assert.deepEqual(fields(json), ['a {set=1}', 'b {id=2, x=1}', 'c {x=1}'])
  assert.deepEqual(fields(json, new JsonReader({ schema: nested })), [
    'a {set=1}',
    'b SolrInputDocument(fields: [id=2, x=1])',
    'c SolrInputDocument(fields: [x=1])',
  ])
})

test('child documents are not a field', () => {
  const reader = new JsonReader()
  const [command] = reader.push(
    '[{"id":"1","_childDocuments_":[{"id":"2"},{"id":"3"}],"_childDocuments_":[{"id":"4"}]}]',
  )
  assert(command.kind === 'add')
  assert.deepEqual(
    [command.document.fields.length, command.document.children.map(child => child.fields[0].value)],
    [1, ['2', '3', '4']],
  )
})

test('flattens objects and drops nulls', () => {
  const flat = (json: string) => fields(json, new JsonReader({ form: 'documents' }))
  assert.deepEqual(flat('{"a":{"b":1,"c":[2,{"d":3}]},"e":null,"f":[null]}'), [
    'a.b 1',
    'a.c.d 3',
    'a.c [2]',
  ])
  assert.deepEqual(flat('{"a":[{"b":[1,2]},{"b":[3]},{"b":4}]}'), ['a.b [1, 2, [3], 4]'])
  assert.deepEqual(flat('{"a":"x","a":["y"],"b":[[1],[]]}'), ['a [x, [y]]', 'b [[1]]'])
})

test('refuses anything that cannot start a value', () => {
  const refusal = (json: string, reader = new JsonReader()) => {
    try {
      return fields(json, reader)
    } catch (error) {
      return solrErrorOf(error)?.message
    }
  }
  assert.equal(refusal('{"a":,}'), 'Error parsing JSON field value. Unexpected ARRAY_END at [8], field=a')
  assert.equal(refusal('{"_childDocuments_":1}'), 'Expected: ARRAY_START but got LONG at [22]')
  assert.equal(refusal('{"_childDocuments_":[1]}'), 'Expected: OBJECT_START but got LONG at [23]')
  assert.equal(
    refusal('{"a":,}', new JsonReader({ form: 'documents' })),
    'Error parsing JSON field value. Unexpected ARRAY_END',
  )
})
