import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { handWork, LateVerifier, workOf } from '../../../test/worlds/works.ts'
import {
  plain,
  randomSource,
  type SlowOutcome,
  similarityOf,
  slowClasses,
  slowOutcome,
  type World,
  worlds,
} from '../../../test/worlds/world.ts'
import { components } from './components.ts'

/** Connected components of all matches, by flooding; the survivor is the first visited. */
function slowComponents(world: World): SlowOutcome {
  const similarity = similarityOf(world)
  const { distinct } = slowClasses(world)
  const survivorOf = new Map<number, number>()
  for (const survivor of distinct) {
    const reached = survivorOf.has(survivor) ? [] : [survivor]
    for (const d of reached) {
      survivorOf.set(d, survivor)
      for (const e of distinct) {
        if (!reached.includes(e) && similarity(d, e) >= world.threshold) reached.push(e)
      }
    }
  }
  return slowOutcome(world, survivorOf)
}

test('components removes a whole chain A~B~C and writes the true similarity of its ends', async () => {
  const outcome = await components(handWork([[1], [1], [1]], { '0-1': 0.9, '1-2': 0.9, '0-2': 0.1 }, 0.8))
  assert.deepEqual(plain(outcome), { survivor: [0, 0, 0], kind: [0, 3, 3], similarity: [1, 0.9, 0.1] })
})

test('components keeps the first visited of a cluster', async () => {
  const pairs = { '0-1': 0.9, '1-2': 0.9, '0-2': 0.1 }
  const outcome = await components(handWork([[1], [1], [1]], pairs, 0.8, [2, 0, 1]))
  assert.deepEqual(plain(outcome), { survivor: [2, 2, 2], kind: [3, 3, 0], similarity: [0.1, 0.9, 1] })
})

test('components measures a removed document even against a survivor with which it shares no group', async () => {
  const work = handWork([[1], [1, 2], [2]], { '0-1': 0.9, '1-2': 0.9, '0-2': 0.3 }, 0.8)
  assert.deepEqual(plain(await components(work)).similarity, [1, 0.9, 0.3])
  assert.deepEqual(work.verifier.pairs, ['0-1', '1-2', '0-2'])
})

test('components measures no pair of two documents that are connected already', async () => {
  const work = handWork([[1], [1], [1]], { '0-1': 0.9, '0-2': 0.9, '1-2': 0.9 }, 0.8)
  await components(work)
  assert.deepEqual(work.verifier.pairs, ['0-1', '0-2'])
})

test('components equals the flooding definition for every order and speed of the verifier', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), async world => {
      assert.deepEqual(plain(await components(workOf(world))), slowComponents(world))
    }),
    { numRuns: runs(400) },
  )
})

test('components links only pairs that share as many groups as candidates must, in any visiting order', async () => {
  const groupsOf = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 5 })
  const lists = fc.array(groupsOf, { minLength: 2, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 1, max: 3 }), fc.nat(), async (given, agree, seed) => {
      const groups = given.map(list => list.sort((a, b) => a - b))
      const random = randomSource(seed + 1)
      const order = groups.map((_, document) => document)
      if (seed % 2 === 0) order.reverse()
      const similar: Record<string, number> = {}
      for (let a = 0; a < groups.length; a++) {
        for (let b = a + 1; b < groups.length; b++) similar[`${a}-${b}`] = random() < 0.3 ? 0.9 : 0.1
      }
      const work = handWork(groups, similar, 0.8, order)
      const { survivor } = await components({ ...work, candidates: { ...work.candidates, agree } })
      const isLinked = (a: number, b: number) =>
        similar[`${Math.min(a, b)}-${Math.max(a, b)}`] === 0.9 &&
        groups[a].filter(group => groups[b].includes(group)).length >= agree
      assert.deepEqual([...survivor], flooded(order, isLinked))
    }),
    { numRuns: runs(400) },
  )
})

/** For every document the first visited one that a chain of links reaches. */
function flooded(order: number[], isLinked: (a: number, b: number) => boolean): number[] {
  const first: number[] = []
  for (const document of order) {
    const reached = first[document] === undefined ? [document] : []
    for (const a of reached) {
      first[a] = document
      for (const b of order) if (!reached.includes(b) && isLinked(a, b)) reached.push(b)
    }
  }
  return first
}

test('components reports every measured pair once', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), async world => {
      const work = workOf(world)
      await components(work)
      assert.deepEqual(work.reported.toSorted(), [...new Set(work.verifier.pairs)].sort())
    }),
    { numRuns: runs(200) },
  )
})

test('components measures a pair again only when it was below the threshold', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), async world => {
      const work = workOf(world)
      await components(work)
      const similarity = similarityOf(world)
      const seen = new Set<string>()
      for (const pair of work.verifier.pairs) {
        const [left, right] = pair.split('-').map(Number) as [number, number]
        assert.ok(!seen.has(pair) || similarity(left, right) < world.threshold)
        seen.add(pair)
      }
    }),
    { numRuns: runs(200) },
  )
})

test('components measures 20,000 near-equal documents in hot groups with at most two pairs each', async () => {
  const random = randomSource(5)
  const groups = Array.from({ length: 20_000 }, () => {
    const own = [1, 2, 3, 4, 5, 6, 7, 8].filter(() => random() < 0.5)
    return own.length > 0 ? own : [1]
  })
  const work = handWork(groups, {}, 0.8)
  const verifier = new LateVerifier(() => 0.9)
  const { survivor } = await components({ ...work, verifier })
  assert.equal(
    survivor.every(s => s === 0),
    true,
  )
  assert.ok(verifier.measured <= 40_000, `${verifier.measured} pairs`)
})

test('components measures a hot group whose first member matches no other with two pairs each', async () => {
  const work = handWork(
    Array.from({ length: 20_000 }, () => [1]),
    {},
    0.8,
  )
  const verifier = new LateVerifier((left, right) => (left === 0 || right === 0 ? 0.1 : 0.9))
  const { survivor } = await components({ ...work, verifier })
  assert.deepEqual([...new Set(survivor)], [0, 1])
  assert.ok(verifier.measured <= 40_000, `${verifier.measured} pairs`)
})

test('components tries few pairs before it finds the match of a late joiner in a hot group', async () => {
  const work = handWork(
    Array.from({ length: 20_000 }, () => [1, 2, 3]),
    {},
    0.8,
  )
  // Every tenth document is unlike the first one, but like all others.
  const verifier = new LateVerifier((left, right) =>
    (left === 0 && right % 10 === 9) || (right === 0 && left % 10 === 9) ? 0.1 : 0.9,
  )
  const { survivor } = await components({ ...work, verifier })
  assert.equal(
    survivor.every(s => s === 0),
    true,
  )
  assert.ok(verifier.measured <= 60_000, `${verifier.measured} pairs`)
})

test('components measures a hot group without any match in long runs of one left document', async () => {
  const count = 600
  const work = handWork(
    Array.from({ length: count }, () => [1]),
    {},
    0.8,
  )
  let runs = 0
  const verifier = {
    async measure(left: Int32Array) {
      runs += left.filter((document, pair) => document !== left[pair - 1]).length
      return new Float64Array(left.length)
    },
  }
  await components({ ...work, verifier })
  // Each is measured once against the first member, then against all that remain, one document after the other.
  assert.ok(runs < 3 * count, `${runs} runs`)
})
