/** Web archives with damage: the next record is found, what is lost is counted; dictionaries of Zstandard. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { constants, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { outputOf } from '../ground/child-program.ts'
import { pythonWith } from '../ground/python.ts'
import { Workshop, wordsOf } from './command.ts'

const shop = new Workshop()
const count = 12
const id = (n: number) => `http://a/${n}`

function record(n: number, content = wordsOf(n), length = `${Buffer.byteLength(content)}`): string {
  const head = `WARC-Type: conversion\r\nWARC-Target-URI: ${id(n)}\r\nContent-Type: text/plain\r\n`
  return `WARC/1.0\r\n${head}Content-Length: ${length}\r\n\r\n${content}\r\n\r\n`
}

const records = Array.from({ length: count }, (_, n) => record(n))
const members = records.map(text => gzipSync(text))

/** 400 bytes of text that hardly pack. */
const unpackable = (n: number) =>
  [0, 1, 2, 3, 4].map(i => createHash('sha512').update(`${n} ${i}`).digest('base64')).join('')

/** Ids read, and the codes of bad records. */
async function readOf(name: string, bytes: Buffer, ...args: string[]) {
  shop.write(name, bytes)
  const all = ['-o', 'kept.jsonl', '--near', 'off', '--max-bad', '0.9', '--bad', 'bad.jsonl', ...args]
  const { counts, badRecords } = await shop.dedupe(name, ...all)
  assert.equal(counts.bad, badRecords.length)
  assert.equal(shop.rows('bad.jsonl').length, counts.bad)
  return {
    ids: shop.rows('kept.jsonl').map(row => row.id),
    codes: badRecords.map(({ code }: { code: string }) => code),
  }
}

const others = (...lost: readonly number[]) =>
  Array.from({ length: count }, (_, n) => n)
    .filter(n => !lost.includes(n))
    .map(id)

const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at] ^= 0x55
  return copy
}

const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
const frames = records.map(text => zstdCompressSync(text, checked))

for (const [name, members, ...more] of [
  [
    'x.warc.gz',
    records.map(text => gzipSync(text)),
    ['length', (one: Buffer) => flipped(one, one.length - 2)],
    ['a start of a member', () => Buffer.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7)],
  ],
  ['x.warc.zst', frames, ['size of a block', (one: Buffer) => flipped(one, 8)]],
] as const) {
  test(`behind a damaged member the next one is read: ${name}`, async () => {
    const [one, two] = [members[3], members[4]]
    for (const [kind, parts, lost] of [
      ['data', [flipped(one, 40)], [3]],
      ['checksum', [flipped(one, one.length - (name === 'x.warc.gz' ? 6 : 2))], [3]],
      ['magic', [flipped(one, 1)], [3]],
      ['cut', [one.subarray(0, -60)], [3]],
      ['without its start', [one.subarray(20)], [3]],
      ['two in a row', [flipped(one, 50), flipped(two, 50)], [3, 4]],
      ['garbage', [one, Buffer.from('garbage between'), two], []],
      ...more.map(([kind, make]) =>
        kind.startsWith('a start')
          ? ([kind, [one, make(one), two], []] as const)
          : ([kind, [make(one)], [3]] as const),
      ),
      ['zero bytes', [one, Buffer.alloc(700), two], name === 'x.warc.gz' ? undefined : []],
    ] as const) {
      for (const first of [0, 3]) {
        const before = members.slice(3 - first, 3)
        const skipped = first === 0 ? [0, 1, 2] : []
        const rest = members.slice(3 + Math.max(parts.length === 3 ? 2 : parts.length, 1))
        const { ids, codes } = await readOf(name, Buffer.concat([...before, ...parts, ...rest]))
        assert.deepEqual(ids, others(...skipped, ...(lost ?? [])), `${kind} ${first}`)
        assert.ok(
          codes.length === 1 || lost === undefined || lost.length === codes.length,
          `${kind}: ${codes}`,
        )
        assert.equal(codes.length > 0, lost !== undefined, kind)
      }
    }
  })
}

test('a cut end loses the last record, in every compression', async () => {
  const whole = Buffer.from(records.join(''))
  for (const [name, bytes] of [
    ['x.warc', whole],
    ['x.warc.gz', Buffer.concat(members)],
    ['x.wet.gz', gzipSync(whole)],
    ['x.warc.zst', Buffer.concat(records.map(text => zstdCompressSync(text)))],
  ] as const) {
    const { ids, codes } = await readOf(name, bytes.subarray(0, -40))
    assert.deepEqual(ids.slice(0, 10), others(10, 11), name)
    assert.equal(codes.length, 1, name)
  }
  const message = await shop.refused(3, 'TOO_MANY_BAD', 'x.warc', '-o', 'none.jsonl')
  assert.match(message, /got 1 of 12; the first is WARC_INVALID: .* the end of the file after/)
})

