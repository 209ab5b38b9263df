import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { shortStrings } from './short-strings.ts'

/** A line in pieces of some bytes, shortened. */
function shortened(line: string, most: number, pieceBytes: number): string {
  const shorten = shortStrings(most)
  const bytes = Buffer.from(line)
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, i) =>
    shorten(bytes.subarray(i * pieceBytes, (i + 1) * pieceBytes)),
  )
  return Buffer.concat(pieces).toString('utf8')
}

test('strings end behind a whole character or escape', () => {
  for (const pieceBytes of [1, 2, 3, 100]) {
    const short = (line: string) => shortened(line, 3, pieceBytes)
    assert.equal(short('{"a":"12345","b":[1,"x"]}'), '{"a":"123","b":[1,"x"]}')
    assert.equal(short('["12\\"34","\\\\\\\\\\\\x"]'), '["12\\"","\\\\\\\\"]')
    assert.equal(short('["1\\u00e9234","éé€"]'), '["1\\u00e9","éé"]')
  }
})

test('a line stays the same JSON, but for the ends of long strings', () => {
  const values = fc.object({
    key: fc.string({ maxLength: 4 }),
    values: [fc.string({ unit: 'grapheme' }), fc.nat()],
  })
  fc.assert(
    fc.property(values, fc.boolean(), fc.integer({ min: 1, max: 9 }), (value, isAscii, pieceBytes) => {
      const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
      const json = JSON.stringify(value)
      const line = isAscii ? json.replace(/[\u0080-\uffff]/g, escaped) : json
      assert.equal(shortened(line, Buffer.byteLength(line), pieceBytes), line)
      JSON.parse(shortened(line, 2, pieceBytes))
    }),
    { numRuns: runs(500) },
  )
})
