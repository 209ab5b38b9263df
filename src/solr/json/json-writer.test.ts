/** Written JSON reads as the same documents and commands. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import type { SolrField, SolrValue } from '../messages/messages.ts'
import { dateValue, documentOf, mergedFields, numberValue, valueText } from '../messages/values.ts'
import { readUpdateText } from '../read-updates.ts'
import { commandsToJson, commandToJson, documentToJson, valueToJson } from './json-writer.ts'

test('numbers keep their spelling where JSON allows it', () => {
  const literals = [
    '1.50',
    '1e400',
    '-0',
    '0.0001',
    '12345678901234567890123456',
    '-01',
    '1.',
    '-00',
    '1.e3',
    '-1.5E+3',
  ]
  const [command] = readUpdateText(`[{"a":[${literals}]}]`)
  assert(command.kind === 'add')
  assert.equal(
    documentToJson(command.document),
    '{"a":[1.50,1e400,-0,0.0001,12345678901234567890123456,-1,1.0,0,1000.0,-1.5E+3]}',
  )
  // A number this long is a text in Solr, too.
  assert.equal(
    valueToJson(numberValue('BIGNUMBER', '-012345678901234567890123')),
    '"-012345678901234567890123"',
  )
  assert.equal(valueToJson(numberValue('DOUBLE', 'NaN')), '"NaN"')
  assert.equal(valueToJson(dateValue(new Date(0))), '"1970-01-01T00:00:00.000Z"')
})

test('fields of one name are merged, children and maps keep their places', () => {
  const [command] = readUpdateText(
    '<add><doc><field name="a">1</field><field name="b" update="set">x</field><field name="a">2</field><doc><field name="c">"é\u2028</field></doc></doc></add>',
    { format: 'xml' },
  )
  assert.equal(
    commandToJson(command),
    '"add":{"doc":{"a":["1","2"],"b":{"set":"x"},"_childDocuments_":[{"c":"\\"é\u2028"}]}}',
  )
})

test('commands are one message', () => {
  const message =
    '{"add":{"doc":{"id":"1"},"overwrite":true,"commitWithin":7},"delete":{"id":"2","_version_":-5},"delete":{"query":"*:*"},"commit":{"openSearcher":false},"rollback":{}}'
  assert.equal(commandsToJson(readUpdateText(message)), message)
  assert.equal(
    commandsToJson([{ kind: 'delete', ids: [], queries: [], commitWithin: undefined }]),
    '{"delete":[]}',
  )
})

test('merges many fields of one name, too', () => {
  const fields: SolrField[] = Array.from({ length: 40 }, (_, i) => ({
    name: `f${i % 39}`,
    value: String(i),
  }))
  assert.match(documentToJson({ fields, children: [] }), /^\{"f0":\["0","39"\],"f1":"1",/)
})

const names = fc.constantFrom('a', 'b', 'a b', '\ud800', '"')
const scalars = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.double(),
)
const objects = fc.dictionary(names, fc.oneof(scalars, fc.array(scalars, { maxLength: 3 })), { maxKeys: 4 })

test('a document has the same texts after writing and reading', () => {
  const texts = (fields: readonly SolrField[]) =>
    [...mergedFields(fields)].map(([name, value]: [string, SolrValue]) => `${name} ${valueText(value)}`)
  const property = fc.property(objects, object => {
    const document = documentOf(object)
    const [command] = readUpdateText(`[${documentToJson(document)}]`)
    assert(command.kind === 'add')
    assert.deepEqual(texts(command.document.fields), texts(document.fields))
  })
  fc.assert(property, { numRuns: runs(1500), seed: 8 })
})

test('refuses values that JSON cannot represent', () => {
  for (const stray of [undefined, Symbol('x'), () => 1] as never[]) {
    for (const command of [
      { kind: 'delete', ids: [{ id: stray }], queries: [] },
      { kind: 'delete', ids: [], queries: [stray] },
      { kind: 'commit', params: [{ name: stray, value: 'x' }] },
      { kind: 'commit', params: [{ name: 'a', value: [stray] }] },
    ])
      assert.throws(() => commandToJson(command as never), /OPTION_VALUE: expected a part of/)
  }
})
