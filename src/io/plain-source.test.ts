import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { recordFormat } from './formats.ts'
import { resolveInputs } from './inputs.ts'
import { openSources, type SourceOptions } from './plain-source.ts'

const directory = mkdtempSync(join(tmpdir(), 'nearsame-test-'))
after(() => rmSync(directory, { recursive: true }))
const at = (path: string) => join(directory, path)
const bom = Buffer.from('efbbbf', 'hex')

async function open(files: Record<string, string | Uint8Array>, options: Partial<SourceOptions> = {}) {
  for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content)
  const set = await resolveInputs(Object.keys(files).map(at))
  return openSources(set, { temp: mkdtempSync(at('run-')), ...options })
}

/** All records of the sources as [id, text]. */
function read({ spec, sources }: Awaited<ReturnType<typeof open>>): unknown[] {
  const format = recordFormat(spec)
  const found: unknown[] = []
  for (const { path, start, end } of sources) {
    const bytes = readFileSync(path)
    assert.equal(bytes.length, end)
    let from = start
    let to = format.recordEnd(bytes, from, end, true)
    while (to !== -1) {
      const record = bytes.subarray(from, to)
      if (!format.isBlank(record)) {
        const { id, text } = format.parse(record)
        found.push([id, Buffer.from(text).toString()])
      }
      from = to
      to = format.recordEnd(bytes, from, end, true)
    }
  }
  return found
}

test('reads plain, gzip and zstd JSON lines alike, without byte-order marks', async () => {
  const line = (id: number) => Buffer.concat([bom, Buffer.from(`{"id":${id},"text":"t${id}"}\n`)])
  const seen: number[][] = []
  const set = await open(
    { 'a.jsonl': line(1), 'b.jsonl.gz': gzipSync(line(2)), 'c.ndjson.zst': zstdCompressSync(line(3)) },
    { onBytes: (input, bytes) => seen.push([input, bytes]) },
  )
  assert.deepEqual(read(set), [
    [1, 't1'],
    [2, 't2'],
    [3, 't3'],
  ])
  assert.deepEqual(
    set.sources.map(source => [source.start, source.end]),
    [
      [3, 24],
      [3, 24],
      [3, 24],
    ],
  )
  assert.deepEqual(seen, [
    [1, 24],
    [2, 24],
  ])
})

test('starts CSV behind its header and keeps the header line', async () => {
  const set = await open({
    'a.csv': '"id",body\r\n1,x\r\n',
    'b.csv': Buffer.concat([bom, Buffer.from('id,body\n2,"y\nz"')]),
  })
  assert.deepEqual(read(set), [
    ['1', 'x'],
    ['2', 'y\nz'],
  ])
  assert.equal(String(set.header), '"id",body\r\n')
  assert.deepEqual(set.spec, { name: 'csv', choice: { text: ['body'], id: 'id' }, header: ['id', 'body'] })
})

test('reads TSV, lines, whole files and Parquet', async () => {
  assert.deepEqual(read(await open({ 'a.tsv': 'id\ttext\n1\t"a\tb"\n' })), [['1', 'a\tb']])
  assert.deepEqual(read(await open({ 'a.txt': Buffer.concat([bom, Buffer.from('x\n\ny')]) })), [
    [undefined, 'x'],
    [undefined, ''],
    [undefined, 'y'],
  ])
  assert.deepEqual(read(await open({ 'a.md': 'x\ny\n', 'b.md.gz': gzipSync('z') })), [
    [undefined, 'x\ny\n'],
    [undefined, 'z'],
  ])
  const columnData = [
    { name: 'key', data: [1n, 2n], type: 'INT64' as const },
    { name: 'body', data: ['x', 'y'], type: 'STRING' as const },
  ]
  const parquet = new Uint8Array(parquetWriteBuffer({ columnData }))
  assert.deepEqual(read(await open({ 'a.parquet': parquet }, { id: 'key' })), [
    [1, 'x'],
    [2, 'y'],
  ])
})

test('chooses the text field from a first record longer than the first window', async () => {
  const long = JSON.stringify({ id: 1, body: 'x'.repeat(100_000), n: 1 })
  const set = await open({ 'long.jsonl': `\n\n${long}\n` })
  assert.deepEqual(set.spec, { name: 'jsonl', choice: { text: ['body'], id: 'id' } })
})

test('reads an empty file as no record', async () => {
  assert.deepEqual(read(await open({ 'empty.jsonl': '' })), [])
})

test('says what is wrong with headers and first records', async () => {
  await assert.rejects(open({ 'a.csv': 'id,text\n', 'b.csv': 'text,id\n' }), {
    message: `CSV_HEADERS_DIFFER: expected the columns of ${at('a.csv')}: "id", "text", got "text", "id", at ${at('b.csv')}. To fix: give files with the same columns in the same order.`,
  })
  await assert.rejects(open({ 'a.csv': '' }), {
    message: `CSV_HEADER: expected a first line with distinct column names, got an empty file, at ${at('a.csv')}. To fix: add a header line.`,
  })
  await assert.rejects(open({ 'a.csv': 'x,x\n' }), { code: 'CSV_HEADER' })
  await assert.rejects(open({ 'a.csv': 'a,b\n' }), { code: 'TEXT_FIELD' })
  await assert.rejects(open({ 'a.jsonl': '{"a":"x","b":"y"}\n' }), {
    message: `TEXT_FIELD: expected a field "text", or one string field besides the id, got fields "a", "b", at ${at('a.jsonl')}:1. To fix: name the field that holds the text with \`--text\`.`,
  })
  const columnData = [{ name: 'n', data: [1] }]
  const parquet = new Uint8Array(parquetWriteBuffer({ columnData }))
  await assert.rejects(open({ 'n.parquet': parquet }), { code: 'TEXT_FIELD' })
  await assert.rejects(open({ 'n.parquet': parquet }, { text: ['body'] }), { code: 'TEXT_FIELD' })
})
