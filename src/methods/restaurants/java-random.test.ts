/** Java's random numbers: output of Java 17 and Scala 2.11, and the recurrence in big integers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { JavaRandom } from './java-random.ts'

const numbersOf = (seed: number, count: number) => {
  const random = new JavaRandom(seed)
  return Array.from({ length: count }, () => random.nextInt())
}

test('gives the numbers of java.util.Random', () => {
  assert.deepEqual(numbersOf(42, 4), [-1170105035, 234785527, -1360544799, 205897768])
  assert.deepEqual(numbersOf(0, 3), [-1155484576, -723955400, 1033096058])
  assert.deepEqual(numbersOf(-1, 3), [1155099827, 1887904451, 52699159])
})

test('equals the recurrence modulo 2^48, for any seed', () => {
  const property = fc.property(fc.maxSafeInteger(), seed => {
    let state = BigInt.asUintN(48, BigInt(seed) ^ 0x5deece66dn)
    const expected = Array.from({ length: 20 }, () => {
      state = BigInt.asUintN(48, state * 0x5deece66dn + 11n)
      return Number(BigInt.asIntN(32, state >> 16n))
    })
    assert.deepEqual(numbersOf(seed, 20), expected)
  })
  fc.assert(property, { numRuns: runs(300), seed: 11 })
})
