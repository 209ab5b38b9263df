import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstWhere } from './bisection.ts'
import { withoutRepeats } from './distinct.ts'
import { countShared, countSharedWithin } from './shared-values.ts'

const random = (below: number) => Math.floor(Math.random() * below)
const ascending = () =>
  Uint32Array.from(new Set(Array.from({ length: random(30) }, () => random(50)))).sort()

test('counts the common values of two ascending lists', () => {
  for (let round = 0; round < 500; round++) {
    const [a, b] = [ascending(), ascending()]
    const shared = a.filter(value => b.includes(value)).length
    assert.equal(countShared(a, b), shared)
    assert.equal(countShared(BigUint64Array.from(a, BigInt), BigUint64Array.from(b, BigInt)), shared)
    const both = Uint32Array.of(...a, ...b)
    assert.equal(countSharedWithin(both, 0, a.length, a.length, both.length), shared)
  }
})

test('bisection finds the first index that holds, or the end', () => {
  for (let round = 0; round < 500; round++) {
    const list = ascending()
    const [from, wanted] = [random(list.length + 1), random(55)]
    const naive = list.findIndex((value, at) => at >= from && value >= wanted)
    assert.equal(
      firstWhere(from, list.length, at => list[at] >= wanted),
      naive < 0 ? list.length : naive,
    )
  }
})

test('drops repeated values of an ascending array', () => {
  for (let round = 0; round < 200; round++) {
    const values = Float64Array.from({ length: random(40) }, () => random(20)).sort()
    assert.deepEqual([...withoutRepeats(values.slice())], [...new Set(values)])
  }
})
