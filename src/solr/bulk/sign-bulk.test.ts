/** Bulk bodies, compared byte for byte. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { type GivenSignatureSettings, givenSettings, signatureOf } from '../chain/signature-processor.ts'
import { solrErrorOf } from '../messages/messages.ts'
import { documentOf } from '../messages/values.ts'
import { type BulkOptions, signBulk } from './sign-bulk.ts'

const given: GivenSignatureSettings = {
  fields: 'title,body',
  signatureField: 'sig',
  signatureClass: 'MD5Signature',
}
const settings = givenSettings(given)
const signature = (object: Record<string, unknown>) => signatureOf(settings, documentOf(object)).signature
const p = signature({ title: 'p' })
const q = signature({ title: 'q' })

function signed(lines: readonly string[], options?: BulkOptions): string[] {
  const body = signBulk(`${lines.join('\n')}\n`, settings, options)
  assert(body.endsWith('\n') || body === '')
  return body.split('\n').slice(0, -1)
}

test('a signature is added at the end of each source, the rest is unchanged', () => {
  assert.deepEqual(
    signed([
      '{ "index" : { "_index" : "a", "_id" : "1", "version": 9007199254740993 } }',
      '{ "title" : "p", "n": 1.50 }',
      '{"delete":{"_index":"a","_id":"2"}}',
      '{"create":{"_index":"a"}}',
      '{"title":"q"}\r',
    ]),
    [
      '{ "index" : { "_index" : "a", "_id" : "1", "version": 9007199254740993 } }',
      `{ "title" : "p", "n": 1.50 ,"sig":"${p}"}`,
      '{"delete":{"_index":"a","_id":"2"}}',
      '{"create":{"_index":"a"}}',
      `{"title":"q","sig":"${q}"}\r`,
    ],
  )
})

test('an existing signature is replaced, numbers keep their spelling', () => {
  assert.deepEqual(
    signed(['{"index":{}}', '{"sig":"old","n":1.50,"title":"p"}'])[1],
    `{"n":1.50,"title":"p","sig":"${p}"}`,
  )
})

test('the result ends with a line feed even if the body does not', () => {
  assert.equal(
    signBulk('{"index":{}}\n{"title":"p"}', settings),
    `{"index":{}}\n{"title":"p","sig":"${p}"}\n`,
  )
  assert.equal(signBulk('\n', settings), '')
})

test("documents without content get no signature, except in Solr's mode", () => {
  const lines = ['{"index":{}}', '{"n":1}', '{"index":{}}', '{}', '{"index":{}}', '{"title":""}']
  assert.deepEqual(signed(lines), lines)
  const asSolr = signed(lines, { compatibility: 'solr' })
  assert.equal(asSolr[1], '{"n":1,"sig":"d41d8cd98f00b204e9800998ecf8427e"}')
  assert.equal(asSolr[3], '{"sig":"d41d8cd98f00b204e9800998ecf8427e"}')
})

test("documents with empty or null fields do not delete each other, except in Solr's mode", () => {
  for (const signatureClass of ['Lookup3Signature', 'MD5Signature', 'TextProfileSignature']) {
    for (const value of ['""', '["",""]', 'null', '{}']) {
      const lines = ['1', '2'].flatMap(id => [`{"index":{"_id":"${id}"}}`, `{"title":${value}}`])
      const sign = (options: BulkOptions) =>
        signBulk(`${lines.join('\n')}\n`, givenSettings({ ...given, signatureClass }), options)
      assert.equal(sign({ deletesReplaced: true }), `${lines.join('\n')}\n`)
      assert.match(sign({ deletesReplaced: true, compatibility: 'solr' }), /{"delete":{"_id":"1"}}/)
    }
  }
})

test('dotted names reach into objects, and an object can be a value', () => {
  const inner = givenSettings({ ...given, fields: 'a.b' })
  const expected = signatureOf(inner, documentOf({ 'a.b': 'x' })).signature
  const source = (text: string) => signBulk(`{"index":{}}\n${text}\n`, inner).split('\n')[1]
  assert.equal(source('{"a":{"b":"x"}}'), `{"a":{"b":"x"},"sig":"${expected}"}`)
  assert.equal(source('{"a.b":"x"}'), `{"a.b":"x","sig":"${expected}"}`)
  const object = signatureOf(inner, documentOf({ 'a.b': '{c=1}' })).signature
  assert.equal(source('{"a":{"b":{"c":1}}}'), `{"a":{"b":{"c":1}},"sig":"${object}"}`)
})

test('without named fields, all fields but the signature itself are signed', () => {
  const all = givenSettings({ signatureField: 'sig' })
  const first = signBulk('{"index":{}}\n{"a":"1","b":{"c":2}}\n', all)
  assert.equal(
    signBulk(first, all),
    first.replace(/.*\n$/, line => line),
  )
})

test('the signature as id', () => {
  const options: BulkOptions = { documentId: 'signature' }
  assert.deepEqual(signed(['{"index":{"_index":"a"}}', '{"title":"p"}'], options), [
    `{"index":{"_index":"a","_id":"${p}"}}`,
    `{"title":"p","sig":"${p}"}`,
  ])
  assert.throws(() => signed(['{"index":{"_id":"1"}}', '{"title":"p"}'], options), {
    message:
      'BULK_FORMAT: expected an action without _id, since the signature becomes the _id, got 1, at line 1. To fix: leave out `_id`, or set `documentId` to keep.',
  })
})

test('where the signature becomes the id, a document without content has none of its own either', () => {
  const lines = (id: string) => [`{"index":{"_id":${id}}}`, '{"n":1}']
  const options: BulkOptions = { documentId: 'signature' }
  assert.deepEqual(signed(lines('null'), options), lines('null'))
  assert.throws(
    () => signed(lines('"1"'), options),
    /BULK_FORMAT: expected an action without _id, .* line 1\./,
  )
})

const index = (id: string, name = 'a') => `{"index":{"_index":"${name}","_id":"${id}"}}`
const create = (id: string) => `{"create":{"_index":"a","_id":"${id}"}}`
const remove = (id: string) => `{"delete":{"_index":"a","_id":"${id}"}}`
const [p1, q1] = ['{"title":"p"}', '{"title":"q"}']

/** The actions of a signed body, without its sources. */
function actionsOf(...lines: string[]): string[] {
  return signed(lines, { deletesReplaced: true }).filter(line => !/title|"doc"|"n"/.test(line))
}

