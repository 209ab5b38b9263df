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
import { complete } from './complete.ts'

/** Equation (1) of complete.ts, one document at a time. */
function slowComplete(world: World): SlowOutcome {
  const similarity = similarityOf(world)
  const clusters: number[][] = []
  const survivorOf = new Map<number, number>()
  for (const d of slowClasses(world).distinct) {
    let best: number[] | undefined
    for (const cluster of clusters) {
      if (cluster.some(member => similarity(d, member) < world.threshold)) continue
      if (best === undefined || similarity(d, cluster[0]) > similarity(d, best[0])) best = cluster
    }
    if (best === undefined) clusters.push([d])
    else best.push(d)
    survivorOf.set(d, best?.[0] ?? d)
  }
  return slowOutcome(world, survivorOf)
}

test('complete keeps the third of a chain A~B~C, and forms a cluster of three if the ends match', async () => {
  const chain = { '0-1': 0.9, '1-2': 0.9, '0-2': 0.1 }
  const outcome = await complete(handWork([[1], [1], [1]], chain, 0.8))
  assert.deepEqual(plain(outcome), { survivor: [0, 0, 2], kind: [0, 3, 0], similarity: [1, 0.9, 1] })
  const closed = await complete(handWork([[1], [1], [1]], { ...chain, '0-2': 0.8 }, 0.8))
  assert.deepEqual(plain(closed), { survivor: [0, 0, 0], kind: [0, 3, 3], similarity: [1, 0.9, 0.8] })
})

test('complete keeps a document that matches the survivor but not another member', async () => {
  const pairs = { '0-1': 0.9, '0-2': 0.9, '1-2': 0.1 }
  assert.deepEqual(plain(await complete(handWork([[1], [1], [1]], pairs, 0.8))).survivor, [0, 0, 2])
})

test('complete falls back to a less similar survivor when the cluster of the nearest one refuses', async () => {
  const pairs = { '0-1': 0.9, '0-3': 0.95, '1-3': 0.1, '2-3': 0.8 }
  assert.deepEqual(plain(await complete(handWork([[1], [1], [1], [1]], pairs, 0.8))).survivor, [0, 0, 2, 2])
})

test('complete joins the survivor visited earlier when two are equally similar', async () => {
  const pairs = { '0-2': 0.8, '1-2': 0.8 }
  assert.deepEqual(plain(await complete(handWork([[1], [1], [1]], pairs, 0.8))).survivor, [0, 1, 0])
  assert.deepEqual(
    plain(await complete(handWork([[1], [1], [1]], pairs, 0.8, [1, 0, 2]))).survivor,
    [0, 1, 1],
  )
})

test('complete leaves a copy with its text, even if a nearer survivor came in between', async () => {
  const work = handWork([[1], [1], [1], [1]], { '0-1': 0.8, '0-2': 0.1, '1-2': 0.9 }, 0.8)
  const outcome = await complete({ ...work, representative: Int32Array.of(0, 1, 2, 1) })
  assert.deepEqual(plain(outcome), {
    survivor: [0, 0, 2, 0],
    kind: [0, 3, 0, 3],
    similarity: [1, 0.8, 1, 0.8],
  })
})

test('complete also measures members that share no group with the document', async () => {
  const groups = [[1, 2], [1], [2]]
  const apart = handWork(groups, { '0-1': 0.9, '0-2': 0.9, '1-2': 0.1 }, 0.8)
  assert.deepEqual(plain(await complete(apart)).survivor, [0, 0, 2])
  const alike = handWork(groups, { '0-1': 0.9, '0-2': 0.9, '1-2': 0.8 }, 0.8)
  assert.deepEqual(plain(await complete({ ...alike, window: 1 })).survivor, [0, 0, 0])
})

test('complete equals the sequential definition for every order, window and speed of the verifier', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), async world => {
      assert.deepEqual(plain(await complete(workOf(world))), slowComplete(world))
    }),
    { numRuns: runs(400) },
  )
})

test('complete equals the definition where clusters are large', async () => {
  const large = worlds(40).map(world => ({
    ...world,
    keys: world.keys.map((_, content) => [1 + (content % 3)]),
    similar: world.similar.map(row => row.map(value => (value < 0.2 ? value : 0.8 + value / 10))),
  }))
  await fc.assert(
    fc.asyncProperty(large, async world => {
      assert.deepEqual(plain(await complete(workOf(world))), slowComplete(world))
    }),
    { numRuns: runs(200) },
  )
})

test('complete measures and reports no pair twice, and all members of a cluster match each other', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), async world => {
      const work = workOf(world)
      const { survivor } = await complete(work)
      assert.deepEqual(work.reported, work.verifier.pairs)
      assert.equal(new Set(work.reported).size, work.reported.length)
      const similarity = similarityOf(world)
      survivor.forEach((s, d) => {
        survivor.forEach((t, e) => {
          assert.ok(s !== t || d === e || similarity(d, e) >= world.threshold)
        })
      })
    }),
    { numRuns: runs(200) },
  )
})

test('complete clusters 3,000 documents of one hot group in a hundred clusters with large batches', async () => {
  const random = randomSource(3)
  const topic = Array.from({ length: 3000 }, () => Math.floor(random() * 100))
  const work = handWork(
    topic.map(() => [1]),
    {},
    0.8,
  )
  const verifier = new LateVerifier((left, right) => (topic[left] === topic[right] ? 0.9 : 0.1))
  const { survivor } = await complete({ ...work, verifier })
  assert.equal(new Set(survivor).size, 100)
  assert.ok(survivor.every((s, d) => topic[s] === topic[d]))
  assert.ok(verifier.measured / verifier.calls > 4000)
})
