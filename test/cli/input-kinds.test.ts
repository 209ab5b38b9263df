/** What an input is: by its name and its first bytes, from files, globs and standard input alike. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const [a, b] = [wordsOf(1), wordsOf(2)]
const records = jsonLines({ id: 1, text: a }, { id: 2, text: b }, { id: 3, text: a })
const kept = jsonLines({ id: 1, text: a }, { id: 2, text: b })
const bzip2 = Buffer.from('BZh91AY&SY\x11\x22\x33', 'latin1')

test('compressed records are read under any name', async () => {
  const packed = {
    'gz.jsonl': gzipSync(records),
    'zst.jsonl': zstdCompressSync(records),
    'x.jl.gz': zstdCompressSync(records),
  }
  for (const [name, bytes] of Object.entries({
    ...packed,
    'x.jsonlines.zstd': zstdCompressSync(records),
  })) {
    shop.write(name, bytes)
    await shop.dedupe(name, '-o', 'kept.jsonl')
    assert.equal(shop.read('kept.jsonl'), kept, name)
  }
})

test('compressed records are read from standard input', () => {
  for (const input of [gzipSync(records), zstdCompressSync(records)]) {
    const args = ['dedupe', '-', '--input-format', 'jsonl', '-o', 'kept.jsonl', '--force']
    const run = shop.child(args, { input })
    assert.equal(run.status, 0, run.err)
    assert.equal(shop.read('kept.jsonl'), kept)
    shop.remove('kept.jsonl')
  }
})

test('data of another kind is named with what to do, with and without a format', async () => {
  const tail = 'To fix: run `bunzip2` first.\n'
  shop.write('x.jsonl.bz2', bzip2)
  shop.write('y.csv', bzip2)
  shop.write('z.jsonl', gzipSync(bzip2))
  for (const args of [['x.jsonl.bz2'], ['x.jsonl.bz2', '--input-format', 'jsonl'], ['y*.csv']]) {
    const { status, err } = await shop.run('dedupe', ...args, '-o', 'none.jsonl')
    assert.equal(status, 2)
    assert.ok(err.includes('got an input that is bzip2 data') && err.endsWith(tail), err)
  }
  const inside = await shop.run('dedupe z.jsonl -o none.jsonl')
  assert.match(inside.err, /bzip2 data inside an archive, at z\.jsonl\. To fix: decompress it, then run/)
  const piped = shop.child(['dedupe', '-', '--input-format', 'jsonl', '-o', 'none.jsonl'], { input: bzip2 })
  assert.ok(piped.err.includes('bzip2 data, at -') && piped.err.endsWith(tail), piped.err)
})

test('.json and the parts of Hadoop are read if they hold JSON lines, else refused', async () => {
  for (const name of ['x.json', 'part-00000', 'part-r-00001.gz']) {
    shop.write(name, name.endsWith('gz') ? gzipSync(records) : records)
    await shop.dedupe(name, '-o', 'kept.jsonl')
    assert.equal(shop.read('kept.jsonl'), kept, name)
  }
  shop.write('part-00002', 'one\ttwo\n')
  assert.match(
    (await shop.run('dedupe part-00002 -o none')).err,
    /name its format with `--input-format`, such as txt or csv/,
  )
})

test('parts of Hadoop in a directory are not taken for one document each', async () => {
  shop.write('out/_SUCCESS', '')
  shop.write('out/part-m-00003', 'four\tfive six\n')
  shop.write('out/part-m-00004', '')
  const { status, err } = await shop.run('dedupe out -o none')
  assert.equal(status, 2)
  assert.match(err, /got "out\/part-m-00003"\. To fix: name its format with `--input-format`, such as txt/)
  assert.equal((await shop.dedupe('out', '--input-format', 'txt', '-o', 'kept.txt')).counts.read, 1)
})

test('JSON is in UTF-8: the advice for other encodings is one that helps', async () => {
  shop.write('wide.json', Buffer.from('[{"text":"größer"}]', 'utf16le'))
  shop.write('latin.json', Buffer.from('[{"text":"größer"}]', 'latin1'))
  const wide = await shop.run('dedupe wide.json --encoding utf-16le -o none.json')
  assert.match(
    wide.err,
    /is text in UTF-16, at wide\.json\. To fix: convert .* `iconv -f utf-16le -t utf-8`/,
  )
  const latin = await shop.run('dedupe latin.json -o none.json')
  assert.match(latin.err, /UTF8_INVALID: .* To fix: convert the file to UTF-8, as with `iconv/)
})

test('documents that are files each are not written to a stream', async () => {
  shop.write('texts/one.txt', a)
  const { status, err } = await shop.run('dedupe texts -o -')
  assert.equal(status, 2)
  assert.match(
    err,
    /OUTPUT_FORMAT: expected a directory, where each kept document .* To fix: name a directory/,
  )
})
