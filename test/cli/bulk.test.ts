/** Fingerprints in bulk files. src/solr/elastic tests the fingerprint of a document. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Workshop } from './command.ts'

const place = new Workshop()
const bulk = (...args: readonly string[]) => place.run('bulk', ...args, '--force')

// SHA-1 of "second" and "first", each after a zero byte
const print = 'bfINjj7joIvV8d8ynnbzQt9tup4='
const lines = [
  '{ "index" : { "_index" : "news", "_id" : "1" } }\r',
  '{ "title" : "first", "body" : "second" }\r',
  '',
  '{"delete":{"_index":"news","_id":"2"}}',
  '{"index":{"_index":"news","_id":"3"}}',
  '{"other":"Grüße"}',
  '{"update":{"_index":"news","_id":"1"}}',
  '{"doc":{"views":2}}',
]
place.write('news.ndjson', lines.join('\n'))
const signedLines = lines.with(1, `{ "title" : "first", "body" : "second" ,"fingerprint":"${print}"}\r`)

test('the file keeps its bytes but for fingerprints; unsigned documents are reported', async () => {
  const { status, err } = await bulk(
    ...['news.ndjson', '--fields', 'title,body', '--ignore-missing'],
    ...['-o', 'out.ndjson', '--unsigned', 'unsigned.jsonl'],
  )
  assert.equal(status, 0, err)
  assert.equal(place.read('out.ndjson'), `${signedLines.join('\n')}\n`)
  const unsigned = { at: 'news.ndjson:6', action: 'index', index: 'news', id: '3' }
  assert.deepEqual(place.rows('unsigned.jsonl'), [{ ...unsigned, reason: 'all missing: title, body' }])
  assert.equal(
    err,
    `nearsame bulk: 3 documents

  signed     1  SHA-1 of title, body in fingerprint
  unsigned   1  all missing: title, body: news.ndjson:6
  unchanged  1  updates that leave the fingerprint as it is
  deletions  1  passed on
`,
  )
})

test('a document that cannot be signed ends the run, or goes to a file', async () => {
  const failed = await bulk('news.ndjson', '--fields', 'title,body', '-o', 'none.ndjson')
  assert.equal(failed.status, 3)
  assert.equal(
    failed.err,
    'nearsame: BULK_UNSIGNED: expected a document with every field of `--fields`, got missing field [title] when calculating fingerprint, at news.ndjson, line 6. To fix: correct the document or `--fields`, or skip missing fields with `--ignore-missing`.\n',
  )
  assert(!place.names().includes('none.ndjson'))
  const { status } = await bulk(
    ...[
      'news.ndjson',
      '--fields',
      'title,body',
      '-o',
      'out.ndjson',
      '--refused',
      'refused.jsonl',
      '--quiet',
    ],
  )
  assert.equal(status, 0)
  assert.equal(place.read('out.ndjson'), `${signedLines.toSpliced(4, 2).join('\n')}\n`)
  const [refused] = place.rows('refused.jsonl')
  assert.deepEqual(
    [refused.at, refused.code, refused.lines],
    ['news.ndjson:6', 'BULK_UNSIGNED', lines.slice(4, 6)],
  )
  assert.match(refused.message, /^BULK_UNSIGNED: .*`--ignore-missing`\.$/)
})

test('several files, compressed ones and standard input, as one bulk file', async () => {
  place.write('mark.ndjson.gz', gzipSync(`\ufeff${lines.slice(0, 2).join('\n')}`))
  const piped = place.child(
    ['bulk', 'mark.ndjson.gz', '-', '--fields', 'title,body', '-o', '-', '--quiet'],
    {
      input: `{"create":{}}\n{"title":"first","body":"second"}\n`,
    },
  )
  assert.equal(piped.status, 0, piped.err)
  const second = `{"create":{}}\n{"title":"first","body":"second","fingerprint":"${print}"}\n`
  assert.equal(piped.out, `${signedLines.slice(0, 2).join('\n')}\n${second}`)
})

test('the fingerprint as id, and a signature of Solr with parameters', async () => {
  place.write('new.ndjson', '{"index":{"_index":"news"}}\n{"title":"first","body":"second"}\n')
  await bulk('new.ndjson', '--fields', 'title,body', '--document-id', 'fingerprint', '-o', 'out.ndjson')
  assert.equal(place.rows('out.ndjson')[0].index._id, print)
  const profile = [
    '--method',
    'solr-text-profile',
    '--param',
    'minTokenLen=20',
    '--target-field',
    'sign.profile',
  ]
  const { err } = await bulk('new.ndjson', ...profile, '-o', 'out.ndjson')
  assert.match(err, /unsigned +1 +no content in any field: new\.ndjson:2/)
  const { status } = await bulk('new.ndjson', ...profile.with(3, 'minTokenLen=2'), '-o', 'out.ndjson')
  assert.equal(status, 0)
  assert.match(place.rows('out.ndjson')[1].sign.profile, /^[\da-f]{32}$/)
})

test('deletions of replaced documents follow the document that replaces them', async () => {
  const index = (id: string, text: string) => `{"index":{"_index":"a","_id":"${id}"}}\n{"text":"${text}"}\n`
  place.write('one.ndjson', index('1', 'p') + index('2', 'p'))
  place.write('two.ndjson', index('2', 'q') + index('3', 'p') + index('4', 'p'))
  const { err } = await bulk(
    'one.ndjson',
    'two.ndjson',
    '--fields',
    'text',
    '--deletes-replaced',
    '-o',
    'o.ndjson',
  )
  assert.match(err, /replaced +2 /)
  const actions = place.rows('o.ndjson').filter(row => row.text === undefined)
  assert.deepEqual(
    actions.map(action => `${Object.keys(action)} ${Object.values<{ _id: string }>(action)[0]._id}`),
    ['index 1', 'index 2', 'delete 1', 'index 2', 'index 3', 'index 4', 'delete 3'],
  )
  const both = await bulk(
    ...['one.ndjson', '--fields', 'text', '--deletes-replaced', '-o', 'o.ndjson'],
    ...['--document-id', 'fingerprint'],
  )
  assert.equal(both.status, 2)
  assert.match(both.err, /expected `--deletes-replaced` or `--document-id` fingerprint, not both/)
})

test('wrong lines are refused with file and line', async () => {
  const refused = async (content: string | Uint8Array, message: RegExp) => {
    place.write('wrong.ndjson', content)
    const { status, err } = await bulk('wrong.ndjson', '--fields', 'a', '-o', 'none.ndjson')
    assert.equal(status, 3)
    assert.match(err, message)
    assert(!place.names().includes('none.ndjson'))
  }
  await refused('{"delete":{}}\n{"a":1}\n', /BULK_FORMAT: .* got {"a":1}, at wrong\.ndjson, line 2/)
  await refused('{"index":{}}\n', /BULK_FORMAT: .*source.* at wrong\.ndjson, line 1/)
  await refused(
    Buffer.from('{"index":{}}\n{"a":"\xfc"}\n', 'latin1'),
    /UTF8_INVALID: .* wrong\.ndjson, line 2/,
  )
  await refused('{"index":{}}\n{"a":1}}\n', /BULK_FORMAT: .*, at wrong\.ndjson, line 2/)
})

test('the summary as JSON', async () => {
  const { out } = await bulk(
    'news.ndjson',
    '--fields',
    'other',
    '--ignore-missing',
    '-o',
    'o.ndjson',
    '--json',
  )
  assert.deepEqual(JSON.parse(out), {
    counts: { documents: 3, signed: 1, unsigned: 1, passed: 1, refused: 0, deletions: 1, replaced: 0 },
    unsignedAt: ['news.ndjson:2'],
    unsignedReason: 'all missing: other',
  })
})
