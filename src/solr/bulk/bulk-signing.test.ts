/** Bulk bodies, compared byte for byte; fingerprints by Python's hashlib. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GivenBulkSignOptions, resolveBulkSignOptions, signerOf } from '../elastic/sign-options.ts'
import { sourceSigner } from '../elastic/source-signing.ts'
import { BulkReplacement } from './bulk-replacement.ts'
import { type BulkItem, BulkSigning, isRefused } from './bulk-signing.ts'

const titleAndBody: GivenBulkSignOptions = { fields: ['title', 'body'] }
/** SHA-1 of the body "second" and the title "first". */
const print = 'bfINjj7joIvV8d8ynnbzQt9tup4='
const both = '"title":"first","body":"second"'

function itemsOf(lines: readonly string[], given = titleAndBody): BulkItem[] {
  const options = resolveBulkSignOptions(given)
  const signing = new BulkSigning(sourceSigner(signerOf(options)), options.documentId === 'fingerprint')
  const items = lines.map(line => signing.take(line)).filter(item => item !== undefined)
  signing.end()
  return items
}

/** The lines of the signed body; refused items are an error. */
function signed(lines: readonly string[], given?: GivenBulkSignOptions): string[] {
  return itemsOf(lines, given).flatMap(item => {
    if (isRefused(item)) throw item.error
    return item.lines
  })
}

/** An update with its outcome, or the message of its refusal. */
function update(source: string, given?: GivenBulkSignOptions): string {
  const [item] = itemsOf(['{"update":{"_id":"1"}}', source], given)
  return isRefused(item) ? item.error.message : `${item.outcome} ${item.lines[1]}`
}

test('documents of index and create get the fingerprint, all other bytes stay', () => {
  const lines = [
    '{ "index" : { "_index" : "a", "_id" : "1", "version": 9007199254740993 } }\r',
    `{ ${both}, "n": 1.50 }\r`,
    '',
    '{"delete":{"_index":"a","_id":"2"}}',
    '{"create":{"_index":"a"}}',
    `{"fingerprint": "old", ${both}}`,
  ]
  assert.deepEqual(signed(lines), [
    lines[0],
    `{ ${both}, "n": 1.50 ,"fingerprint":"${print}"}\r`,
    ...lines.slice(2, 5),
    `{"fingerprint": "${print}", ${both}}`,
  ])
  assert.deepEqual(
    itemsOf(lines).map(({ number, outcome }) => [number, outcome]),
    [
      [2, 'signed'],
      [3, undefined],
      [4, undefined],
      [6, 'signed'],
    ],
  )
})

test('the target field may be within objects', () => {
  const given = { ...titleAndBody, targetField: 'meta.print' }
  assert.deepEqual(
    signed(['{"index":{}}', `{${both},"meta":{"n":1}}`], given)[1],
    `{${both},"meta":{"n":1,"print":"${print}"}}`,
  )
  assert.deepEqual(signed(['{"index":{}}', `{${both}}`], given)[1], `{${both},"meta":{"print":"${print}"}}`)
})

test('signatures of Solr, with its rules for values; documents without content stay unsigned', () => {
  const given = { ...titleAndBody, method: 'solr-md5' as const }
  const [first, empty] = itemsOf(
    ['{"index":{}}', `{${both}}`, '{"index":{"_index":"a","_id":7}}', '{"title":"","other":"x"}'],
    given,
  )
  // MD5 of "bodysecondtitlefirst"
  assert.equal(first.lines[1], `{${both},"fingerprint":"825864b1618a489b7db03034a10a90af"}`)
  assert.deepEqual(
    [empty.outcome, empty.lines[1], empty.number],
    ['unsigned', '{"title":"","other":"x"}', 4],
  )
})

