import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { countKind } from './warc/textless.ts'
import { warcFormat, warcLines } from './warc-format.ts'

type Fields = Readonly<Record<string, string>>

/** A WARC record; its length is that of the content unless the fields say otherwise. */
function record(fields: Fields, content: string | Buffer = '', feed = '\r\n'): Buffer {
  const bytes = Buffer.from(content)
  const all = { 'Content-Length': `${bytes.length}`, ...fields }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}${feed}`)
  return Buffer.concat([
    Buffer.from(`WARC/1.1${feed}${lines.join('')}${feed}`),
    bytes,
    Buffer.from(feed + feed),
  ])
}

const conversion = (uri: string, text: string | Buffer, feed?: string) =>
  record({ 'WARC-Type': 'conversion', 'WARC-Target-URI': uri, 'Content-Type': 'text/plain' }, text, feed)

function response(head: Fields, body: string | Buffer): Buffer {
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  return record(
    {
      'WARC-Type': 'response',
      'WARC-Target-URI': 'http://r/',
      'Content-Type': 'application/http; msgtype=response',
    },
    Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`), Buffer.from(body)]),
  )
}

async function linesOf(archive: Buffer, { bytes = 11, html = false } = {}) {
  const textless = new Map<string, number>()
  async function* pieces() {
    for (let at = 0; at < archive.length; at += bytes) yield archive.subarray(at, at + bytes)
  }
  const onTextless = (kind: string) => countKind(textless, kind)
  const parts: Uint8Array[] = []
  for await (const part of warcLines(pieces(), {
    name: 'x.warc',
    maxRecord: 1000,
    html,
    sheet: '',
    faults: [],
    onTextless,
  }))
    parts.push(part)
  const all = Buffer.concat(parts)
  const lines = all.toString().split('\n').slice(0, -1)
  return { all, lines, textless: Object.fromEntries(textless) }
}

/** The text of the only record, or the code of its error. */
async function textOf(archive: Buffer, html = false): Promise<string> {
  const { all, lines } = await linesOf(archive, { html })
  assert.equal(lines.length, 1)
  try {
    return Buffer.from(
      warcFormat.reader({ name: 'warc', choice: { text: ['text'], id: 'id' } }).parse(all).text,
    ).toString()
  } catch (error) {
    return (error as Error).message
  }
}

test('conversions are lines of address, date and text, whatever the pieces and line ends', async () => {
  for (const feed of ['\r\n', '\n']) {
    const dated = {
      'warc-type': 'conversion',
      'WARC-Target-URI': '<http://b/>',
      'WARC-Date': '2026-02-03T04:05:06Z',
    }
    const archive = Buffer.concat([
      conversion('http://a/ü', 'one "quoted" \\ ünd\n\nzwei\t\0', feed),
      record(dated, 'three', feed),
      record({ 'WARC-Type': 'conversion' }, 'without an address', feed),
    ])
    for (const bytes of [1, 2, 7, 10_000]) {
      const { lines, textless } = await linesOf(archive, { bytes })
      assert.deepEqual(
        lines.map(line => JSON.parse(line)),
        [
          { id: 'http://a/ü', text: 'one "quoted" \\ ünd\n\nzwei\t\0' },
          { id: 'http://b/', date: '2026-02-03T04:05:06Z', text: 'three' },
          { id: 'x.warc:3', text: 'without an address' },
        ],
      )
      assert.deepEqual(textless, {})
    }
  }
})

