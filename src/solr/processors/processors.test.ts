/** Processors before a signature: each result was given by a real Solr 9.10. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schema as schemaXml } from '../../../test/solr/solr-requests.ts'
import { parseSolrConfig } from '../chain/config.ts'
import { updateChain } from '../chain/update-chain.ts'
import { parseSolrSchema } from '../fields/schema.ts'
import { documentToJson } from '../json/json-writer.ts'
import { solrErrorOf } from '../messages/messages.ts'
import { readUpdateText } from '../read-updates.ts'

const schema = parseSolrSchema(schemaXml)

function processor(name: string, settings: string): string {
  return `<processor class="solr.${name}UpdateProcessorFactory">${settings}</processor>`
}

function str(name: string, value: string): string {
  return `<str name="${name}">${value}</str>`
}

/** What the processors make of a document, without its id and signature; or Solr's refusal. */
function after(processors: string, document: string, withSchema = true): string {
  const signature = processor('Signature', str('signatureField', 'sig') + str('fields', 'id'))
  const run = processor('Run', '')
  try {
    const { chains } = parseSolrConfig(
      `<config><updateRequestProcessorChain name="c">${processors}${signature}${run}</updateRequestProcessorChain></config>`,
    )
    const chain = updateChain(chains[0], withSchema ? { schema: { ...schema, takesChildren: false } } : {})
    const [event] = chain.take(readUpdateText(`[${document}]`)[0])
    const { fields } = event.kind === 'document' ? event.command.document : { fields: [] }
    return documentToJson({ fields: fields.filter(({ name }) => name !== 'sig'), children: [] })
  } catch (error) {
    const answer = solrErrorOf(error)
    return answer ? `${answer.code} ${answer.message}` : (error as Error).message
  }
}

test('Trim and RemoveBlank take each value by itself', () => {
  const document = '{"a_ss":[" p ","",null," "],"b_s":"\\t","c_s":null,"n_i":[],"d_ss":[null,"q"]}'
  assert.equal(
    after(processor('TrimField', ''), document),
    '{"a_ss":["p","",null,""],"b_s":"","c_s":null,"d_ss":"q"}',
  )
  assert.equal(
    after(processor('RemoveBlankField', ''), document),
    '{"a_ss":[" p ",null," "],"b_s":"\\t","c_s":null,"d_ss":"q"}',
  )
  // Java's trim keeps a no-break space, and numbers are no texts.
  assert.equal(after(processor('TrimField', ''), '{"a_s":"\u00a0x ","n_i":5}'), '{"a_s":"\u00a0x","n_i":5}')
})

test('FirstFieldValue, LastFieldValue and HTMLStrip change only selected fields', () => {
  const document = '{"a_ss":["<b>p</b>","q"],"b_ss":[1,2],"c_s":"x"}'
  for (const name of ['FirstFieldValue', 'LastFieldValue', 'HTMLStripField'])
    assert.equal(after(processor(name, ''), document), document)
  const names = str('fieldName', 'a_ss') + str('fieldName', 'c_s')
  assert.equal(
    after(processor('FirstFieldValue', names), document),
    '{"a_ss":["<b>p</b>"],"b_ss":[1,2],"c_s":"x"}',
  )
  assert.equal(after(processor('LastFieldValue', names), document), '{"a_ss":["q"],"b_ss":[1,2],"c_s":"x"}')
  assert.equal(
    after(processor('HTMLStripField', names), document),
    '{"a_ss":["p","q"],"b_ss":[1,2],"c_s":"x"}',
  )
})

test('Concat joins the values of single texts, with nulls as text', () => {
  const document = '{"a_s":["p",null,1.50],"b_ss":["p","q"],"n_i":[1,2],"c_t":[["p","q"],"r"]}'
  assert.equal(
    after(processor('ConcatField', ''), document),
    '{"a_s":"p, null, 1.5","b_ss":["p","q"],"n_i":[1,2],"c_t":"[p, q], r"}',
  )
  assert.equal(
    after(processor('ConcatField', str('delimiter', '') + str('fieldRegex', 'b.*')), document),
    '{"a_s":["p",null,1.50],"b_ss":"pq","n_i":[1,2],"c_t":[["p","q"],"r"]}',
  )
  assert.match(
    after(processor('ConcatField', ''), document, false),
    /^SOLR_CHAIN: expected the schema, .*got none/,
  )
})

