import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { handWork, LateVerifier, pairName, workOf } from '../../../../test/worlds/works.ts'
import {
  columnsOf,
  plain,
  type SlowOutcome,
  similarityOf,
  slowClasses,
  slowOutcome,
  type World,
  worlds,
} from '../../../../test/worlds/world.ts'
import { boundsBy } from '../../cluster/candidates.ts'
import { kinds } from '../columns.ts'
import { complete } from '../complete.ts'
import { components } from '../components.ts'
import { star } from './star.ts'

/** Equation (1) of star.ts, one document at a time. */
function slowStar(world: World): SlowOutcome {
  const similarity = similarityOf(world)
  const survivors: number[] = []
  const survivorOf = new Map<number, number>()
  for (const d of slowClasses(world).order) {
    let best = d
    for (const s of survivors) {
      if (similarity(d, s) < world.threshold) continue
      if (best === d || similarity(d, s) > similarity(d, best)) best = s
    }
    survivorOf.set(d, best)
    if (best === d) survivors.push(d)
  }
  return slowOutcome(world, survivorOf)
}

const chain = { '0-1': 0.9, '1-2': 0.9, '0-2': 0.1 }

test('star keeps the third of a chain A~B~C, which is similar only to the removed B', async () => {
  const outcome = await star(handWork([[1], [1], [1]], chain, 0.8))
  assert.deepEqual(plain(outcome), { survivor: [0, 0, 2], kind: [0, 3, 0], similarity: [1, 0.9, 1] })
})

test('star removes both ends of a chain when its middle is visited first', async () => {
  const outcome = await star(handWork([[1], [1], [1]], chain, 0.8, [1, 0, 2]))
  assert.deepEqual(plain(outcome), { survivor: [1, 1, 1], kind: [3, 0, 3], similarity: [0.9, 1, 0.9] })
})

test('star joins the most similar survivor, even if it survives later than the first match', async () => {
  const outcome = await star(handWork([[1], [1], [1]], { '0-2': 0.8, '1-2': 0.85 }, 0.8))
  assert.deepEqual(plain(outcome).survivor, [0, 1, 1])
})

test('star joins the survivor visited earlier when two are equally similar', async () => {
  const pairs = { '0-2': 0.8, '1-2': 0.8 }
  assert.deepEqual(plain(await star(handWork([[1], [1], [1]], pairs, 0.8))).survivor, [0, 1, 0])
  assert.deepEqual(plain(await star(handWork([[1], [1], [1]], pairs, 0.8, [1, 0, 2]))).survivor, [0, 1, 1])
})

test('star keeps documents that share no group, however alike', async () => {
  const work = handWork([[1], [2], []], { '0-1': 1 }, 0.8)
  assert.deepEqual(plain(await star(work)).survivor, [0, 1, 2])
  assert.equal(work.verifier.measured, 0)
})

const repeated: World = {
  content: [1, 2, 2, 2, 1, 0, 0, 0],
  variant: [0, 0, 0, 1, 1, 0, 1, 1],
  empty: 1,
  keys: [[4], [4], [4]],
  similar: [
    [1, 0.9, 0.9],
    [0.9, 1, 0.9],
    [0.9, 0.9, 1],
  ],
  order: undefined,
  threshold: 0.8,
  window: 100,
  seed: 1,
}

test('star joins equals of a removed document to its survivor as near; texts without tokens match only byte-equal ones', async () => {
  assert.deepEqual(plain(await star(workOf(repeated))), {
    survivor: [0, 0, 0, 0, 0, 5, 6, 6],
    kind: [0, 3, 3, 3, 2, 0, 0, 1],
    similarity: [1, 0.9, 0.9, 0.9, 1, 1, 1, 1],
  })
})

