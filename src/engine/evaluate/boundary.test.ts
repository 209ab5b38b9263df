import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countFrom, findBoundary } from './boundary.ts'
import { binMiddle, binOf, binStart, binsInAll } from './similarity-bins.ts'

function counted(...similarities: number[]): Float64Array {
  const counts = new Float64Array(binsInAll)
  for (const similarity of similarities) counts[binOf(similarity)]++
  return counts
}

const many = (similarity: number, count: number) => Array.from({ length: count }, () => similarity)

test('a similarity lies in the bin that begins at or below it', () => {
  for (let hundredth = 1; hundredth < 100; hundredth++) {
    const bin = binOf(hundredth / 100)
    assert.ok(Math.abs(binStart(bin) - hundredth / 100) < 1e-9)
    assert.equal(binOf(binMiddle(bin)), bin)
  }
  assert.deepEqual([binOf(0), binOf(1e-9), binOf(0.99999), binOf(1)], [0, 1, 100, 100])
  assert.deepEqual([binMiddle(0), binStart(0)], [0, 0])
})

test('the boundary is the middle of an empty valley', () => {
  const boundary = findBoundary(counted(...many(0.2, 1000), ...many(0.9, 50)))
  assert.ok(boundary && Math.abs(boundary.threshold - 0.55) < 0.04, `${boundary?.threshold}`)
  assert.equal(boundary?.near, 50)
})

test('a lower valley and a higher hill behind it both increase the depth', () => {
  const depth = (valley: number, hill: number) => {
    const between = [0.3, 0.4, 0.5, 0.6, 0.7].flatMap(similarity => many(similarity, valley))
    return findBoundary(counted(...many(0.2, 1000), ...between, ...many(0.8, hill)))?.depth ?? 0
  }
  assert.ok(depth(5, 100) > depth(20, 100))
  assert.ok(depth(5, 200) > depth(5, 100))
})

test('a curve that only falls or only rises has no boundary, nor has an empty one', () => {
  const falling = Array.from({ length: 60 }, (_, i) => many((i + 0.5) / 100, 600 - 10 * i)).flat()
  assert.equal(findBoundary(counted(...falling)), undefined)
  assert.equal(findBoundary(counted()), undefined)
  assert.equal(findBoundary(counted(...many(1, 10))), undefined)
})

test('counts from a bin on', () => {
  assert.equal(countFrom(counted(0.1, 0.8, 0.85, 1), binOf(0.8)), 3)
})
