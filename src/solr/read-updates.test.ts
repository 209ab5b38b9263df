/** Bytes and text to commands. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandToJson } from './json/json-writer.ts'
import { type ReadOptions, readUpdates, readUpdateText, UpdateDecoder } from './read-updates.ts'

async function read(pieces: Iterable<Uint8Array | string>, options: ReadOptions = {}): Promise<string[]> {
  const found: string[] = []
  for await (const command of readUpdates(pieces, options)) found.push(commandToJson(command))
  return found
}

const bytes = (text: string) => new TextEncoder().encode(text)

test('characters may be cut between pieces, and invalid bytes become U+FFFD', async () => {
  const text = '[{"id":"é€😀"}]'
  const pieces = [...bytes(text)].map(byte => Uint8Array.of(byte))
  assert.deepEqual(await read(pieces), ['"add":{"doc":{"id":"é€😀"}}'])
  assert.deepEqual(await read([bytes('[{"id":"'), Uint8Array.of(0xff, 0xc3), bytes('"}]')]), [
    '"add":{"doc":{"id":"\ufffd\ufffd"}}',
  ])
  assert.deepEqual(await read(['[{"id":', '1}]']), ['"add":{"doc":{"id":1}}'])
  assert.deepEqual(await read('[{"id":1}]'), ['"add":{"doc":{"id":1}}'])
})

test('XML may be in UTF-16 with a byte order mark', async () => {
  const xml = '\ufeff<?xml version="1.0" encoding="utf-16"?><delete><id>é</id></delete>'
  const little = new Uint8Array(Uint16Array.from([...xml], unit => unit.charCodeAt(0)).buffer)
  const big = little.map((_, i) => little[i ^ 1])
  for (const encoded of [little, big]) {
    assert.deepEqual(await read([encoded.subarray(0, 60), encoded.subarray(60)], { format: 'xml' }), [
      '"delete":{"id":"é"}',
    ])
  }
  assert.deepEqual(await read([bytes('\ufeff<rollback/>')], { format: 'xml' }), ['"rollback":{}'])
})

test('XML has the encoding it declares', async () => {
  const xml = Buffer.from(
    '<?xml version="1.0" encoding="iso-8859-1"?><delete><id>\u00f8</id></delete>',
    'latin1',
  )
  assert.deepEqual(await read([xml.subarray(0, 30), xml.subarray(30)], { format: 'xml' }), [
    '"delete":{"id":"\u00f8"}',
  ])
  await assert.rejects(read([Buffer.from('<commit>\u00f8</commit>', 'latin1')], { format: 'xml' }), {
    message:
      'SOLR_UPDATE: expected an update that Solr accepts, got Invalid UTF-8 in the XML text. To fix: correct the update.',
  })
})

test('reads a whole text at once', () => {
  assert.equal(readUpdateText('{"id":1}{"id":2}', { form: 'documents' }).length, 2)
})

/** The text of bytes that arrive one by one. */
function textOf(bytes: Uint8Array, charset: string | undefined, isXml = false): string {
  const decoder = new UpdateDecoder(isXml, true, charset)
  return Array.from(bytes, byte => decoder.push(Uint8Array.of(byte))).join('') + decoder.end()
}

test('UTF-8 is the default, and characters may be cut anywhere', () => {
  const text = '\ufeffa\u00e4\u4e2d\u{1f600}'
  assert.equal(textOf(Buffer.from(text), undefined), text)
  assert.equal(textOf(Buffer.from([0x63, 0xe9, 0x22]), undefined), 'c\ufffd"')
})

test('uses the encoding of the content type', () => {
  assert.equal(textOf(Buffer.from([0x63, 0xe9, 0x80]), 'ISO-8859-1'), 'c\u00e9\u0080')
  assert.equal(textOf(Buffer.from([0x63, 0xe9, 0x80]), 'iso8859-1'), 'c\u00e9\u0080')
  assert.equal(textOf(Buffer.from([0x63, 0xe9, 0x80]), 'windows-1252'), 'c\u00e9\u20ac')
  assert.equal(textOf(Buffer.from([0x63, 0xe9]), 'US-ASCII'), 'c\ufffd')
})

test('XML can name its own encoding', () => {
  const latin = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><add>\u00e9</add>', 'latin1')
  assert.match(textOf(latin, undefined, true), /<add>\u00e9<\/add>/)
  // The content type comes first, as in Solr.
  assert.throws(
    () => textOf(latin, 'utf-8', true),
    /^NearsameError: SOLR_UPDATE: .*got Invalid UTF-8 in the XML text/,
  )
})

test("refuses unknown encodings with Solr's messages", () => {
  const problem = /^NearsameError: SOLR_UPDATE: .*got Unsupported encoding: nonsense\./
  assert.throws(() => textOf(Buffer.from('<a/>'), 'nonsense', true), problem)
  const java = { className: 'java.io.UnsupportedEncodingException', message: 'nonsense', code: undefined }
  assert.throws(() => textOf(Buffer.from('[]'), 'nonsense'), java)
})
