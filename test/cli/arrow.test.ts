/** Arrow: files and streams of any writer, from files, archives and standard input, with the result of JSON lines. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
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
  assert.equal(same.length, 18)
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

test('kept records are JSON lines, in one file; a name of another format is refused', async () => {
  shop.write('x.arrow', arrowBytes(texts.map((text, id) => ({ id, text }))))
  await shop.dedupe('x.arrow', '-o', 'kept.jsonl.gz')
  for (const name of ['kept.arrow', 'kept.txt', 'kept/'])
    assert.match(await shop.refused(2, 'OUTPUT_FORMAT', 'x.arrow', '-o', name), /JSON lines/)
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
