import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeafShape } from './parquet-leaf.ts'
import { joinBounds, leastAndMost } from './parquet-order.ts'

const shape = (width: number, order: LeafShape['order']): LeafShape => ({
  type: 'INT32',
  width,
  order,
  maxDefinition: 0,
  maxRepetition: 0,
})
const bytesOf = ({ buffer }: { readonly buffer: ArrayBufferLike }) => new Uint8Array(buffer)

test('least and most follow the type of the column', () => {
  const numbers = bytesOf(Int32Array.of(5, -1, 3))
  const found = (order: LeafShape['order']) =>
    leastAndMost(numbers, shape(4, order))?.map(value => new Int32Array(value.slice().buffer)[0])
  assert.deepEqual(found('signed'), [-1, 5])
  assert.deepEqual(found('unsigned'), [3, -1])
  assert.equal(leastAndMost(numbers, shape(4, undefined)), undefined)
  const long = bytesOf(BigInt64Array.of(2n ** 62n, -(2n ** 62n), 0n))
  const bounds = leastAndMost(long, shape(8, 'signed'))?.map(
    value => new BigInt64Array(value.slice().buffer)[0],
  )
  assert.deepEqual(bounds, [-(2n ** 62n), 2n ** 62n])
  assert.deepEqual(leastAndMost(Uint8Array.of(1, 0, 255, 255, 0, 9), shape(2, 'decimal')), [
    Uint8Array.of(255, 255),
    Uint8Array.of(1, 0),
  ])
  assert.deepEqual(leastAndMost(Uint8Array.of(1, 0, 255, 255, 0, 9), shape(2, 'bytes')), [
    Uint8Array.of(0, 9),
    Uint8Array.of(255, 255),
  ])
})

test('NaN is no bound, and zero has the sign that keeps both zeros between the bounds', () => {
  const found = (...values: number[]) =>
    leastAndMost(bytesOf(Float64Array.from(values)), shape(8, 'float'))?.map(
      value => new Float64Array(value.slice().buffer)[0],
    )
  assert.deepEqual(found(Number.NaN, 2, Number.NEGATIVE_INFINITY, 1), [Number.NEGATIVE_INFINITY, 2])
  assert.deepEqual(found(0, 0), [-0, 0])
  assert.deepEqual(found(-0, -0), [-0, 0])
  assert.equal(found(Number.NaN), undefined)
  assert.equal(found(), undefined)
})

test('bounds of several pages are joined', () => {
  const ints = shape(4, 'signed')
  const of = (...values: number[]) => leastAndMost(bytesOf(Int32Array.from(values)), ints)
  assert.deepEqual(joinBounds(of(1, 5), of(-3, 2), ints), of(-3, 5))
  assert.deepEqual(joinBounds(undefined, of(1), ints), of(1, 1))
  assert.equal(joinBounds(undefined, undefined, ints), undefined)
})
