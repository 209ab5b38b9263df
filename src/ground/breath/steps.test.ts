import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { sortInSteps } from './sort.ts'
import { atOnce, breathing, inBlocks, mapInSteps } from './steps.ts'

test('blocks cover the whole range, one step each', () => {
  const blocks: number[][] = []
  const steps = inBlocks(7, 3, (from, to) => blocks.push([from, to]))
  assert.equal([...steps].length, 3)
  assert.deepEqual(blocks, [
    [0, 3],
    [3, 6],
    [6, 7],
  ])
  atOnce(inBlocks(0, 3, () => assert.fail()))
})

test('the result is the same with and without a breath after every step', async () => {
  const items = Array.from({ length: 1000 }, (_, i) => i)
  const double = (item: number) => 2 * item
  let breaths = 0
  const breath = async () => {
    breaths++
  }
  assert.deepEqual(await breathing(mapInSteps(items, double), breath), items.map(double))
  assert.deepEqual(await breathing(mapInSteps(items, double)), items.map(double))
  assert.equal(breaths, Math.ceil(1000 / 64))
})

test('a breath that throws ends the work', async () => {
  let blocks = 0
  const steps = inBlocks(100, 1, () => {
    blocks++
  })
  const breath = async () => {
    if (blocks === 3) throw new Error('aborted')
  }
  await assert.rejects(breathing(steps, breath), { message: 'aborted' })
  assert.equal(blocks, 3)
})

test("a sort in steps equals the engine's", () => {
  const lengths = fc.constantFrom(0, 1, 2, 16_383, 16_384, 16_385, 50_000, 65_536, 81_921)
  fc.assert(
    fc.property(lengths, fc.integer({ min: 2, max: 1e6 }), (length, values) => {
      const numbers = Float64Array.from({ length }, (_, i) => (i * 7919) % values)
      assert.deepEqual(atOnce(sortInSteps(numbers.slice())), numbers.slice().sort())
      const places = Int32Array.from(numbers.keys())
      const falling = (a: number, b: number) => numbers[b] - numbers[a] || a - b
      assert.deepEqual(atOnce(sortInSteps(places.slice(), falling)), places.sort(falling))
    }),
    { numRuns: runs(30) },
  )
})
