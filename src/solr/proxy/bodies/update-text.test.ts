/** Encodings of bodies, against Java's decoding of the bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOfBytes } from './update-text.ts'

async function textOf(
  bytes: Uint8Array,
  charset: string | undefined,
  isXml = false,
  pieceBytes = 1,
): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  let text = ''
  for await (const piece of textOfBytes(pieces(), charset, isXml)) text += piece
  return text
}

test('UTF-8 is the default, and characters may be cut anywhere', async () => {
  const text = '\ufeffa\u00e4\u4e2d\u{1f600}'
  assert.equal(await textOf(Buffer.from(text), undefined), text)
  assert.equal(await textOf(Buffer.from([0x63, 0xe9, 0x22]), undefined), 'c\ufffd"')
})

test('uses the encoding of the content type', async () => {
  assert.equal(await textOf(Buffer.from([0x63, 0xe9, 0x80]), 'ISO-8859-1'), 'c\u00e9\u0080')
  assert.equal(await textOf(Buffer.from([0x63, 0xe9, 0x80]), 'windows-1252'), 'c\u00e9\u20ac')
  assert.equal(await textOf(Buffer.from([0x63, 0xe9]), 'US-ASCII'), 'c\ufffd')
})

test('XML can name its own encoding', async () => {
  const latin = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><add>\u00e9</add>', 'latin1')
  assert.match(await textOf(latin, undefined, true), /<add>\u00e9<\/add>/)
  // The content type comes first, as in Solr.
  await assert.rejects(textOf(latin, 'utf-8', true), {
    code: 400,
    message: 'Invalid UTF-8 in the XML text',
  })
})

test("refuses unknown encodings with Solr's messages", async () => {
  const problem = 'Unsupported encoding: nonsense'
  await assert.rejects(textOf(Buffer.from('<a/>'), 'nonsense', true), { code: 400, message: problem })
  const java = { className: 'java.io.UnsupportedEncodingException', message: 'nonsense', code: undefined }
  await assert.rejects(textOf(Buffer.from('[]'), 'nonsense'), java)
})
