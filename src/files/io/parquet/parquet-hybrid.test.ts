import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bitsFor, readHybrid, writeHybrid } from './parquet-hybrid.ts'

test('values are packed as the format describes: the lowest bits first, runs with a count', () => {
  const packed = writeHybrid(Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7), 3)
  assert.deepEqual([...packed], [3, 0b10001000, 0b11000110, 0b11111010])
  assert.deepEqual([...writeHybrid(new Uint8Array(300).fill(1), 1)], [0xd8, 0x04, 1])
  assert.deepEqual([...writeHybrid(new Uint8Array(0), 1)], [])
  const long = new Uint32Array(9).fill(0xfedcba98)
  assert.deepEqual([...writeHybrid(long, 32)], [18, 0x98, 0xba, 0xdc, 0xfe])
})

test('what is written is read, whatever the width', () => {
  const pieces = fc.array(fc.tuple(fc.nat(0xffffffff), fc.integer({ min: 1, max: 40 })), { maxLength: 30 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 32 }), pieces, (width, runs) => {
      const values = Uint32Array.from(
        runs.flatMap(([value, count]) => Array(count).fill(value >>> (32 - width))),
      )
      const bytes = writeHybrid(values, width)
      const read = new Uint32Array(values.length)
      readHybrid(Uint8Array.of(...bytes, 255), [0, bytes.length], width, read)
      assert.deepEqual(read, values)
    }),
  )
})

test('runs that end early, promise nothing or have no end are refused', () => {
  for (const bytes of [[], [3, 1], [0, 1, 0, 1], [16], [255, 255, 255, 255, 255, 255], [1]])
    assert.throws(
      () => readHybrid(Uint8Array.from(bytes), [0, bytes.length], 3, new Uint8Array(8)),
      RangeError,
    )
  const values = new Uint8Array(8)
  readHybrid(Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0x0f, 1), [0, 6], 3, values) // a run of 2^31 - 1
  assert.deepEqual(values, new Uint8Array(8).fill(1))
  assert.deepEqual([0, 1, 2, 255, 2 ** 32 - 1].map(bitsFor), [0, 1, 2, 8, 32])
})