test('CloneField adds values behind those of the destination, new fields at the end', () => {
  const document = '{"a_s":"p","b_ss":["q","r"],"t_s":"s"}'
  const clone = (settings: string) => after(processor('CloneField', settings), document)
  const source = '<arr name="source"><str>a_s</str><str>b_ss</str></arr>'
  assert.equal(clone(source + str('dest', 't_s')), '{"a_s":"p","b_ss":["q","r"],"t_s":["s","p","q","r"]}')
  assert.equal(
    clone(source + str('dest', 'new')),
    '{"a_s":"p","b_ss":["q","r"],"t_s":"s","new":["p","q","r"]}',
  )
  // In the order of a Java hash map.
  assert.equal(
    clone(str('pattern', '^(.)_(s+)$') + str('replacement', 'k_$1')),
    '{"a_s":"p","b_ss":["q","r"],"t_s":"s","k_t":"s","k_a":"p","k_b":["q","r"]}',
  )
  const regex =
    '<lst name="source"><str name="fieldRegex">.*</str><lst name="exclude"><str name="typeName">string</str></lst></lst>'
  assert.equal(clone(regex + str('dest', 'new')), document)
  assert.equal(
    clone(str('source', 'b_ss') + str('dest', 'b_ss')),
    '500 java.util.ConcurrentModificationException',
  )
})

test('a selector needs one of each kind, and unknown fields have any type', () => {
  const document = '{"a_s":" p ","b_t":" p ","n_i":" p ","zz":" p "}'
  const trim = (settings: string) =>
    after(processor('TrimField', settings), document).replaceAll(/"|_.|[{}]/g, '')
  assert.equal(trim(str('typeClass', 'solr.TextField')), 'a: p ,b:p,n: p ,zz:p')
  assert.equal(trim(str('typeClass', 'solr.PrimitiveFieldType')), 'a:p,b: p ,n:p,zz:p')
  assert.equal(trim(str('typeName', 'pint') + str('fieldName', 'n_i')), 'a: p ,b: p ,n:p,zz: p ')
  assert.equal(trim('<bool name="fieldNameMatchesSchemaField">false</bool>'), 'a: p ,b: p ,n: p ,zz:p')
  assert.equal(trim('<lst name="exclude"/>'), 'a:p,b:p,n:p,zz:p')
  assert.equal(trim(`<lst name="exclude">${str('fieldRegex', '[a-z]_.')}</lst>`), 'a: p ,b: p ,n: p ,zz:p')
})

test('refuses settings with which Solr does not start', () => {
  const refusals: readonly (readonly [name: string, settings: string, refusal: string])[] = [
    ['TrimField', str('zz', 'x'), "500 Unexpected init param(s): 'zz'"],
    [
      'TrimField',
      '<bool name="fieldName">true</bool>',
      "500 init arg 'fieldName' must be a string (ie: 'str'), or an array",
    ],
    ['TrimField', str('exclude', 'x'), "500 'exclude' init param must be <lst/>"],
    [
      'TrimField',
      `<lst name="exclude">${str('zz', 'x')}</lst>`,
      "500 Unexpected 'exclude' init sub-param(s): 'zz'",
    ],
    ['CloneField', str('source', 'x'), "500 A combination of either 'source' + 'dest'"],
    [
      'CloneField',
      str('source', 'x') + str('dest', 'y') + str('pattern', 'z'),
      '500 Short hand syntax must not be mixed',
    ],
  ]
  for (const [name, settings, refusal] of refusals)
    assert.equal(after(processor(name, settings), '{}').slice(0, refusal.length), refusal)
})

test('refuses what has no equal here', () => {
  const pattern = after(processor('TrimField', str('fieldRegex', '(?i)a')), '{}')
  assert.match(pattern, /^SOLR_CHAIN: .*got \(\?i\)a\. To fix: write it without flags/)
  const type = after(processor('TrimField', str('typeClass', 'com.example.Mine')), '{}')
  assert.match(type, /^SOLR_CHAIN: .*got com\.example\.Mine/)
  const custom = '<processor class="com.example.TrimFieldUpdateProcessorFactory"/>'
  assert.match(
    after(custom, '{}'),
    /^SOLR_CHAIN: .*got com\.example\.TrimFieldUpdateProcessorFactory, at updateRequest/,
  )
})
