/** Fields of a schema, by name and by pattern. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schema as recorded } from '../../../test/solr/solr-requests.ts'
import { parseSolrSchema } from './schema.ts'

test('the schema of the recorded scenarios', () => {
  const schema = parseSolrSchema(recorded)
  const flags = (name: string) => {
    const field = schema.field(name)
    return field && [field.isIndexed, field.isMultiValued, field.isTerm]
  }
  assert.deepEqual([schema.uniqueKey, schema.takesChildren, schema.requiresKey], ['id', false, true])
  assert.deepEqual(flags('sig'), [true, false, true])
  assert.deepEqual(flags('sig_many'), [true, true, true])
  assert.deepEqual(flags('sig_unindexed'), [false, false, true])
  assert.deepEqual(flags('sig_text_broken'), [true, false, false])
  assert.deepEqual(flags('anything_ss'), [true, true, true])
  assert.deepEqual(flags('n_dv'), [false, false, false])
  assert.equal(schema.field('anything_ss')?.name, 'anything_ss')
  assert.equal(flags('unknown'), undefined)
})

test('the longest pattern wins, and a field inherits the properties of its type', () => {
  const schema = parseSolrSchema(`<schema version="1.6">
    <types><fieldtype name="s" class="org.apache.solr.schema.StrField" multiValued="true" indexed="false"/>
      <fieldType name="k" class="solr.TextField"><analyzer><tokenizer class="solr.KeywordTokenizerFactory"/></analyzer></fieldType>
      <fieldType name="l" class="solr.TextField"><analyzer><tokenizer name="keyword"/><filter name="lowercase"/></analyzer></fieldType>
      <fieldType name="n" class="solr.TextField"/></types>
    <fields><dynamicField name="*" type="s"/><dynamicField name="a_*" type="k"/><dynamicField name="*_bb" type="l"/>
      <field name="x" type="n" indexed="\${ix:false}"/><field name="y" type="s" indexed="true" multiValued="false"/></fields>
    <uniqueKey> y </uniqueKey></schema>`)
  const className = (name: string) => schema.field(name)?.className
  assert.deepEqual(['z', 'a_z', 'a_bb'].map(className), [
    'org.apache.solr.schema.StrField',
    'solr.TextField',
    'solr.TextField',
  ])
  assert.deepEqual(
    ['z', 'a_z', 'a_bb', 'x', 'y'].map(name => schema.field(name)?.isTerm),
    [true, true, true, true, true],
  )
  assert.deepEqual([schema.field('z')?.isIndexed, schema.field('z')?.isMultiValued], [false, true])
  assert.deepEqual([schema.field('x')?.isIndexed, schema.field('y')?.isMultiValued], [false, false])
  // The pattern of all names makes `_root_` a field with the type of the key.
  assert.deepEqual([schema.uniqueKey, schema.takesChildren], ['y', true])
})

test('without a version fields are multi-valued, without a key there are no children', () => {
  const schema = parseSolrSchema(
    '<schema><field name="a" type="s"/><fieldType name="s" class="solr.StrField"/></schema>',
  )
  assert.deepEqual(
    [schema.field('a')?.isMultiValued, schema.uniqueKey, schema.takesChildren],
    [true, undefined, false],
  )
})

test('refuses a field with an unknown type', () => {
  assert.throws(() => parseSolrSchema('<schema><field name="a" type="b"/></schema>'), {
    message:
      "SOLR_CONFIG: expected a configuration with which Solr starts, got Unknown fieldType 'b' specified on field a, at field a. To fix: correct the configuration.",
  })
})