test('a copy of a removed text joins a survivor that came after the text and is nearer', async () => {
  const world: World = {
    ...repeated,
    content: [0, 1, 2, 1, 1, 0],
    variant: [0, 0, 0, 0, 1, 0],
    empty: 0,
    similar: [
      [1, 0.86, 0.7],
      [0.86, 1, 0.91],
      [0.7, 0.91, 1],
    ],
  }
  assert.deepEqual(plain(await star(workOf(world))), {
    survivor: [0, 0, 2, 2, 2, 0],
    kind: [0, 3, 0, 3, 3, 1],
    similarity: [1, 0.86, 1, 0.91, 0.91, 1],
  })
})

test('star equals the sequential definition for every order, window and speed of the verifier', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), async world => {
      assert.deepEqual(plain(await star(workOf(world))), slowStar(world))
    }),
    { numRuns: runs(400) },
  )
})

test('star measures each pair of a document and an earlier survivor of its groups once, and reports exactly those', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(30), async world => {
      const work = workOf(world)
      const { survivor } = await star(work)
      const { order, first } = slowClasses(world)
      const needed = new Set<string>()
      for (const [at, copy] of order.entries()) {
        const d = first[copy]
        // A copy of a survivor joins it unmeasured.
        if (world.content[d] < world.empty || (d !== copy && survivor[d] === d)) continue
        for (const s of order.slice(0, at)) {
          if (survivor[s] !== s || world.content[s] < world.empty) continue
          const keys = world.keys[world.content[s]]
          const isMet = world.keys[world.content[d]].some((key, band) => key === keys[band])
          if (isMet) needed.add(pairName(d, s))
        }
      }
      assert.deepEqual(work.verifier.pairs.toSorted(), [...needed].toSorted())
      assert.deepEqual(work.reported.toSorted(), [...needed].toSorted())
    }),
    { numRuns: runs(200) },
  )
})

test('star measures a large group of near-equal documents with one pair each', async () => {
  const length = runs(20_000)
  const work = handWork(
    Array.from({ length }, () => [1, 2, 3]),
    {},
    0.8,
  )
  const verifier = new LateVerifier((left, right) => ((left + right) % 10 === 0 ? 0.9 : 0.95))
  const { survivor } = await star({ ...work, verifier })
  assert.equal(
    survivor.every(s => s === 0),
    true,
  )
  assert.equal(verifier.measured, length - 1)
  assert.ok(verifier.calls < 20)
})

test('star rethrows what the verifier throws', async () => {
  const work = handWork([[1], [1]], {}, 0.8)
  const verifier = { measure: () => Promise.reject(new Error('worker died')) }
  await assert.rejects(star({ ...work, verifier }), /worker died/)
})

test('star of no documents is empty', async () => {
  assert.deepEqual(plain(await star(workOf({ ...repeated, content: [], variant: [] }))).survivor, [])
  assert.equal(columnsOf({ ...repeated, content: [], variant: [] }).count, 0)
})

test('star measures only pairs that share as many groups as candidates must', async () => {
  const work = handWork(
    [
      [1, 2],
      [1, 3],
      [1, 2],
    ],
    { '0-1': 1, '0-2': 0.9, '1-2': 1 },
    0.8,
  )
  const candidates = { ...work.candidates, agree: 2 }
  assert.deepEqual(plain(await star({ ...work, candidates })).survivor, [0, 1, 0])
  assert.equal(work.verifier.measured, 1)
})

test('star that goes on meets survivors decided before, which share just as many groups as candidates must', async () => {
  const work = handWork(
    [
      [1, 2],
      [1, 2],
    ],
    { '0-1': 0.9 },
    0.8,
  )
  const candidates = { ...work.candidates, agree: 2 }
  assert.deepEqual(plain(await star({ ...work, candidates, decided: 1 })).survivor, [0, 0])
})

test('every way of clustering reports a pair that shares more than 255 groups once', async () => {
  const groups = Array.from({ length: 600 }, (_, group) => group + 1)
  for (const window of [1, 2]) {
    for (const cluster of [star, complete, components]) {
      const work = handWork([groups, groups], { '0-1': 0.5 }, 0.8)
      const reported: string[] = []
      await cluster({ ...work, window, onPair: (left, right) => reported.push(pairName(left, right)) })
      assert.deepEqual(reported, ['0-1'], `${cluster.name}, window ${window}`)
    }
  }
})