test('records without a plain text are counted by kind', async () => {
  const { lines, textless } = await linesOf(
    Buffer.concat([
      record({ 'WARC-Type': 'warcinfo' }, 'software: x'),
      record({ 'WARC-Type': 'request', 'Content-Type': 'application/http' }, 'GET / HTTP/1.1\r\n\r\n'),
      response({ 'Content-Type': 'text/html; charset=utf-8' }, '<p>page'),
      response({ 'content-type': 'image/png' }, Buffer.alloc(5000)),
      record({ 'WARC-Type': 'response', 'Content-Type': 'text/dns' }, '20260101'),
      record({ 'WARC-Type': 'response', 'Content-Type': 'application/http' }, 'no headers'),
      record({ 'WARC-Type': 'resource', 'Content-Type': 'text/css' }, 'p {}'),
      record({ 'WARC-Type': 'conversion', 'WARC-Segment-Number': '1' }, 'half a'),
      record({ 'WARC-Type': 'metadata' }, 'x'),
      record({ 'WARC-Type': 'resource', 'Content-Type': 'text/plain' }, 'read'),
      record({ 'WARC-Type': 'metadata' }, 'x'),
    ]),
  )
  assert.deepEqual(lines, ['{"id":"x.warc:1","text":"read"}'])
  assert.deepEqual(textless, {
    warcinfo: 1,
    request: 1,
    'response of text/html': 1,
    'response of image/png': 1,
    'response of text/dns': 1,
    'response without HTTP headers': 1,
    'resource of text/css': 1,
    'conversion in segments': 1,
    metadata: 2,
  })
})

test('bodies of HTTP are read through their encodings, or are bad records', async () => {
  const text = 'Grüße aus dem Archiv'
  const plain = { 'Content-Type': 'text/plain' }
  const chunked = { ...plain, 'Transfer-Encoding': 'chunked' }
  const chunks = (bytes: Buffer, size: number) => {
    let out = ''
    for (let at = 0; at < bytes.length; at += size) {
      const part = bytes.subarray(at, at + size)
      out += `${part.length.toString(16)};x=y\r\n${part.toString('latin1')}\r\n`
    }
    return Buffer.from(`${out}0\r\nTrailer: z\r\n\r\n`, 'latin1')
  }
  const coded = (coding: string) => ({ ...plain, 'Content-Encoding': coding })
  const bytes = Buffer.from(text)
  for (const [head, body] of [
    [plain, bytes],
    [plain, Buffer.from(`\ufeff${text}`)],
    [chunked, chunks(bytes, 3)],
    [chunked, bytes], // stored decoded
    [coded('gzip'), gzipSync(bytes)],
    [coded('x-gzip'), bytes],
    [coded('deflate'), deflateSync(bytes)],
    [coded('deflate'), deflateRawSync(bytes)],
    [coded('br'), brotliCompressSync(bytes)],
    [coded('zstd'), zstdCompressSync(bytes)],
    [
      coded('gzip'),
      Buffer.concat([gzipSync(bytes.subarray(0, 9)), Buffer.alloc(3), gzipSync(bytes.subarray(9))]),
    ],
    [
      coded('zstd'),
      Buffer.concat([zstdCompressSync(bytes.subarray(0, 9)), zstdCompressSync(bytes.subarray(9))]),
    ],
    [coded('identity'), bytes],
    [
      { ...coded('gzip, br'), 'Transfer-Encoding': 'Chunked' },
      chunks(brotliCompressSync(gzipSync(bytes)), 5),
    ],
    [{ 'Content-Type': 'text/plain; charset="ISO-8859-1"' }, Buffer.from(text, 'latin1')],
  ] as const) {
    assert.equal(await textOf(response(head, body)), text, JSON.stringify(head))
  }
  for (const [head, body, got] of [
    [chunked, chunks(bytes, 3).subarray(0, 30), 'got chunks that break off'],
    [chunked, Buffer.from('3\r\nabcde\r\n0\r\n\r\n'), 'got a chunk without its end'],
    [coded('gzip'), gzipSync(bytes).subarray(0, 25), 'got data that is not of its content encoding gzip'],
    [
      coded('gzip'),
      Buffer.concat([gzipSync(bytes), Buffer.alloc(3), bytes]),
      'got data that is not of its content encoding gzip',
    ],
    [coded('br'), bytes, 'got data that is not of its content encoding br'],
    [coded('compress'), bytes, 'got the content encoding "compress"'],
    [{ 'Content-Type': 'text/plain; charset=x-none' }, bytes, 'got the unknown charset x-none'],
    [
      { 'Content-Type': 'text/plain; charset=shift_jis' },
      Buffer.of(0x81),
      'got bytes that are not of the charset shift_jis',
    ],
  ] as const) {
    const message = await textOf(response(head, body))
    assert.ok(
      message.startsWith('WARC_PAYLOAD: expected a body that its headers say how to read, got '),
      message,
    )
    assert.ok(message.includes(got), message)
  }
  assert.match(await textOf(response(plain, Buffer.of(0x61, 0xe9, 0x20))), /^UTF8_INVALID/)
})

