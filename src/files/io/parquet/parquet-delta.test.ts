/** Differences against a writer that follows the format with big integers, and damaged ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { readDeltas } from './parquet-delta.ts'

const ones = (bits: number) => (1n << BigInt(bits)) - 1n
const signed = (value: bigint, bits: number) => BigInt.asIntN(bits, value)

function varint(value: bigint): number[] {
  return value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...varint(value >> 7n)]
}

const zigzag = (value: bigint) => varint(value < 0n ? -2n * value - 1n : 2n * value)

/** @param bits of an integer, in which differences wrap around */
function written(values: readonly bigint[], size: number, parts: number, bits: number): number[] {
  const bytes = [size, parts, values.length].flatMap(each => varint(BigInt(each)))
  bytes.push(...zigzag(values[0]))
  const differences = values.slice(1).map((value, i) => signed(value - values[i], bits))
  for (let from = 0; from < differences.length; from += size) {
    const block = differences.slice(from, from + size)
    const least = block.reduce((a, b) => (b < a ? b : a))
    const above = block.map(each => BigInt.asUintN(bits, each - least))
    const perPart = size / parts
    const widths = Array.from({ length: parts }, (_, part) =>
      Math.max(
        0,
        ...above.slice(part * perPart, (part + 1) * perPart).map(each => each.toString(2).length),
      ),
    ).map(width => (width === 1 && above.every(each => each === 0n) ? 0 : width))
    bytes.push(...zigzag(least), ...widths)
    for (const [part, width] of widths.entries()) {
      const own = above.slice(part * perPart, (part + 1) * perPart)
      if (own.length === 0) continue
      const packed = own.reduce((sum, each, i) => sum | (each << BigInt(i * width)), 0n)
      for (let byte = 0; byte < (perPart * width) / 8; byte++)
        bytes.push(Number((packed >> BigInt(8 * byte)) & ones(8)))
    }
  }
  return bytes
}

const integer = (bits: number) =>
  fc.oneof(
    fc.bigInt({ min: -(1n << BigInt(bits - 1)), max: ones(bits - 1) }),
    fc.bigInt({ min: -9n, max: 9n }),
    fc.constantFrom(-(1n << BigInt(bits - 1)), ones(bits - 1)),
  )

for (const [bits, words] of [
  [32, 1],
  [64, 2],
  [64, 1],
] as const) {
  test(`${bits}-bit differences are those written, as ${words} words`, () => {
    const layouts = fc.constantFrom<[number, number]>([128, 4], [64, 1], [32, 4], [256, 8])
    const values = fc.array(integer(bits), { minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(values, layouts, fc.nat(3), (given, [size, parts], before) => {
        const bytes = written(given, size, parts, bits)
        const all = Uint8Array.from([...Array(before).fill(255), ...bytes, 7])
        const { values, end } = readDeltas(all, before, given.length, words)
        const expected = BigInt64Array.from(given)
        const low = new Int32Array(expected.buffer)
        assert.deepEqual([...values], words === 2 ? [...low] : [...low].filter((_, i) => i % 2 === 0))
        assert.equal(end, before + bytes.length)
        // What is cut off may be the padding of the last part.
        for (let cut = 0; cut < bytes.length; cut += 7) {
          const cutOff = Uint8Array.from(bytes.slice(0, cut))
          try {
            assert.deepEqual(readDeltas(cutOff, 0, given.length, words).values, values)
          } catch (error) {
            assert(error instanceof RangeError, String(error))
          }
        }
      }),
      { numRuns: runs(200) },
    )
  })
}

test('damaged differences are refused', () => {
  const read = (...bytes: number[]) => readDeltas(Uint8Array.from(bytes), 0, 3, 1)
  const blocks = { name: 'RangeError', message: /^blocks of / }
  assert.throws(() => read(128, 1, 0, 3, 14, 1), blocks)
  assert.throws(() => read(0, 4, 3, 14, 1), blocks)
  assert.throws(() => read(128, 1, 3, 3, 14, 1), blocks)
  assert.throws(() => read(255, 255, 255, 127, 1, 3, 14, 1), blocks)
  assert.throws(() => read(128, 1, 4, 2, 14, 1, 0, 0, 0, 0), /^RangeError: 2 differences for 3 values$/)
  assert.throws(() => read(128, 1, 4, 3, 14, 1, 65, 0, 0, 0), /^RangeError: differences of 65 bits$/)
  const endless = Array<number>(1000).fill(255)
  assert.throws(() => read(128, 1, 4, 3, ...endless), /^RangeError: a varint of more than 10 bytes$/)
})