test('bounds change no outcome, and star measures no pair that its bound decides', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), fc.integer({ min: 1, max: 9 }), async (world, spread) => {
      const similarity = similarityOf(world)
      const bound = (left: number, right: number) =>
        Math.min(1, similarity(left, right) + ((left * right) % spread) / 20)
      for (const cluster of [star, complete, components]) {
        const work = { ...workOf(world), onPair: undefined }
        const { kind, survivor, similarity: values } = await cluster(workOf(world))
        const bounded = await cluster({ ...work, bounds: boundsBy(bound, () => Promise.resolve()) })
        assert.deepEqual([bounded.kind, bounded.survivor, bounded.similarity], [kind, survivor, values])
        if (cluster !== star) continue
        assert.equal(new Set(work.verifier.pairs).size, work.verifier.pairs.length)
        for (const pair of work.verifier.pairs) {
          const [left, right] = pair.split('-').map(Number)
          assert(bound(left, right) >= world.threshold, pair)
        }
      }
    }),
    { numRuns: runs(300) },
  )
})

test('among many survivors star measures only those that may be nearer than the one with the highest bound', async () => {
  // 500 survivors and 500 documents, each similar to all survivors, most of all to its own.
  const own = (a: number, b: number) => Math.abs(a - b) === 500
  const isAcross = (a: number, b: number) => a < 500 !== b < 500
  const similarity = (a: number, b: number) => (own(a, b) ? 0.95 : isAcross(a, b) ? 0.85 : 0.1)
  const work = handWork(
    Array.from({ length: 1000 }, () => [1]),
    {},
    0.8,
  )
  for (const window of [100, 400, 8192]) {
    const verifier = new LateVerifier(similarity)
    const bounds = boundsBy((a, b) => similarity(a, b) + 0.04)
    const { survivor } = await star({ ...work, verifier, bounds, window })
    assert.deepEqual(
      [...survivor],
      Array.from({ length: 1000 }, (_, document) => document % 500),
    )
    if (window === 100) assert.equal(verifier.measured, 500)
  }
})

test('the first of equally near survivors wins, even if another has the highest bound', async () => {
  // 10 survivors and a document equally similar to each; only the bound of the last is higher.
  const similarity = (a: number, b: number) => (Math.max(a, b) === 10 ? 0.9 : 0.1)
  const bound = (a: number, b: number) => (Math.min(a, b) === 9 ? 0.95 : similarity(a, b))
  const work = handWork(
    Array.from({ length: 11 }, () => [1]),
    {},
    0.8,
  )
  for (const window of [1, 10, 8192]) {
    const verifier = new LateVerifier(similarity)
    const { survivor } = await star({ ...work, verifier, bounds: boundsBy(bound), window })
    assert.equal(survivor[10], 0, `window ${window}`)
  }
})

test('survivors among the first documents are final while others are decided, in input order only', async () => {
  let early = 0
  await fc.assert(
    fc.asyncProperty(worlds(40), async world => {
      const said: { end: number; kept: boolean[] }[] = []
      const { kind } = await star({
        ...workOf(world),
        onSettled: ({ end, isKept }) =>
          said.push({ end, kept: Array.from({ length: end }, (_, document) => isKept(document)) }),
      })
      const kept = [...kind].map(value => value === kinds.kept)
      for (const [i, settled] of said.entries()) {
        assert.deepEqual(settled.kept, kept.slice(0, settled.end))
        assert.ok(settled.end >= (said[i - 1]?.end ?? 0))
        if (settled.end < kind.length) early++
      }
      if (world.order !== undefined) assert.equal(said.length, 0)
    }),
    { numRuns: runs(300) },
  )
  assert.ok(early > runs(100), `${early} times before the end`)
})
