import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPageValues } from './parquet-values.ts'

const shape = { type: 'INT32', width: 4, maxDefinition: 0, maxRepetition: 0, order: 'unsigned' } as const

/** Three values: the first, and two that are one less each; 128 in a block of four parts of width 0. */
function valuesOf(...first: number[]): number[] {
  const page = Uint8Array.of(128, 1, 4, 3, ...first, 1, 0, 0, 0, 0)
  const written = { encoding: 'DELTA_BINARY_PACKED', count: 3, dictionary: undefined } as const
  const { bytes } = readPageValues(page, written, shape)
  assert.equal(bytes.length, 12)
  return [...new Uint32Array(bytes.slice().buffer)]
}

test('32-bit integers are read from differences of 32 and of 64 bits', () => {
  assert.deepEqual(valuesOf(14), [7, 6, 5])
  const most = [2 ** 32 - 1, 2 ** 32 - 2, 2 ** 32 - 3]
  assert.deepEqual(valuesOf(1), most) // -1
  assert.deepEqual(valuesOf(0xfe, 0xff, 0xff, 0xff, 0x1f), most) // 2^32 - 1, as DuckDB writes it
})
