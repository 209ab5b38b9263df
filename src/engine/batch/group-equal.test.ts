import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { chunked } from '../../../test/worlds/chunked.ts'
import { columnsOf, slowClasses, type World, worlds } from '../../../test/worlds/world.ts'
import { exactOutcome, exactRepresentatives, representatives, tableSize } from './group-equal.ts'

const world: World = {
  content: [1, 1, 1, 0, 0, 0],
  variant: [0, 1, 0, 0, 1, 1],
  empty: 1,
  keys: [[1], [1]],
  similar: [],
  order: undefined,
  threshold: 0.8,
  window: 1,
  seed: 1,
}

test('equal raw texts and equal token sequences share the first document as representative', () => {
  assert.deepEqual([...exactRepresentatives(columnsOf(world))], [0, 1, 0, 3, 4, 4])
  assert.deepEqual([...representatives(columnsOf(world))], [0, 0, 0, 3, 4, 4])
})

test('the first document is the one visited first', () => {
  const order = Int32Array.of(5, 2, 1, 0, 4, 3)
  assert.deepEqual([...exactRepresentatives(columnsOf(world), order)], [2, 1, 2, 3, 5, 5])
  assert.deepEqual([...representatives(columnsOf(world), order)], [2, 2, 2, 3, 5, 5])
})

test('with equal raw texts only, all but the first are exact duplicates', () => {
  const outcome = exactOutcome(columnsOf(world))
  assert.deepEqual([...outcome.survivor], [0, 1, 0, 3, 4, 4])
  assert.deepEqual([...outcome.kind], [0, 0, 1, 0, 0, 1])
  assert.deepEqual([...outcome.similarity], [1, 1, 1, 1, 1, 1])
})

test('hashes that differ in one word only stay apart', () => {
  const exact = new Uint32Array(64 * 4)
  for (let d = 0; d < 64; d++) exact[d * 4 + (d % 4)] = 1 + (d >> 2)
  const columns = chunked({ count: 64, exact })
  assert.equal(new Set(exactRepresentatives(columns)).size, 64)
})

test('representatives equal those of a linear search, in any order', () => {
  fc.assert(
    fc.property(worlds(60), random => {
      const order = random.order && Int32Array.from(random.order)
      assert.deepEqual([...representatives(columnsOf(random), order)], slowClasses(random).first)
    }),
    { numRuns: runs(300) },
  )
})

test('a hash table is a power of two and at most two thirds full', () => {
  for (const count of [0, 1, 2, 10, 11, 100_000, 174_762, 174_763, 10_000_000]) {
    const size = tableSize(count)
    assert.equal(Math.log2(size) % 1, 0)
    assert.ok(size >= 16 && count <= (size * 2) / 3, `${count} in ${size}`)
  }
})
