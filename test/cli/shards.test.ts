/** `-o DIR/`: shards out as shards in, each with the name, format, compression and columns of its input. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const record = (id: number, text = id) => jsonLines({ id, text: wordsOf(text) })
const filesBelow = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .sort()

test('each shard keeps its name, its place and its compression; one of which nothing is kept is empty', async () => {
  shop.write('data/year=2023/a.jsonl', record(1) + record(2))
  shop.write('data/year=2024/a.jsonl.gz', gzipSync(record(3, 1) + record(4)))
  shop.write('data/year=2024/b.jsonl.zst', zstdCompressSync(record(5)))
  shop.write('data/year=2024/part-00001', gzipSync(record(6)))
  shop.write('data/z.jsonl', `\ufeff${record(7, 1)}`)
  shop.write('data/empty.jsonl', '')
  shop.write('data/_SUCCESS', '')
  for (const threads of ['1', '3']) {
    const report = await shop.dedupe('data', '-o', `kept-${threads}/`, '--threads', threads)
    assert.equal(report.counts.kept, 5)
  }
  const names = filesBelow('kept-1')
  assert.deepEqual(names, [
    'kept-1/empty.jsonl',
    'kept-1/year=2023/a.jsonl',
    'kept-1/year=2024/a.jsonl.gz',
    'kept-1/year=2024/b.jsonl.zst',
    'kept-1/year=2024/part-00001',
    'kept-1/z.jsonl',
  ])
  for (const name of names) assert.deepEqual(shop.bytes(name), shop.bytes(name.replace('-1', '-3')))
  assert.equal(shop.read(names[0]), '')
  assert.equal(shop.read(names[1]), record(1) + record(2))
  assert.equal(gunzipSync(shop.bytes(names[2])).toString(), record(4))
  assert.equal(zstdDecompressSync(shop.bytes(names[3])).toString(), record(5))
  assert.equal(gunzipSync(shop.bytes(names[4])).toString(), record(6))
  assert.equal(shop.read(names[5]), '\ufeff')
})

test('globs and files are placed below the directory that holds them all; an existing directory needs no slash', async () => {
  mkdirSync('there')
  await shop.dedupe('data/*/a.jsonl*', '-o', 'there')
  assert.deepEqual(filesBelow('there'), ['there/year=2023/a.jsonl', 'there/year=2024/a.jsonl.gz'])
  await shop.dedupe('./data/z.jsonl', '-o', `${process.cwd()}/one/`)
  assert.equal(shop.read('one/z.jsonl'), shop.read('data/z.jsonl'))
  await shop.dedupe('data', '-o', 'dry/', '--dry-run')
  assert.ok(!shop.names().includes('dry'))
})

test('shards of CSV keep dialect and columns; joined they must agree', async () => {
  const [a, b] = [wordsOf(11), wordsOf(12)]
  shop.write('csv/a.csv', `\ufeffsep=;\r\nid;text\r\n1;${a}\r\n`)
  shop.write('csv/b.csv', `lang,text,id\nde,${a},2\nen,${b},3`)
  shop.write('csv/c.csv', `text,id\n${b},4\n`)
  await shop.dedupe('csv', '-o', 'kept-csv/', '--keep', 'prefer:lang=en')
  assert.equal(shop.read('kept-csv/a.csv'), shop.read('csv/a.csv'))
  assert.equal(shop.read('kept-csv/b.csv'), `lang,text,id\nen,${b},3`)
  assert.equal(shop.read('kept-csv/c.csv'), 'text,id\n')
  assert.match(
    await shop.refused(2, 'CSV_HEADERS_DIFFER', 'csv/b.csv', 'csv/c.csv', '-o', 'joined.csv'),
    /To fix: use files with the same columns in the same order, or write a directory \(a name with \/ at its end\)/,
  )
  await shop.refused(2, 'CSV_HEADERS_DIFFER', 'csv', '-o', 'joined.csv', '--plan')
  const pairs = await shop.run('pairs csv -o pairs.csv --quiet')
  assert.equal(pairs.status, 0, pairs.err)
  assert.equal(shop.read('pairs.csv').split('\n').length, 4)
})

test('match leaves the records without a twin in shards', async () => {
  shop.write('left/a.jsonl', record(1) + record(2))
  shop.write('left/b.jsonl', record(3))
  shop.write('right.jsonl', record(9, 2) + record(10, 3))
  const { status, err } = await shop.run(
    'match left --against right.jsonl -o m.csv --kept left-only/ --quiet',
  )
  assert.equal(status, 0, err)
  assert.deepEqual([shop.read('left-only/a.jsonl'), shop.read('left-only/b.jsonl')], [record(1), ''])
})

test('directories that hold inputs or anything else are refused, and inputs without a name', async () => {
  assert.match(
    await shop.refused(2, 'OUTPUT_IS_INPUT', 'data', '-o', 'data/', '--force'),
    /expected an output that holds no input, got data\/, which holds data\/year=2023\/a\.jsonl\./,
  )
  await shop.refused(2, 'OUTPUT_IS_INPUT', 'data/year=2023/a.jsonl', '-o', '.')
  await shop.refused(2, 'OUTPUT_EXISTS', 'data/z.jsonl', '-o', 'there/', '--force')
  await shop.refused(2, 'OUTPUT_EXISTS', 'data/year=2023/a.jsonl', '-o', 'right.jsonl/')
  const piped = shop.child(['dedupe', '-', '--input-format', 'jsonl', '-o', 'piped/'], { input: record(1) })
  assert.match(
    piped.err,
    /^nearsame: OUTPUT_FORMAT: expected files as inputs of a directory, .* got - for piped\/\. /,
  )
  assert.ok(!shop.names().some(name => name.includes('piped')))
})

test('arrays of JSON stay arrays; WARC is not written', async () => {
  const object = (id: number) => `{"id": ${id},\n "text": "${wordsOf(id % 10)}"}`
  shop.write('json/a.json', `[${object(1)}, ${object(2)}]`)
  shop.write('json/b.json', `[${object(11)}]`)
  await shop.dedupe('json', '-o', 'kept-json/')
  assert.deepEqual(JSON.parse(shop.read('kept-json/a.json')), JSON.parse(shop.read('json/a.json')))
  assert.equal(shop.read('kept-json/b.json'), '[]\n')
  shop.write('x.warc', 'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n')
  await shop.refused(2, 'OUTPUT_FORMAT', 'x.warc', '-o', 'kept-warc/')
})