test('deletes replaced documents of the body after the one that replaces them', () => {
  assert.deepEqual(
    actionsOf(index('1'), p1, index('2'), p1, index('2'), p1, index('3', 'b'), p1, index('4'), p1),
    [index('1'), index('2'), remove('1'), index('2'), index('3', 'b'), index('4'), remove('2')],
  )
  const [, source, deletion] = signed([index('1'), p1, index('2'), p1], { deletesReplaced: true }).slice(2)
  assert.match(`${source}`, /"sig"/)
  assert.equal(deletion, remove('1'))
  assert.deepEqual(actionsOf(index('1'), p1, '{"index":{"_index":"a"}}', p1), [
    index('1'),
    '{"index":{"_index":"a"}}',
    remove('1'),
  ])
})

test('an id that got another text, or none, is not deleted for its former one', () => {
  assert.deepEqual(actionsOf(index('1'), p1, index('1'), q1, index('2'), p1), [
    index('1'),
    index('1'),
    index('2'),
  ])
  assert.deepEqual(actionsOf(index('1'), p1, index('1'), '{"n":1}', index('2'), p1).slice(2), [index('2')])
  assert.deepEqual(actionsOf(index('1'), p1, remove('1'), index('2'), p1), [
    index('1'),
    remove('1'),
    index('2'),
  ])
  const doc = '{"doc":{"n":1}}'
  const update = '{"update":{"_index":"a","_id":"1"}}'
  const upsert = '{"upsert":{"n":1}}'
  assert.deepEqual(actionsOf(index('1'), p1, update, upsert, index('2'), p1).slice(2), [index('2')])
  assert.deepEqual(actionsOf(index('1'), p1, update, doc, index('2'), p1).slice(2), [
    index('2'),
    remove('1'),
  ])
  // Another name may be the same index.
  assert.deepEqual(actionsOf(index('1'), p1, index('1', 'b'), q1, index('2'), p1).slice(2), [index('2')])
})

test('an action that may fail deletes nothing, and is not deleted', () => {
  assert.deepEqual(actionsOf(index('1'), p1, create('2'), p1), [index('1'), create('2')])
  assert.deepEqual(actionsOf(create('1'), p1, index('2'), p1), [create('1'), index('2')])
  assert.deepEqual(actionsOf(index('1'), q1, create('1'), p1, index('2'), q1).slice(2), [index('2')])
  for (const condition of ['"if_seq_no":3,"if_primary_term":1', '"version":2', '"pipeline":"x"']) {
    const conditional = `{"index":{"_index":"a","_id":"2",${condition}}}`
    assert.deepEqual(actionsOf(index('1'), p1, conditional, p1, index('3'), p1).slice(2), [
      index('3'),
      remove('1'),
    ])
  }
})

type Held = Map<string, { text: string; isCertain: boolean }>

/** What an index holds after a body; `create` fails where it has the id. `replaces`: as the chain, but for `create`. */
function applied(
  lines: readonly string[],
  before: Readonly<Record<string, string>>,
  replaces: boolean,
): Held {
  const held: Held = new Map(Object.entries(before).map(([id, text]) => [id, { text, isCertain: false }]))
  for (let i = 0; i < lines.length; i++) {
    const [[kind, { _id }]] = Object.entries<{ _id: string }>(JSON.parse(lines[i]))
    if (kind === 'delete') {
      held.delete(_id)
      continue
    }
    const { title: text } = JSON.parse(lines[++i])
    const isCertain = kind !== 'create'
    const had = held.get(_id)
    if (!isCertain && had) had.isCertain = false
    else held.set(_id, { text, isCertain })
    if (!isCertain || !replaces) continue
    for (const [id, one] of held) if (id !== _id && one.isCertain && one.text === text) held.delete(id)
  }
  return held
}

