import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrayType, arrayValue } from './postgres-arrays.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
/** One dimension, has-null flag, type, count, first index. */
const head = (hasNull: number, typeId: number, count: number): string =>
  [1, hasNull, typeId, count, 1].map(word => word.toString(16).padStart(8, '0')).join('')

test('an array is a head, then each element with its length, big-endian', () => {
  assert.equal(hex(arrayValue('word', [1, 258])), `${head(0, 23, 2)}00000004000000010000000400000102`)
  assert.equal(hex(arrayValue('number', [2 ** 40 + 3])), `${head(0, 20, 1)}000000080000010000000003`)
  assert.equal(hex(arrayValue('bytes', [Uint8Array.of(171, 205)])), `${head(0, 17, 1)}00000002abcd`)
  assert.equal(hex(arrayValue('text', ['aé'])), `${head(0, 25, 1)}0000000361c3a9`)
})

test('words from 2^31 on become negative; numbers keep their sign', () => {
  assert.equal(hex(arrayValue('word', Uint32Array.of(2 ** 32 - 1))), `${head(0, 23, 1)}00000004ffffffff`)
  assert.equal(hex(arrayValue('number', [-1])), `${head(0, 20, 1)}00000008ffffffffffffffff`)
  assert.equal(hex(arrayValue('number', [-(2 ** 33)])), `${head(0, 20, 1)}00000008fffffffe00000000`)
})

test('a null has the length -1, an empty array no dimension', () => {
  assert.equal(hex(arrayValue('number', [null, 5])), `${head(1, 20, 2)}ffffffff000000080000000000000005`)
  assert.equal(hex(arrayValue('word', [])), '000000000000000000000017')
  assert.equal(arrayType('bytes'), 'bytea[]')
})
