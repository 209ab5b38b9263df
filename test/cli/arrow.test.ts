/** Arrow: files and streams of any writer, from files, archives and standard input, with the result of JSON lines. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { tableFromIPC } from '@uwdata/flechette'
import { arrowBytes } from './arrow-files.ts'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const folder = resolve(import.meta.dirname, '../vectors/arrow')
const vector = (name: string) => readFileSync(join(folder, name))

test('the digest is that of JSON lines, from any writer, packed or not', async () => {
  shop.write('rows.jsonl', vector('rows.jsonl'))
  const expected = await shop.dedupe('rows.jsonl', '-o', 'expected.jsonl', '--removed', 'removed.jsonl')
  assert.equal(expected.counts.exact, 6)
  const same = readdirSync(folder).filter(name =>
    /^(utf8|large|view|binary|dictionary|sliced|polars)/.test(name),
  )
  assert.equal(same.length, 19)
  for (const [i, name] of same.entries()) {
    const file = ['x.arrow', 'x.feather', 'x.arrow.gz', 'x.data'][i % 4]
    shop.write(file, file.endsWith('gz') ? gzipSync(vector(name)) : vector(name))
    const dry = await shop.dedupe(file, '--dry-run', '--removed', 'dry.jsonl')
    const written = await shop.dedupe(file, '-o', 'kept.jsonl')
    assert.deepEqual([dry.digest, written.digest], [expected.digest, expected.digest], name)
    assert.equal(shop.read('kept.jsonl'), shop.read('expected.jsonl'), name)
    assert.equal(shop.read('dry.jsonl'), shop.read('removed.jsonl').replaceAll('rows.jsonl', file), name)
  }
})

test('rows kept as Arrow are those kept as JSON lines, from any writer', async () => {
  shop.write('rows.jsonl', vector('rows.jsonl'))
  await shop.dedupe('rows.jsonl', '-o', 'expected.jsonl')
  for (const name of [
    'large-zstd',
    'view-plain',
    'dictionary-lz4',
    'sliced',
    'polars-late',
    'polars-stream',
  ]) {
    shop.write('x.arrow', vector(`${name}.arrow`))
    await shop.dedupe('x.arrow', '-o', 'kept.arrow')
    await shop.dedupe('kept.arrow', '-o', 'kept.jsonl')
    assert.equal(shop.read('kept.jsonl'), shop.read('expected.jsonl'), name)
  }
})

test('standard input is read as it comes', () => {
  for (const name of ['utf8-zstd.arrow', 'large-plain.arrow', 'polars.arrow']) {
    const args = ['dedupe', '-', '--input-format', 'arrow', '-o', 'kept.jsonl', '--force']
    const run = shop.child(args, { input: vector(name) })
    assert.equal(run.status, 0, run.err)
    assert.equal(shop.read('kept.jsonl').split('\n').length, 6, name)
  }
  const wrong = shop.child(['dedupe', '-', '--input-format', 'jsonl', '-o', 'no'], {
    input: vector('polars.arrow'),
  })
  assert.match(wrong.err, /an input that is Arrow, at -/)
})

const texts = [wordsOf(1), wordsOf(2), wordsOf(1)]

test('the schema shows the text; ids, columns and keep rules are those of records', async () => {
  const rows = texts.map((body, i) => ({ name: `n${i}`, body, score: i }))
  shop.write('x.arrow', arrowBytes(rows, 'file'))
  const report = await shop.dedupe(
    'x.arrow',
    '-o',
    'kept.jsonl',
    '--id',
    'name',
    '--keep',
    'max:score',
    '--removed',
    'r.jsonl',
  )
  assert.deepEqual(report.inputs[0].format, 'arrow')
  assert.equal(shop.read('kept.jsonl'), jsonLines(rows[1], rows[2]))
  assert.deepEqual(
    shop.rows('r.jsonl').map(({ id, survivor }) => [id, survivor]),
    [['n0', 'n2']],
  )
  const two = rows.map(row => ({ ...row, name: row.body }))
  shop.write('two.arrow', arrowBytes(two))
  assert.match(await shop.refused(2, 'TEXT_FIELD', 'two.arrow', '-o', 'no'), /body/)
  shop.write('none.arrow', arrowBytes([{ n: 1, score: 2 }]))
  assert.match(await shop.refused(2, 'TEXT_FIELD', 'none.arrow', '-o', 'no'), /"n", "score"/)
  const unnamed = await shop.refused(2, 'TEXT_FIELD', 'x.arrow', '--text', 'title', '-o', 'no')
  assert.match(unnamed, /expected a column "title", got columns "name", "body", "score", at x\.arrow\./)
  await shop.dedupe('two.arrow', '--method', 'records', '--columns', 'common', '-o', 'kept.jsonl')
  assert.equal(shop.rows('kept.jsonl').length, 2)
})

test('columns that no output needs may have any type', async () => {
  shop.write('others.arrow', vector('others.arrow'))
  const { counts } = await shop.dedupe('others.arrow', '--dry-run')
  assert.equal(counts.read, 2)
  assert.match(
    await shop.refused(3, 'ARROW_SCHEMA', 'others.arrow', '-o', 'none.jsonl'),
    /run-end-encoded of the column "ends"/,
  )
})

/** The rows of a file or stream, as another reader reads them. */
function rowsOf(name: string): unknown[] {
  return tableFromIPC(shop.bytes(name)).toArray()
}

