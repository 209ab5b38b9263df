import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import {
  containmentOf,
  jaccardOf,
  type NumberSet,
  SetCorpus,
  templateSets,
} from '../../../../test/worlds/number-sets.ts'
import { atOnce } from '../../../ground/breath/steps.ts'
import { joinSets } from './set-join.ts'

/** Sets of few different members: most share some, and many are equal. */
const smallSets = fc.integer({ min: 1, max: 12 }).chain(most =>
  fc.array(fc.uniqueArray(fc.integer({ min: 1, max: most }), { minLength: 1 }), {
    minLength: 2,
    maxLength: 40,
  }),
)
const sets: fc.Arbitrary<NumberSet[]> = fc.oneof(smallSets, templateSets(30))
const threshold = fc.constantFrom(0.1, 0.25, 1 / 3, 0.5, 0.75, 0.8, 0.9, 1)

/** Lists of joined sets, as documents 3 * set. */
async function joined(
  given: readonly NumberSet[],
  measure: 'jaccard' | 'containment',
  t: number,
): Promise<number[][]> {
  const corpus = new SetCorpus(given)
  const numbers = Int32Array.from(given, (_, i) => i)
  const prefixes = await corpus.read(numbers, t)
  const others = measure === 'containment' ? await corpus.among(numbers, prefixes.members) : undefined
  const documents = numbers.map(number => 3 * number)
  const groups = atOnce(joinSets(documents, { prefixes, ...(others && { others }) }, measure, t))
  return Array.from({ length: groups.starts.length - 1 }, (_, group) => [
    ...groups.documents.subarray(groups.starts[group], groups.starts[group + 1]),
  ])
}

for (const [measure, of] of [
  ['jaccard', jaccardOf],
  ['containment', containmentOf],
] as const) {
  test(`sets at the threshold share a group, each group once and ascending: ${measure}`, async () => {
    await fc.assert(
      fc.asyncProperty(sets, threshold, async (given, t) => {
        const groups = await joined(given, measure, t)
        assert.equal(new Set(groups.map(String)).size, groups.length)
        const together = new Set<string>()
        for (const members of groups) {
          assert.ok(members.length > 1)
          assert.deepEqual(
            members,
            [...new Set(members)].sort((a, b) => a - b),
          )
          for (const a of members) for (const b of members) together.add(`${a / 3}-${b / 3}`)
        }
        for (const [i, a] of given.entries()) {
          for (let j = i + 1; j < given.length; j++) {
            if (of(a, given[j]) >= t) assert.ok(together.has(`${i}-${j}`), `${i} and ${j} match`)
          }
        }
      }),
      { numRuns: runs(400) },
    )
  })
}

test('sets that share rare members, but too few or of unfitting sizes, meet seldom', async () => {
  // Pairs that share a tenth of 100 members; and small sets that share all of theirs with a large one.
  const apart = Array.from({ length: 400 }, (_, i) =>
    Array.from({ length: 100 }, (_, at) => (at < 10 ? (i >> 1) * 1000 + at : 10 ** 6 + i * 1000 + at)),
  )
  const sized = Array.from({ length: 200 }, (_, i) =>
    Array.from({ length: i % 2 === 0 ? 100 : 50 }, (_, at) => 10 ** 7 + (i >> 1) * 1000 + at),
  )
  const groups = await joined([...apart, ...sized], 'jaccard', 0.8)
  assert.ok(groups.length < 20, `${groups.length} groups`)
})

test('10,000 equal sets are one group, and a member of all sets makes no more than one group of them', async () => {
  const equal = Array.from({ length: 10_000 }, () => [1, 2, 3, 4, 5])
  assert.deepEqual(
    (await joined(equal, 'jaccard', 0.8)).map(group => group.length),
    [10_000],
  )
  const common = Array.from({ length: 3000 }, (_, i) => [
    7,
    ...Array.from({ length: 9 }, (_, at) => 100 * i + at + 10),
  ])
  for (const measure of ['jaccard', 'containment'] as const)
    assert.ok((await joined(common, measure, 0.8)).length <= 1, measure)
})

test('hardly two of 2,000 sets that share 80 of 100 members meet at 0.8', async () => {
  const sets = Array.from({ length: 2000 }, (_, i) => [
    ...Array.from({ length: 80 }, (_, at) => at + 1),
    ...Array.from({ length: 20 }, (_, at) => 1000 + 20 * i + at),
  ])
  const groups = await joined(sets, 'jaccard', 0.8)
  assert.ok(groups.length <= 20, `${groups.length} groups`)
})