test('after a body an index holds what the chain leaves, and more only where an action may fail', () => {
  const kind = fc.constantFrom('index', 'index', 'create', 'delete')
  const action = fc.tuple(kind, fc.constantFrom('1', '2', '3'), fc.constantFrom('p', 'q', 'r'))
  const known = fc.dictionary(fc.constantFrom('1', '2', '3'), fc.constantFrom('p', 'q', 'x'))
  fc.assert(
    fc.property(fc.array(action, { maxLength: 8 }), known, (actions, before) => {
      const lines = actions.flatMap(([name, _id, title]) => [
        JSON.stringify({ [name]: { _id } }),
        ...(name === 'delete' ? [] : [JSON.stringify({ title })]),
      ])
      const texts = (held: Held) => [...held].map(([id, { text }]) => `${id}=${text}`).sort()
      const left = applied(signed(lines, { deletesReplaced: true }), before, false)
      assert.deepEqual(texts(left), texts(applied(lines, before, true)))
    }),
    { numRuns: runs(3000), seed: 7 },
  )
})

test('accepts updates of other fields, refuses updates of signed fields', () => {
  const other = ['{"update":{"_id":"1"}}', '{"doc":{"n":2},"doc_as_upsert":true}']
  assert.deepEqual(signed(other), other)
  try {
    signed(['{"update":{"_id":"1"}}', '{"doc":{"title":"r"}}'])
    assert.fail('not refused')
  } catch (error) {
    assert.equal(solrErrorOf(error)?.code, 500)
    assert.match(
      (error as Error).message,
      /^SOLR_UPDATE: expected a document that can be signed, got Can't use SignatureUpdateProcessor .*: title, at line 2\. To fix: send the whole document/,
    )
  }
})

test('signs the document that an update makes if there is none', () => {
  const update = '{"update":{"_id":"1"}}'
  assert.deepEqual(
    signed([
      update,
      '{"upsert":{"title":"p","sig":"old","n":1.50},"detect_noop":false}',
      update,
      '{"upsert":{"n":1}}',
    ]),
    [
      update,
      `{"detect_noop":false,"upsert":{"title":"p","n":1.50,"sig":"${p}"}}`,
      update,
      '{"upsert":{"n":1}}',
    ],
  )
})

test('refuses an update by a script, which would pass without a signature of what it makes', () => {
  const update = '{"update":{"_id":"7"}}'
  for (const script of ['"ctx._source.n++"', '{"id":"stored"}', 'null']) {
    const lines = [index('6'), q1, update, `{"upsert":{"title":"q"},"script":${script}}`]
    const message =
      'SOLR_UPDATE: expected a document that can be signed, got one with a script, whose effect is unknown, at line 4. To fix: send the whole document with `index`, or correct the settings of the signature.'
    assert.throws(() => signed(lines), { message })
  }
})

test('refuses a signature field whose value would take the place of a signed one', () => {
  const sign = (fields: string, signatureField: string) =>
    signBulk(`${index('1')}\n{"name":{"de":"a"}}\n`, givenSettings({ fields, signatureField }))
  const start = 'OPTION_VALUE: expected `signatureField` to be none of the signed fields, got'
  const end = '. To fix: choose another `signatureField`.'
  assert.throws(() => sign('town,name', 'name'), {
    message: `${start} "name", which would overwrite "name"${end}`,
  })
  assert.throws(() => sign('name.de', 'name'), {
    message: `${start} "name", which would overwrite "name.de"${end}`,
  })
  assert.match(sign('name.de', 'names'), /"names":"/)
})

test('refuses lines that are neither an action nor a source, or are not JSON', () => {
  const got = (...lines: string[]) => {
    try {
      return signed(lines)
    } catch (error) {
      return (error as Error).message.replace(/^.*?, got (.*)\. To fix.*$/s, '$1')
    }
  }
  assert.equal(got('{"title":"p"}'), '{"title":"p"}, at line 1')
  assert.equal(got('{"delete":{}}', '{"index":1}'), '{"index":1}, at line 2')
  assert.equal(got('{"index":{}}'), 'none, at line 1')
  assert.equal(got('{"index":{}}', '', '{"title":"p"}'), 'none, at line 1')
  assert.equal(got('{"index":{}}', '[1]'), '[1], at line 2')
  assert.equal(got('{"index":{}}', '{"a":1}{"b":2}'), 'more text after it, at line 2')
  assert.match(String(got('{"index":{}}', '{"a"')), /^Expected key,value separator ':': .*, at line 2$/)
})
