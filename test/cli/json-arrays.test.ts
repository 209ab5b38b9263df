/** JSON arrays of objects: from files, globs, directories, archives and standard input, and as KEPT. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const [a, b] = [wordsOf(1), wordsOf(2)]
const rows = [
  { id: 'x1', text: a },
  { id: 'x2', text: b },
  { id: 'x3', text: a },
]
const [first, second] = rows
const pretty = (records: readonly object[]) => `${JSON.stringify(records, null, 2)}\n`
const exact =
  '[\n  { "id": 7,\r\n\t"n": 1.50e2, "big": 123456789012345678901, "text": "T" },\n  {"id":8,"text":"U"}\n]\n'
    .replace('T', a)
    .replace('U', b)

test('an array is records, and KEPT is an array of the same bytes', async () => {
  for (const [name, bytes] of [
    ['x.json', pretty(rows)],
    ['x.json.gz', gzipSync(pretty(rows))],
    ['x.json.zst', zstdCompressSync(pretty(rows))],
    ['part-00000', pretty(rows)],
    ['x.jsonl', pretty(rows)],
  ] as const) {
    shop.write(name, bytes)
    const report = await shop.dedupe(name, '-o', 'kept.json', '--removed', 'removed.jsonl')
    assert.equal(shop.read('kept.json'), pretty([first, second]), name)
    assert.equal(report.inputs[0].format, 'json')
    assert.equal(shop.rows('removed.jsonl')[0].at, `${name}:3`)
  }
  shop.write('exact.json', exact)
  await shop.dedupe('exact.json', '-o', 'kept.json')
  assert.equal(shop.read('kept.json'), exact)
  await shop.dedupe('kept.json', '-o', 'again.json.gz')
  await shop.dedupe('again.json.gz', '-o', 'again')
  assert.equal(shop.read('again'), exact)
})

test('-o x.jsonl writes the elements as lines, numbers as they were', async () => {
  shop.write('exact.json', exact)
  await shop.dedupe('exact.json', '-o', 'kept.jsonl')
  const lines = `{ "id": 7,"n": 1.50e2, "big": 123456789012345678901, "text": "${a}" }\n{"id":8,"text":"${b}"}\n`
  assert.equal(shop.read('kept.jsonl'), lines)
})

test('several arrays become one; a glob, a directory and standard input are read alike', async () => {
  shop.write('many/a.json', pretty(rows.slice(0, 2)))
  shop.write('many/b/c.json', JSON.stringify(rows.slice(1)))
  shop.write('many/empty.json', '')
  shop.write('many/README.md', 'about')
  await shop.dedupe('many/a.json', 'many/b/c.json', '-o', 'kept.json')
  const kept = shop.read('kept.json')
  assert.deepEqual(JSON.parse(kept), [first, second])
  for (const args of [['many/**/*.json'], ['many']]) {
    const report = await shop.dedupe(...args, '-o', 'again.json')
    assert.equal(shop.read('again.json'), kept)
    assert.deepEqual(
      report.ignoredFiles.map(({ path }: { path: string }) => path),
      args[0] === 'many' ? ['many/README.md', 'many/empty.json'] : ['many/empty.json'],
    )
  }
  for (const input of [pretty(rows), gzipSync(pretty(rows))]) {
    const run = shop.child(['dedupe', '-', '--input-format', 'json', '-o', '-'], { input })
    assert.equal(run.out, pretty([first, second]), run.err)
  }
})

test('a plan names the fields; pairs, match and sign read arrays', async () => {
  shop.write('x.json', pretty(rows))
  const { fields } = await shop.dedupe('x.json', '-o', 'none.json', '--plan')
  assert.deepEqual(fields, { text: ['text'], id: 'id' })
  await shop.run('pairs x.json -o pairs.csv --force')
  assert.equal(shop.read('pairs.csv'), 'id1,id2,measure,similarity\nx1,x3,jaccard,1\n')
  shop.write('y.json', pretty([second]))
  await shop.run('match x.json --against y.json -o twins.csv --kept kept.json --force')
  assert.deepEqual(JSON.parse(shop.read('kept.json')), [first, rows[2]])
  await shop.run('sign x.json -o signs.jsonl --force')
  assert.deepEqual(
    shop.rows('signs.jsonl').map(({ id }) => id),
    ['x1', 'x2', 'x3'],
  )
})

test('records without a text and bad elements are counted; the bad ones are shown as they are', async () => {
  const bad = '{"id":3,\n  "text":"c",}'
  shop.write(
    'x.json',
    `[${JSON.stringify(first)},{"id":2,"text":null},\n  ${bad},\n7, ${JSON.stringify(second)}]`,
  )
  const { counts } = await shop.dedupe(
    'x.json',
    '-o',
    'kept.json',
    '--bad',
    'bad.jsonl',
    '--max-bad',
    '0.5',
  )
  assert.deepEqual([counts.read, counts.bad, counts.nulls, counts.kept], [5, 2, 1, 3])
  assert.deepEqual(JSON.parse(shop.read('kept.json')), [first, { id: 2, text: null }, second])
  const [one, two] = shop.rows('bad.jsonl')
  assert.deepEqual([one.at, one.code, one.record], ['x.json:3', 'JSON_SYNTAX', `  ${bad}\n`])
  assert.deepEqual([two.at, two.code], ['x.json:4', 'RECORD_NOT_OBJECT'])
})

test('a list inside an object is refused with what to type, in every form', async () => {
  const rowsInside = { status: 'done', rows }
  for (const space of [0, 2]) {
    shop.write('o.json', JSON.stringify(rowsInside, null, space))
    const message = await shop.refused(2, 'INPUT_FORMAT_UNKNOWN', 'o.json', '-o', 'none.json')
    assert.ok(
      message.includes("extract the list inside it, as with `jq -c '.rows[]' o.json`, or name"),
      message,
    )
    shop.write('pages/1.json', JSON.stringify(rowsInside))
    await shop.refused(2, 'INPUT_FORMAT_UNKNOWN', 'pages', '-o', 'none.json')
  }
  const piped = shop.child(['dedupe', '-', '--input-format', 'json', '-o', 'none.json'], {
    input: JSON.stringify(rowsInside),
  })
  assert.match(
    piped.err,
    /JSON_ARRAY: expected one JSON array of objects, got an object at byte 1, at -\. To fix: read/,
  )
  shop.write('chat.json', jsonLines({ id: 1, text: a, messages: [{ role: 'x' }] }))
  await shop.dedupe('chat.json', '-o', 'kept.json')
})

test('a damaged array ends the run; other names of KEPT are refused', async () => {
  shop.write('x.json', pretty(rows).slice(0, -3))
  assert.match(
    await shop.refused(3, 'JSON_ARRAY', 'x.json', '-o', 'none.json'),
    /inside the array, at x\.json/,
  )
  shop.write('x.json', `${pretty(rows)}[]`)
  assert.match(
    await shop.refused(3, 'JSON_ARRAY', 'x.json', '-o', 'none.json'),
    /got more data at byte \d+, near "\[\]", at x\.json\. To fix: correct the file, or read one object per line/,
  )
  shop.write('x.json', pretty(rows))
  for (const name of ['none.txt', 'none.warc', 'none.arrow'])
    await shop.refused(2, 'OUTPUT_FORMAT', 'x.json', '-o', name)
})