test('with missing fields ignored, a document that has none of them is unsigned', () => {
  const given = { ...titleAndBody, ignoreMissing: true }
  const [item] = itemsOf(['{"index":{}}', '{"n":1,"title":null}'], given)
  assert.deepEqual([item.outcome, item.lines[1]], ['unsigned', '{"n":1,"title":null}'])
})

test('a document that lacks a field is refused with its line', () => {
  const [item] = itemsOf(['{"index":{}}', '{"title":"first"}'])
  assert(isRefused(item))
  assert.match(item.error.message, /got missing field \[body\] when calculating fingerprint, at line 2\./)
  assert.deepEqual(item.lines, ['{"index":{}}', '{"title":"first"}'])
})

test('an update of every field of the fingerprint is signed, one of other fields is left alone', () => {
  assert.equal(update(`{"doc": {${both}} }`), `signed {"doc": {${both},"fingerprint":"${print}"} }`)
  assert.equal(
    update(`{"doc":{${both}},"doc_as_upsert":true}`),
    `signed {"doc":{${both},"fingerprint":"${print}"},"doc_as_upsert":true}`,
  )
  assert.equal(update('{"doc":{"n":2},"detect_noop":false}'), 'passed {"doc":{"n":2},"detect_noop":false}')
})

test('an update after which the fingerprint would be wrong or unknown is refused', () => {
  const whole = `BULK_UNSIGNED: expected an update of all fields of the fingerprint (title, body) by texts, numbers or lists, or of none of them, got`
  assert.equal(
    update('{"doc":{"title":"first"}}'),
    `${whole} title, at line 2. To fix: send the whole document with \`index\`.`,
  )
  for (const doc of [
    '{"title":{"a":1},"body":"second"}',
    '{"title.raw":"x"}',
    '{"title":null,"body":"second"}',
    '{"title":"first","n":1}',
  ])
    assert.match(update(`{"doc":${doc}}`), /^BULK_UNSIGNED: /, doc)
  assert.match(
    update('{"script":{"source":"ctx._source.n++"},"upsert":{"n":1}}'),
    /got one with a script, whose effect is unknown, at line 2\. To fix: send the whole document/,
  )
  assert.match(
    update('{"doc":{"fingerprint":"mine"}}'),
    /^BULK_UNSIGNED: expected an update that leaves the finger/,
  )
  assert.match(update(`{"doc":{"n":1},"doc":{${both}}}`), /got "doc" twice, at line 2/)
  assert.match(update('{"doc":{"a":5}}', { fields: ['a.b'] }), /^BULK_UNSIGNED: /)
  assert.match(update('{"doc":{"a":{"b":5}}}', { fields: ['a.b'] }), /^signed /)
  assert.match(update('{"doc":{"n":5}}', { method: 'solr-md5' }), /\(all\)/)
})

test('the document that an update makes if there is none is signed, reported as unsigned, or refused', () => {
  assert.equal(
    update(`{"doc":{"n":1},"upsert":{${both}}}`),
    `signed {"doc":{"n":1},"upsert":{${both},"fingerprint":"${print}"}}`,
  )
  assert.match(
    update('{"doc":{"n":1},"upsert":{"title":"first"}}'),
    /^BULK_UNSIGNED: .*missing field \[body\]/,
  )
  assert.match(update('{"doc":{"n":1},"doc_as_upsert":true}'), /^BULK_UNSIGNED: .*missing field/)
  const ignoring = { ...titleAndBody, ignoreMissing: true }
  const unsigned = '{"doc":{"n":1},"doc_as_upsert":"true"}'
  assert.equal(update(unsigned, ignoring), `unsigned ${unsigned}`)
  assert.equal(
    update('{"doc":{"n":1},"upsert":{"n":1}}', ignoring),
    'unsigned {"doc":{"n":1},"upsert":{"n":1}}',
  )
})

