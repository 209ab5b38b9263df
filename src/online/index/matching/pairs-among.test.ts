/** Pairs among documents in memory: those that lookups in the store find within clusters. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { memoryStore } from '../../store/memory-store.ts'
import type { IndexOptions, IndexPair } from '../documents/index-types.ts'
import { openIndex, type TextIndex } from '../text-index.ts'

const words = fc.array(fc.constantFrom('ash', 'birch', 'cedar', 'elm', 'fir', 'oak'), { maxLength: 8 })
const texts = fc.array(
  words.map(given => given.join(' ') || '.'),
  { maxLength: 24 },
)

const settings: readonly IndexOptions[] = [
  { shingle: 'words:1', threshold: 0.6 },
  { shingle: 'words:2', threshold: 0.4, storeText: false },
  { near: false },
  { method: 'repeated-trials' },
  { method: 'longest-words' },
  { method: 'solr-text-profile' },
  { method: 'records' },
]

/** A lookup of records asks for the rarest words of its query only, so an earlier document may find a later one alone. */
async function pairsInClusters(index: TextIndex): Promise<IndexPair[]> {
  const [{ items }, clusters] = [
    await index.pairs({ limit: 10_000 }),
    await index.clusters({ limit: 1000 }),
  ]
  const clusterOf = new Map(
    clusters.items.flatMap(({ cluster, members }) => members.map(id => [id, cluster])),
  )
  return items.filter(({ id1, id2 }) => clusterOf.get(id1) === clusterOf.get(id2))
}

for (const options of settings) {
  test(`a survey has the pairs of the lookups: ${JSON.stringify(options)}`, async () => {
    await fc.assert(
      fc.asyncProperty(texts, async given => {
        const index = await openIndex(memoryStore(), options)
        for (const [id, text] of given.entries()) await index.add({ id, text })
        const items = await pairsInClusters(index)
        const histogram = await index.histogram()
        assert.equal(histogram.pairs, items.length)
        if (histogram.bins !== null) {
          const bins = new Array(20).fill(0)
          for (const { similarity } of items) bins[Math.min(19, Math.floor(similarity * 20))]++
          assert.deepEqual(histogram.bins, bins)
        }
        if ('threshold' in options) {
          const { id, left, right, similarities } = await index.replay()
          assert.deepEqual(
            left.map((row, i) => [id[row], id[right[i]], similarities[i]]),
            items.map(({ id1, id2, similarity }) => [id1, id2, similarity]),
          )
        }
        await index.close()
      }),
      { numRuns: runs(60) },
    )
  })
}

test('a cluster too large for memory is looked up, with the same pairs', async () => {
  const index = await openIndex(memoryStore(), { shingle: 'words:1', threshold: 0.6 })
  for (let id = 0; id < 300; id++) await index.add({ id, text: `ash birch cedar elm ${id}` })
  const { items } = await index.pairs({ limit: 1 })
  assert.deepEqual(items[0], { id1: 0, id2: 1, measure: 'jaccard', similarity: 4 / 6 })
  const { left, right, similarities } = await index.replay()
  assert.equal(left.length, (300 * 299) / 2)
  assert.deepEqual([left[299], right[299], similarities[299]], [1, 2, 4 / 6])
  await index.close()
})
