import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { jaccardOf, SetCorpus, templateSets } from '../../../../test/worlds/number-sets.ts'
import { atOnce } from '../../../ground/breath/steps.ts'
import { sizeTiers } from './size-tiers.ts'
import { splitCrowd } from './split-crowd.ts'

const threshold = fc.constantFrom(0.3, 0.5, 0.8, 0.9, 1)

test('a tier is narrow, and its partners are all tiers that may hold a match', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }), threshold, (sizes, t) => {
      const { tierOf, least, partners } = sizeTiers(Uint32Array.from(sizes), t)
      for (const [i, size] of sizes.entries()) {
        assert.ok(size >= least[tierOf[i]] && size <= 1.05 * least[tierOf[i]])
        for (const [j, other] of sizes.entries()) {
          const isPartner = partners[tierOf[i]].includes(tierOf[j])
          assert.equal(isPartner, partners[tierOf[j]].includes(tierOf[i]))
          if (Math.min(size, other) / Math.max(size, other) >= t) assert.ok(isPartner)
        }
      }
    }),
  )
})

test('matching documents share a rare group, of at least two different documents, ascending', async () => {
  let matches = 0
  let spared = 0
  await fc.assert(
    fc.asyncProperty(templateSets(30), threshold, async (sets, t) => {
      const documents = Int32Array.from(sets, (_, i) => 3 * i)
      const read = await new SetCorpus(sets).read(
        documents.map(document => document / 3),
        t,
      )
      const rareGroups = atOnce(splitCrowd(documents, read, t))
      assert.ok(rareGroups !== undefined)
      const together = new Set<string>()
      for (let group = 0; group + 1 < rareGroups.starts.length; group++) {
        const members: number[] = [
          ...rareGroups.documents.subarray(rareGroups.starts[group], rareGroups.starts[group + 1]),
        ]
        assert.ok(members.length > 1)
        assert.deepEqual(
          members,
          [...new Set(members)].sort((a, b) => a - b),
        )
        for (const a of members) for (const b of members) together.add(`${a / 3}-${b / 3}`)
      }
      for (const [i, a] of sets.entries()) {
        for (const [j, b] of sets.entries()) {
          if (j <= i) continue
          if (jaccardOf(a, b) >= t) {
            matches++
            assert.ok(together.has(`${i}-${j}`), `${i} and ${j} match and share no rare group`)
          } else if (!together.has(`${i}-${j}`)) spared++
        }
      }
    }),
    { numRuns: runs(500) },
  )
  assert.ok(matches > runs(1000) && spared > runs(1000), `${matches} matches, ${spared} spared`)
})

test('hardly two of 2,000 sets that share 80 of 100 members share a rare group at 0.8', async () => {
  // Their Jaccard is 80 / 120.
  const sets = Array.from({ length: 2000 }, (_, i) =>
    Array.from({ length: 100 }, (_, at) => (at < 80 ? at : 100 * (i + 1) + at)),
  )
  const documents = Int32Array.from(sets, (_, i) => i)
  const rareGroups = atOnce(splitCrowd(documents, await new SetCorpus(sets).read(documents, 0.8), 0.8))
  assert.ok(
    rareGroups !== undefined && rareGroups.documents.length < 20,
    `${rareGroups?.documents.length} entries of rare groups`,
  )
  const longest = rareGroups.starts
    .slice(1)
    .reduce((most, end, group) => Math.max(most, end - rareGroups.starts[group]), 0)
  assert.ok(longest < 10, `a rare group of ${longest}`)
})
