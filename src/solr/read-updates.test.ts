/** Bytes and text to commands. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandToJson } from './json/json-writer.ts'
import { type ReadOptions, readUpdates, readUpdateText } from './read-updates.ts'

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
