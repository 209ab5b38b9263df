import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countFrom, findBoundary } from './boundary.ts'
import { binOf, binStart, binsInAll } from './similarity-bins.ts'

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
    assert.equal(binOf((bin - 0.5) / 100), bin)
  }
  assert.deepEqual([binOf(0), binOf(1e-9), binOf(0.99999), binOf(1)], [0, 1, 100, 100])
  assert.deepEqual(binStart(0), 0)
})

test('the boundary is the middle of an empty valley', () => {
  const boundary = findBoundary(counted(...many(0.2, 1000), ...many(0.9, 50)))
  assert.ok(boundary && Math.abs(boundary.threshold - 0.55) < 0.04, `${boundary?.threshold}`)
  assert.deepEqual([boundary?.near, boundary?.precision], [50, 1])
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

test('a valley above a hill is found from that hill on', () => {
  const counts = counted(...many(0.05, 900), ...many(0.5, 400), ...many(0.9, 30))
  const lower = findBoundary(counts)
  const upper = findBoundary(counts, lower?.threshold)
  assert.ok(lower && upper && lower.threshold < 0.4 && upper.threshold > 0.6 && upper.threshold < 0.85)
  assert.deepEqual([lower.near, upper.near], [430, 30])
  assert.equal(findBoundary(counts, upper.threshold), undefined)
})

test('the precision is that of a lower hill that thins out to similarity 1', () => {
  const even = [0.3, 0.4, 0.5, 0.6, 0.7].flatMap(similarity => many(similarity, 40))
  const boundary = findBoundary(counted(...many(0.2, 1000), ...even, ...many(0.85, 400)))
  assert.ok(boundary)
  const near = boundary.near
  const others = (400 * (1 - boundary.threshold)) / 2 // 40 of each tenth at the valley, none at 1
  assert.ok(Math.abs(boundary.precision - (1 - others / near)) < 0.1, `${boundary.precision}`)
})