test('what is large is unpacked as it arrives, and read up to its damage and behind it', async () => {
  const texts = Array.from({ length: 4000 }, (_, n) => record(n + 100, `${n} ${unpackable(n)}`)).join('')
  for (const [name, packed, small] of [
    ['x.warc.gz', gzipSync(texts, { level: 1 }), members],
    ['x.warc.zst', zstdCompressSync(texts, checked), frames],
  ] as const) {
    assert.ok(packed.length > 1.1 * 2 ** 20, `${packed.length}`)
    const sound = await readOf(name, Buffer.concat([packed, ...small]))
    assert.deepEqual([sound.ids.length, sound.codes], [4000 + count, []])
    for (const damaged of [packed.subarray(0, -200_000), flipped(packed, packed.length - 200_000)]) {
      const { ids, codes } = await readOf(name, Buffer.concat([small[0], damaged, ...small.slice(1)]))
      assert.ok(
        ids.length > 2500 && ids.length <= 4000 + count,
        `${name} ${damaged.length} ${ids.length} ${codes} ${packed.length}`,
      )
      assert.deepEqual(ids.slice(1 - count), others(0))
      assert.ok(codes.length >= 1 && codes.length <= 2, `${codes}`) // the record that is cut, and perhaps the damage
    }
  }
})

test('a wrong length costs one record, whatever the compression', async () => {
  for (const length of ['3', '250', '999999999999', '-1', 'x']) {
    const all = records.with(5, record(5, wordsOf(5), length))
    for (const [name, bytes] of [
      ['x.warc', Buffer.from(all.join(''))],
      ['x.warc.gz', Buffer.concat(all.map(text => gzipSync(text)))],
      ['x.warc.zst', zstdCompressSync(all.join(''))],
    ] as const) {
      const { ids, codes } = await readOf(name, bytes)
      assert.deepEqual(ids, others(5), `${name} ${length}`)
      assert.deepEqual(codes, ['WARC_INVALID'])
    }
  }
})

test('a dictionary in the first frame is used, packed or not', async () => {
  const dictionary = Buffer.from(records.slice(0, 4).join(''))
  const frames = records.map(text => zstdCompressSync(text, { dictionary }))
  for (const content of [dictionary, zstdCompressSync(dictionary)]) {
    const head = Buffer.from('5d2a4d1800000000', 'hex')
    head.writeUInt32LE(content.length, 4)
    const { ids, codes } = await readOf('x.warc.zst', Buffer.concat([head, content, ...frames]))
    assert.deepEqual([ids, codes], [others(), []])
    const other = Buffer.concat([head, content, zstdCompressSync(records.join(''))])
    assert.deepEqual((await readOf('x.warc.zst', other)).ids, others())
  }
})

test('archives of warcio are read', async context => {
  const python = await pythonWith(context, 'warcio==1.7.5')
  if (python === undefined) return
  const script = `
import sys
from io import BytesIO
from warcio.warcwriter import WARCWriter
from warcio.statusandheaders import StatusAndHeaders
with open(sys.argv[1], 'wb') as out:
    writer = WARCWriter(out, gzip=True)
    writer.write_record(writer.create_warcinfo_record('x', {'software': 'y'}))
    for i, page in enumerate(sys.argv[2:]):
        url = 'http://w/%d' % i
        http = StatusAndHeaders('200 OK', [('Content-Type', 'text/html; charset=latin1')], protocol='HTTP/1.0')
        writer.write_record(writer.create_warc_record(url, 'request', payload=BytesIO(b''), http_headers=StatusAndHeaders('GET /', [], protocol='HTTP/1.0')))
        response = writer.create_warc_record(url, 'response', payload=BytesIO(page.encode('latin1')), http_headers=http)
        writer.write_record(response)
        writer.write_record(writer.create_revisit_record(url, 'sha1:A', url, '2026-01-01T00:00:00Z'))
`
  const pages = ['<p>Übermaß &amp; eins', '<p>zwei', '<p>drei']
  await outputOf(python, ['-c', script, 'w.warc.gz', ...pages])
  const bytes = shop.bytes('w.warc.gz')
  const { ids } = await readOf('w.warc.gz', bytes, '--html')
  assert.deepEqual(ids, ['http://w/0', 'http://w/1', 'http://w/2'])
  assert.equal(shop.rows('kept.jsonl')[0].text, pages[0])
  const at = bytes.lastIndexOf(Buffer.of(0x1f, 0x8b, 8), bytes.length / 2)
  const damaged = Buffer.concat([bytes.subarray(0, at), Buffer.from('damage'), bytes.subarray(at)])
  const found = await readOf('w.warc.gz', damaged, '--html')
  assert.deepEqual([found.ids.length, found.codes], [3, ['ARCHIVE_CORRUPT']])
  const plain = await readOf('w.warc', gunzipSync(bytes), '--html')
  assert.deepEqual([plain.ids.length, plain.codes], [3, []])
})
