/**
 * Recall of `findPairs` at its default target on the shipped lists, against comparing every pair: finds at least 0.99
 * of the pairs at the threshold, all with the exact similarity. Seeds are fixed.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { joinByCounting, numberedSets } from '../../bench/truth/truth-sets.ts'
import { findPairs } from '../../src/engine/library/find-pairs.ts'

const seeds = [1, 2, 3]

const textsOf = (path: string): string[] => {
  const lines = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map(line => (JSON.parse(line) as { text: string }).text)
}

const lists = {
  restaurants: {
    texts: textsOf('test/golden/restaurant/records.jsonl'),
    settings: [
      ['words', 1, 0.65],
      ['words', 1, 0.3],
      ['words', 2, 0.6],
      ['chars', 3, 0.6],
      ['chars', 4, 0.8],
    ],
  },
  'the sample': {
    texts: textsOf('examples/sample/docs.jsonl'),
    settings: [
      ['words', 1, 0.9],
      ['words', 3, 0.5],
      ['words', 5, 0.5],
      ['words', 5, 0.8],
      ['chars', 5, 0.7],
    ],
  },
} as const

for (const [name, { texts, settings }] of Object.entries(lists)) {
  for (const [unit, size, threshold] of settings) {
    test(`99 of 100 pairs of ${name} are found at ${threshold} of ${unit}:${size}`, async t => {
      const joined = joinByCounting(numberedSets(texts, unit, size), threshold)
      const truth = new Map(joined.map(({ a, b, jaccard }) => [`${a},${b}`, jaccard]))
      let found = 0
      for (const seed of seeds) {
        const { pairs } = await findPairs(texts, { shingle: `${unit}:${size}`, threshold, seed })
        for (const { left, right, similarity } of pairs) {
          assert.equal(similarity, truth.get(`${left},${right}`), `${left},${right}`)
        }
        found += pairs.length
      }
      const wanted = seeds.length * truth.size
      t.diagnostic(`${found} of ${wanted} in ${seeds.length} seeds`)
      assert.ok(truth.size >= 50 && found >= 0.99 * wanted, `${found} of ${wanted}`)
    })
  }
}
