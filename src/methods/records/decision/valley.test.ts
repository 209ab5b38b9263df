/** The valley on curves whose boundary is known. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { density, findValley, plainValley, tiltedValley } from './valley.ts'

/** `count` scores evenly spread over [from, to). */
const spread = (count: number, from: number, to: number): number[] =>
  Array.from({ length: count }, (_, k) => from + ((to - from) * k) / count)

test('lies between two groups, and is as deep as the smaller group is high', () => {
  const few = findValley(Float64Array.from([...spread(5000, 0.1, 0.4), ...spread(20, 0.7, 0.9)]))
  const many = findValley(Float64Array.from([...spread(5000, 0.1, 0.4), ...spread(2000, 0.7, 0.9)]))
  for (const { threshold } of [few, many]) assert.ok(threshold > 0.4 && threshold < 0.7, `${threshold}`)
  assert.ok(few.depth > 1 && few.depth < many.depth)
  assert.equal(many.depth, 2.5)
})

test('has no depth if the curve only falls; the threshold is the middle', () => {
  const falling = Float64Array.from([
    ...spread(4000, 0.1, 0.3),
    ...spread(400, 0.3, 0.6),
    ...spread(40, 0.6, 0.9),
  ])
  const { threshold, depth } = findValley(falling)
  assert.ok(depth < 0.5)
  assert.ok(Math.abs(threshold - 0.45) < 0.11, `${threshold}`)
  assert.deepEqual(findValley(new Float64Array()), { threshold: 0.45, depth: 0 })
})

test('finds a kink in a tilted curve', () => {
  // Falls like e^(-12 s), then stays level: 3 pairs in each 0.01 from 0.5 on.
  const scores: number[] = []
  for (let s = 10; s < 100; s++) {
    const count = Math.max(3, Math.round(4000 * Math.exp((-12 * s) / 100)))
    for (let k = 0; k < count; k++) scores.push(s / 100)
  }
  const kinked = Float64Array.from(scores)
  assert.ok(findValley(kinked).depth < 0.5)
  const tilted = findValley(kinked, tiltedValley)
  assert.ok(tilted.depth > 0.5 && tilted.threshold > 0.4 && tilted.threshold < 0.75, JSON.stringify(tilted))
})

test('equal pairs count as scores of 1', () => {
  const scores = spread(500, 0.1, 0.4)
  const listed = Float64Array.from([...scores, ...Array<number>(30).fill(1)])
  assert.deepEqual(findValley(Float64Array.from(scores), plainValley, 30), findValley(listed))
})

test('smoothing keeps the number of scores', () => {
  const smooth = density(Float64Array.from(spread(1000, 0.3, 0.5)))
  const pairs = smooth.reduce((sum, value) => sum + (value - 1) / 10, 0)
  assert.ok(Math.abs(pairs - 1000) < 1, `${pairs}`)
})
