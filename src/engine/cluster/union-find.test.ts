import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { UnionFind } from './union-find.ts'

test('the root of a set is its smallest element', () => {
  const sets = new UnionFind(5)
  assert.equal(sets.union(4, 3), true)
  assert.equal(sets.union(3, 1), true)
  assert.equal(sets.union(1, 4), false)
  assert.deepEqual(
    [0, 1, 2, 3, 4].map(element => sets.find(element)),
    [0, 1, 2, 1, 1],
  )
})

test('the root of a set is the element of lowest rank', () => {
  const sets = new UnionFind(3, Int32Array.of(2, 1, 0))
  sets.union(0, 1)
  sets.union(1, 2)
  assert.deepEqual(
    [0, 1, 2].map(element => sets.find(element)),
    [2, 2, 2],
  )
})

test('sets equal those of naive relabelling, in any order of links', () => {
  const size = 30
  const element = fc.nat(size - 1)
  fc.assert(
    fc.property(fc.array(fc.tuple(element, element)), fc.infiniteStream(fc.nat()), (links, random) => {
      const label = Array.from({ length: size }, (_, at) => at)
      for (const [a, b] of links) {
        const [low, high] = [Math.min(label[a], label[b]), Math.max(label[a], label[b])]
        for (let at = 0; at < size; at++) if (label[at] === high) label[at] = low
      }
      const sets = new UnionFind(size)
      const keyed = links.map(link => ({ link, key: random.next().value }))
      for (const { link } of keyed.sort((a, b) => a.key - b.key)) sets.union(link[0], link[1])
      assert.deepEqual(
        label,
        label.map((_, at) => sets.find(at)),
      )
    }),
  )
})