test('kept rows are Arrow by the name: of one file or several, whatever dictionaries these have', async () => {
  const [a, b, c] = [texts.slice(0, 2), [wordsOf(3), wordsOf(2)], [wordsOf(1), wordsOf(4)]].map(
    (part, file) => part.map((text, i) => ({ n: 10 * file + i, kind: `kind ${file + i}`, text })),
  )
  for (const [i, rows] of [a, b, c].entries())
    shop.write(`part-${i}.arrow`, arrowBytes(rows, i === 1 ? 'stream' : 'file'))
  const parts = ['part-0.arrow', 'part-1.arrow', 'part-2.arrow']
  for (const kept of ['kept.arrow', 'kept.feather', 'kept.arrows', 'kept.arrow.gz']) {
    const { counts } = await shop.dedupe(...parts, '-o', kept)
    assert.equal(counts.kept, 4)
  }
  shop.write('unpacked.arrow', gunzipSync(shop.bytes('kept.arrow.gz')))
  for (const kept of ['kept.arrow', 'kept.feather', 'kept.arrows', 'unpacked.arrow'])
    assert.deepEqual(rowsOf(kept), [a[0], a[1], b[0], c[1]], kept)
  assert.equal(shop.bytes('kept.arrow').toString('latin1', 0, 6), 'ARROW1')
  assert.equal(shop.bytes('kept.arrows').readInt32LE(), -1)
  await shop.dedupe(...parts, '-o', 'again.arrow', '--threads', '1')
  assert.deepEqual(shop.bytes('again.arrow'), shop.bytes('kept.arrow'))
  const again = await shop.dedupe('kept.arrow', '-o', 'twice.arrow')
  assert.equal(again.counts.kept, 4)
})

test('a directory gets a file for each, a file for a file and a stream for a stream', async () => {
  const rows = texts.map((text, id) => ({ id, text }))
  shop.write('in/a.arrow', arrowBytes(rows.slice(0, 1), 'file'))
  shop.write('in/b.arrow', arrowBytes(rows.slice(1)))
  await shop.dedupe('in', '-o', 'out/')
  assert.deepEqual([rowsOf('out/a.arrow'), rowsOf('out/b.arrow')], [[rows[0]], [rows[1]]])
  assert.equal(shop.bytes('out/a.arrow').toString('latin1', 0, 6), 'ARROW1')
  assert.equal(shop.bytes('out/b.arrow').readInt32LE(), -1)
})

test('kept rows that Arrow cannot have are refused before anything is read', async () => {
  shop.write('others.arrow', vector('others.arrow'))
  const type = await shop.refused(3, 'ARROW_SCHEMA', 'others.arrow', '-o', 'no.arrow')
  assert.match(type, /run-end-encoded of the column "ends", at others\.arrow/)
  shop.write('x.arrow', arrowBytes(texts.map((text, id) => ({ id, text }))))
  shop.write('y.arrow', arrowBytes(texts.map((text, id) => ({ id: id / 2, text }))))
  const two = await shop.refused(3, 'ARROW_SCHEMA', 'x.arrow', 'y.arrow', '-o', 'no.arrow')
  assert.match(two, /another column "id" than x\.arrow, at y\.arrow/)
  shop.write('x.jsonl', jsonLines(...texts.map((text, id) => ({ id, text }))))
  for (const args of [['x.jsonl'], ['x.jsonl', 'x.arrow'], ['x.arrow', '--annotate', 'cluster=c']])
    await shop.refused(2, 'OUTPUT_FORMAT', ...args, '-o', 'no.arrow')
  const stream = ['dedupe', '-', '--input-format', 'arrow', '-o', 'no.arrow']
  assert.match(
    shop.child(stream, { input: shop.bytes('x.arrow') }).err,
    /OUTPUT_FORMAT.*unchanged rows of files/,
  )
  await shop.refused(2, 'OUTPUT_FORMAT', 'x.arrow', '-o', 'no.txt')
  await shop.refused(2, 'OUTPUT_FORMAT', 'x.arrow', '--annotated', 'no.arrow')
})

test('a row that is too long is shown from its start', async () => {
  const long = texts.map((text, id) => ({ id, text: id === 1 ? 'x '.repeat(100_000) : text }))
  shop.write('x.arrow', arrowBytes(long))
  const few = ['--max-record', '10000', '--max-bad', '1']
  await shop.dedupe('x.arrow', '-o', 'kept.jsonl', '--bad', 'bad.jsonl', ...few)
  assert.equal(shop.read('kept.jsonl'), jsonLines(long[0]))
  const [{ at, code, record }, ...others] = shop.rows('bad.jsonl')
  assert.deepEqual([at, code, others], ['x.arrow:2', 'RECORD_TOO_LONG', []])
  assert.match(String(record), /^\{"id":1,"text":"(x ){32000,33000}x?"$/)
})

test('a damaged file writes nothing', async () => {
  const bytes = vector('utf8-lz4.arrow')
  shop.write('cut.arrow', bytes.subarray(0, 1500))
  shop.write('name.arrow', 'no such thing\n')
  assert.match(
    await shop.refused(3, 'ARROW_INVALID', 'cut.arrow', '-o', 'no.jsonl'),
    /behind batch \d, at cut\.arrow/,
  )
  assert.match(
    await shop.refused(3, 'ARROW_INVALID', 'name.arrow', '-o', 'no.jsonl'),
    /no message in its schema/,
  )
})
