/** Values a field cannot have: each message comes from a real Solr 9.10. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isJavaException } from '../../methods/java/java-exception.ts'
import { documentOf } from '../messages/values.ts'
import { parseSolrSchema } from './schema.ts'
import { checkSignatureValues } from './signature-values.ts'

function refusal(className: string, value: unknown): unknown {
  const schema = parseSolrSchema(`<schema version="1.6"><uniqueKey>id</uniqueKey>
    <fieldType name="t" class="${className}"/><fieldType name="s" class="solr.StrField"/>
    <field name="id" type="s"/><field name="f" type="t"/><field name="many" type="t" multiValued="true"/></schema>`)
  try {
    for (const name of ['f', 'many'])
      checkSignatureValues(documentOf({ id: '1', f: value }), schema, [name])
    return undefined
  } catch (error) {
    return isJavaException(error) ? [error.code, error.message] : error
  }
}

const signature = '3796447b7dec509e'
const adding = `ERROR: [doc=1] Error adding field 'f'='${signature}' msg=`

test('refuses a signature in a field of numbers, instants or UUIDs', () => {
  for (const name of [
    'IntPointField',
    'LongPointField',
    'FloatPointField',
    'DoublePointField',
    'TrieLongField',
  ])
    assert.deepEqual(refusal(`solr.${name}`, signature), [400, `${adding}For input string: "${signature}"`])
  assert.deepEqual(refusal('solr.DatePointField', signature), [
    400,
    `${adding}Invalid Date String:'${signature}'`,
  ])
  assert.deepEqual(refusal('solr.UUIDField', signature), [
    400,
    `${adding}Invalid UUID String: '${signature}'`,
  ])
})

test('accepts a signature that reads as a number, texts of any other type, and values of a client', () => {
  for (const name of ['LongPointField', 'DoublePointField'])
    assert.equal(refusal(`solr.${name}`, '0000000000000000'), undefined)
  assert.equal(refusal('solr.DoublePointField', '123456789012e345'), undefined)
  assert.equal(refusal('solr.StrField', signature), undefined)
  assert.equal(refusal('solr.LongPointField', 5), undefined)
  assert.equal(refusal('solr.DatePointField', '2024-01-01T00:00:00Z'), undefined)
})

test('refuses several values in a single-valued field, and reports the first problem', () => {
  const several = 'ERROR: [doc=1] multiple values encountered for non multiValued field f:'
  assert.deepEqual(refusal('solr.LongPointField', [5, signature]), [400, `${several} [5, ${signature}]`])
})
