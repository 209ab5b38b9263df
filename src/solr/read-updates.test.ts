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

test('refuses other encodings', async () => {
  const xml = bytes('<?xml version="1.0" encoding="ISO-8859-1"?><commit/>')
  await assert.rejects(read([xml], { format: 'xml' }), {
    message:
      'SOLR_UPDATE: expected XML in UTF-8, or in UTF-16 with a byte order mark, got encoding iso-8859-1, at line 1. To fix: convert the message to UTF-8.',
  })
  assert.deepEqual(
    await read([bytes('<?xml version="1.0" encoding="UTF-8"?><commit/>')], { format: 'xml' }),
    ['"commit":{}'],
  )
})

test('reads a whole text at once', () => {
  assert.equal(readUpdateText('{"id":1}{"id":2}', { form: 'documents' }).length, 2)
})
