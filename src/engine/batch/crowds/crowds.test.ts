import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { candidatesOf } from '../../../../test/worlds/candidates.ts'
import { jaccardOf, type NumberSet, SetCorpus, templateSets } from '../../../../test/worlds/number-sets.ts'
import { handWork, pairName } from '../../../../test/worlds/works.ts'
import { plain, randomSource } from '../../../../test/worlds/world.ts'
import { atOnce } from '../../../ground/breath/steps.ts'
import { bothSides } from '../../../ground/pair-rows/classes.ts'
import type { Candidates } from '../../cluster/candidates.ts'
import { measureCandidates } from '../../cluster/measure-candidates.ts'
import { clusterings } from '../../decide.ts'
import { joinSets } from '../join/set-join.ts'
import { splitCrowds } from './crowds.ts'
import { regrouped } from './regroup.ts'

/** Random groups of documents, which share none, some or all of them. */
function groupsOf(sets: readonly NumberSet[], seed: number): number[][] {
  const random = randomSource(seed)
  const joins = random()
  return sets.map(() => [1, 2, 3, 4, 5].filter(() => random() < joins))
}

const split = (sets: readonly NumberSet[], candidates: Candidates, threshold: number) => {
  const corpus = new SetCorpus(sets)
  const roomBytes = Number.POSITIVE_INFINITY
  return { corpus, done: splitCrowds({ candidates, threshold, verifier: corpus, rare: corpus, roomBytes }) }
}

/** Candidates in which rare groups replace some groups, at any cost. */
async function withRuns(
  sets: readonly NumberSet[],
  given: Candidates,
  threshold: number,
  dropped: number[],
) {
  const documents = Int32Array.from(sets.keys()).filter(document =>
    given.numbers
      .subarray(given.starts[document], given.starts[document + 1])
      .some(group => dropped.includes(group)),
  )
  const prefixes = await new SetCorpus(sets).read(documents, threshold)
  const rareGroups = atOnce(joinSets(documents, { prefixes }, 'jaccard', threshold))
  const isKept = Uint8Array.from({ length: given.groups + 1 }, (_, group) => +!dropped.includes(group))
  return regrouped(given, isKept, rareGroups)
}

test('every clustering and all pairs are the same with rare groups in place of groups', async () => {
  let matched = 0
  const work = fc.record({
    sets: templateSets(40),
    threshold: fc.constantFrom(0.3, 0.6, 0.8, 0.9),
    agree: fc.integer({ min: 1, max: 3 }),
    seed: fc.integer({ min: 1, max: 1000 }),
    dropped: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
    window: fc.constantFrom(1, 7, 100),
  })
  await fc.assert(
    fc.asyncProperty(work, async ({ sets, threshold, agree, seed, dropped, window }) => {
      const whole = { ...candidatesOf(groupsOf(sets, seed)), agree }
      const less = await withRuns(sets, whole, threshold, dropped)
      const run = async (candidates: Candidates) => {
        const matches: string[] = []
        const base = handWork(
          sets.map(() => []),
          {},
          threshold,
        )
        const onPair = (left: number, right: number, value: number) => {
          if (value >= threshold) matches.push(pairName(left, right))
        }
        const outcomes = []
        for (const cluster of Object.values(clusterings)) {
          const verifier = new SetCorpus(sets)
          const outcome = await cluster({ ...base, candidates, verifier, window, onPair })
          // The other clusterings may measure different matches on their way.
          if (cluster !== clusterings.star) matches.length = 0
          outcomes.push(plain(outcome), matches.splice(0).sort())
        }
        const sides = new Uint8Array(sets.length).fill(bothSides)
        await measureCandidates({ candidates, sides, verifier: new SetCorpus(sets) }, onPair)
        matched += matches.length
        return [...outcomes, matches.sort()]
      }
      assert.deepEqual(await run(less), await run(whole))
    }),
    { numRuns: runs(300) },
  )
  assert.ok(matched > runs(1000), `${matched} matches`)
})

/** Documents of 100 members that share the first `common`. */
const crowd = (count: number, common: number): NumberSet[] =>
  Array.from({ length: count }, (_, i) =>
    Array.from({ length: 100 }, (_, at) => (at < common ? at : 100 * (i + 1) + at)),
  )

test('texts that share 70 of 100 shingles and a group hardly meet, at a cost linear in their number', async () => {
  for (const count of [2000, 4000]) {
    const sets = crowd(count, 70)
    // Small groups of documents of the crowd are dropped with it.
    const given = candidatesOf(sets.map((_, i) => [1, 2 + (i % 20)]))
    const { corpus, done } = split(sets, given, 0.8)
    const candidates = await done
    assert.notEqual(candidates, given)
    assert.ok(corpus.measured < 10_000, `${corpus.measured} measured to decide`)
    assert.equal(corpus.asked, count)
    const asked = new SetCorpus(sets)
    const sides = new Uint8Array(count).fill(bothSides)
    await measureCandidates({ candidates, sides, verifier: asked }, () => {})
    assert.ok(asked.measured < 2 * count, `${asked.measured} measured`)
  }
})

test('a large crowd that cannot be split has only some of its documents read', async () => {
  // Each differs from an absent text in 10 of 100 members: two have a Jaccard of 0.68 and the rest in common.
  const random = randomSource(5)
  const sets = Array.from({ length: 20_000 }, (_, i) => {
    const set = Array.from({ length: 100 }, (_, at) => at)
    for (let change = 0; change < 10; change++) set[Math.floor(random() * 100)] = 1000 + 10 * i + change
    return set
  })
  assert.ok(jaccardOf(sets[0], sets[1]) < 0.8)
  const given = candidatesOf(sets.map(() => [1]))
  const { corpus, done } = split(sets, given, 0.8)
  assert.equal(await done, given)
  assert.equal(corpus.asked, 4096)
})

test('groups of near-equal texts, few texts or few candidates stay, as do all groups at a threshold of 0', async () => {
  const near = crowd(3000, 99)
  const cases: [NumberSet[], number, number][] = [
    [near, 0.8, 1],
    [crowd(200, 70), 0.8, 1],
    [crowd(3000, 70), 0.8, 2],
    [crowd(3000, 70), 0, 1],
  ]
  for (const [sets, threshold, agree] of cases) {
    const given = { ...candidatesOf(sets.map(() => [1])), agree }
    const { corpus, done } = split(sets, given, threshold)
    assert.equal(await done, given)
    assert.equal(corpus.asked, 0)
    if (agree === 1) assert.ok(corpus.measured <= 128)
  }
})

test('a few documents that meet many are no crowd if only pairs across are wanted', async () => {
  const sets = crowd(5000, 70)
  const given = candidatesOf(sets.map(() => [1]))
  for (const [first, isSplit] of [
    [100, false],
    [2500, true],
  ] as const) {
    const rare = new SetCorpus(sets)
    const asked = { threshold: 0.8, split: first, roomBytes: Number.POSITIVE_INFINITY }
    const work = { candidates: given, verifier: new SetCorpus(sets), rare, ...asked }
    assert.equal((await splitCrowds(work)) !== given, isSplit)
  }
})