test('pages are read on request, in the charset of their mark, their headers or themselves', async () => {
  const text = '<p>Grüße, Übermaß'
  const meta = (inside: string) => `<!doctype html><head><meta ${inside}>${text}`
  for (const [type, body, encoding = 'latin1'] of [
    ['text/html', meta('charset=utf-8'), 'utf8'],
    ['text/html', text, 'utf8'],
    ['text/html', `\ufeff${text}`, 'utf8'],
    ['text/html; charset=iso-8859-1', `\ufeff${text}`, 'utf8'],
    ['text/html', `\ufeff${text}`, 'utf16le'],
    ['Text/HTML; Charset="ISO-8859-1"', meta('charset=utf-8')],
    ['text/html', meta('charset="ISO-8859-1"')],
    ['text/html; charset=none-such', meta('charset = windows-1252 /')],
    ['text/html', meta('http-equiv="Content-Type" content="text/html; charset=iso-8859-15"')],
    ['text/html', `<!-- <meta charset=utf-8> -->${meta("charset='latin1'")}`],
    ['text/html', meta('charset=utf-16'), 'utf8'],
    ['application/xhtml+xml', `<?xml version="1.0" encoding="ISO-8859-1"?><html>${text}`],
  ] as const) {
    const expected = body.replace('\ufeff', '')
    const bytes = Buffer.from(body, encoding)
    const name = `${type} ${body}`
    assert.equal(await textOf(response({ 'Content-Type': type }, bytes), true), expected, name)
    const coded = { 'Content-Type': type, 'Content-Encoding': 'gzip' }
    assert.equal(await textOf(response(coded, gzipSync(bytes)), true), expected, name)
    const resource = record({ 'WARC-Type': 'resource', 'Content-Type': type }, bytes)
    assert.equal(await textOf(resource, true), expected, name)
    assert.equal((await linesOf(resource)).lines.length, 0)
  }
  const unknown = response({ 'Content-Type': 'text/html; charset=none-such' }, text)
  assert.match(await textOf(unknown, true), /^WARC_PAYLOAD: .*got the unknown charset none-such\./)
  const undeclared = response({ 'Content-Type': 'text/html' }, Buffer.from(text, 'latin1'))
  assert.match(
    await textOf(undeclared, true),
    /^UTF8_INVALID: .* To fix: correct the charset in the headers of the record, or leave it out/,
  )
})