test('the fingerprint as id', () => {
  const given: GivenBulkSignOptions = { ...titleAndBody, documentId: 'fingerprint' }
  assert.deepEqual(signed(['{"index":{"_index":"a","_id":null}}', `{${both}}`], given), [
    `{"index":{"_index":"a","_id":"${print}"}}`,
    `{${both},"fingerprint":"${print}"}`,
  ])
  const [item] = itemsOf(['{"create":{"_id":"1"}}', `{${both}}`], given)
  assert(isRefused(item))
  assert.match(item.error.message, /^BULK_FORMAT: expected an action without _id, .* got 1, at line 1\./)
})

test('lines that are no actions, and actions without sources, end the body', () => {
  const refused = (lines: readonly string[], got: RegExp) =>
    assert.throws(
      () => itemsOf(lines),
      (error: Error) => got.test(error.message) && /^BULK_FORMAT/.test(error.message),
    )
  refused(['{"title":"p"}'], /got {"title":"p"}, at line 1/)
  refused(['{"delete":{}}', '{"index":{}}'], /got none, at line 2/)
  refused(['{"index":{}}', '', '{}'], /got none, at line 1/)
  const [item] = itemsOf(['{"index":{}}', '{title:"p"}'])
  assert(isRefused(item))
  assert.match(item.error.message, /got one with comments, unquoted names or the like, at line 2/)
})

test('options that decide nothing, or name no field, are refused', () => {
  const message = (given: GivenBulkSignOptions) => {
    try {
      return resolveBulkSignOptions(given, 'cli')
    } catch (error) {
      return (error as Error).message
    }
  }
  assert.equal(
    message({}),
    'OPTION_VALUE: expected --fields to be field names, such as `title,body.main`, got none. To fix: name the fields that make two documents the same.',
  )
  const start = 'OPTION_VALUE: expected no'
  assert.match(
    String(message({ method: 'solr-md5', salt: 'a' })),
    RegExp(`^${start} --salt with the method solr-md5`),
  )
  assert.match(
    String(message({ method: 'solr-md5', ignoreMissing: true })),
    RegExp(`^${start} --ignore-missing`),
  )
  assert.match(
    String(message({ fields: ['a'], params: ['quantRate=1'] as never })),
    RegExp(`^${start} --param`),
  )
  assert.match(
    String(message({ fields: ['_id'] })),
    /got "_id"\. To fix: name fields of the document; _index, /,
  )
  assert.match(String(message({ fields: ['a..b'] })), /got "a\.\.b"/)
  assert.equal(
    message({ fields: ['town', 'name.de'], targetField: '_source.name' }),
    'OPTION_VALUE: expected --target-field to be outside of the fields of the fingerprint, got "_source.name", which would overwrite "name.de". To fix: choose another --target-field.',
  )
  for (const method of ['MD5', 'solr-md5'] as const) {
    assert.match(String(message({ fields: ['a', 'b'], targetField: 'b.c', method })), /overwrite "b"/)
  }
  assert.equal(typeof message({ fields: ['a.b'], targetField: 'a.c' }), 'object')
  assert.match(String(message({ fields: ['a'], method: 'SHA1' as 'MD5' })), /one of MD5, SHA-1, SHA-256/)
})

test('a deleted document is not deleted again by one with its fingerprint', () => {
  const signer = sourceSigner(signerOf(resolveBulkSignOptions(titleAndBody)))
  const lines = (...actions: string[]) => {
    const signing = new BulkSigning(signer, false, new BulkReplacement())
    const items = actions.flatMap(action => [
      signing.take(action),
      action.includes('delete') ? undefined : signing.take(`{${both}}`),
    ])
    return items.flatMap(item => item?.lines ?? []).filter(line => /delete/.test(line))
  }
  const [first, second, remove] = [
    '{"index":{"_id":"1"}}',
    '{"index":{"_id":"2"}}',
    '{"delete":{"_id":"1"}}',
  ]
  assert.deepEqual(lines(first, second), [remove])
  assert.deepEqual(lines(first, remove, second), [remove])
})