test('a text beyond the limit is a bad record, and not held in memory', async () => {
  const long = 'x'.repeat(1001)
  const tooLong = /^RECORD_TOO_LONG: expected a record of at most 1000 bytes, got (\d+ bytes|more)\./
  assert.match(await textOf(conversion('http://l/', long)), tooLong)
  assert.match(await textOf(response({ 'Content-Type': 'text/plain' }, long)), tooLong)
  const packed = response({ 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' }, gzipSync(long))
  assert.match(await textOf(packed), tooLong)
  const { lines } = await linesOf(
    Buffer.concat([conversion('http://l/', long), conversion('http://m/', 'next')]),
  )
  assert.equal(lines[1], '{"id":"http://m/","text":"next"}')
})

test('a bad record is counted, and the next one is found, whatever the pieces', async () => {
  const good = (n: number) => conversion(`http://good/${n}`, `good ${n}\r\n\r\nand more`)
  const fields = { 'WARC-Type': 'conversion', 'WARC-Target-URI': 'http://bad/' }
  const sized = (length: string, text = 'text of the bad one') =>
    record({ ...fields, 'Content-Length': length }, text)
  const image = (length: string) =>
    record({ 'WARC-Type': 'resource', 'Content-Length': length }, 'an image')
  const bads: readonly (readonly [Buffer, string])[] = [
    [sized('2'), 'no line end after its 2 bytes: the Content-Length is wrong'],
    [sized('4', 'line\r\nline'), 'no record after its 4 bytes: the Content-Length is wrong'],
    [sized('0'), 'no line end after its 0 bytes'],
    [sized('30'), 'no line end after its 30 bytes'],
    [sized('180'), 'no '],
    [sized('900'), 'the end of the file after '],
    [sized('99999999999'), 'the end of the file after '],
    [sized('-4'), 'the Content-Length "-4"'],
    [sized('many'), 'the Content-Length "many"'],
    [sized(''), 'the Content-Length ""'],
    [Buffer.from('WARC/1.0\r\nWARC-Type: conversion\r\n\r\ntext\r\n\r\n'), 'no Content-Length'],
    [record({ ...fields, X: 'y'.repeat(70_000) }), 'headers of more than 65536 bytes'],
    [image('3'), 'no line end after its 3 bytes'],
    [image('300'), 'the end of the file after '],
  ]
  for (const bytes of [1, 5, 64, 200_000]) {
    for (const [bad, got] of bads) {
      if (bytes < 5 && bad.length > 1000) continue
      for (const [before, after, count] of [
        [1, 2, 1],
        [0, 2, 1],
        [1, 2, 2],
      ] as const) {
        const numbers = Array.from({ length: before + after }, (_, n) => n)
        const all = numbers.map(good)
        all.splice(before, 0, ...Array.from({ length: count }, () => bad))
        const { lines } = await linesOf(Buffer.concat(all), { bytes })
        const read = lines.map(line => JSON.parse(line))
        const about = `${got} ${bytes} ${before}`
        assert.deepEqual(
          read.filter(({ error }) => error === undefined).map(({ id }) => id),
          numbers.map(n => `http://good/${n}`),
          about,
        )
        const errors = read.flatMap(({ error }) => (error === undefined ? [] : [error]))
        assert.equal(errors.length, count, about)
        assert.ok(errors.every(({ code }) => code === 'WARC_INVALID'))
        assert.ok(
          errors.some(error => error.got.startsWith(got)),
          `${about}: ${errors[0].got}`,
        )
      }
    }
  }
})

test('a cut end and bytes between records are bad records; a file without a record is refused', async () => {
  const good = conversion('http://good/', 'good')
  for (const cut of [1, 6, 20, 80]) {
    const { lines } = await linesOf(Buffer.concat([good, good, good.subarray(0, -4 - cut)]), { bytes: 7 })
    assert.equal(lines.length, 3)
    assert.match(lines[2], /"got":"the end of the file (after|inside)/)
  }
  const { lines } = await linesOf(Buffer.concat([Buffer.from('garbage\n'), good, good]))
  assert.deepEqual(
    lines.map(line => line.startsWith('{"error":')),
    [true, false, false],
  )
  await assert.rejects(linesOf(Buffer.from('<html>')), {
    message:
      /^WARC_INVALID: expected a complete WARC record, got "<html>" instead of "WARC\/" and a version, in the record at byte 1, at x\.warc\./,
  })
})

test('an archive without a byte, or cut after its last content, is complete', async () => {
  assert.deepEqual((await linesOf(Buffer.alloc(0))).lines, [])
  assert.equal((await linesOf(conversion('http://a/', 'good').subarray(0, -4))).lines.length, 1)
})
