/** Exact recall: the pairs of a comparison of all texts, for every shingle, measure, clustering and threshold. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deduplicate, explain, findPairs, findTwins, openSketcher } from '../../src/doors/index.ts'
import { memoryStore, openIndex } from '../../src/doors/online.ts'
import { runs } from '../ground/runs.ts'

/** Texts of few different words, many of which match at any threshold; also ones without tokens and repeats. */
const words = fc.constantFrom('a', 'b', 'c', 'd', 'the', 'of', 'river', '東', '京', 'é')
const texts = fc.array(
  fc.array(words, { maxLength: 14 }).map(list => list.join(' ') || '…'),
  { minLength: 2, maxLength: 25 },
)
const shingle = fc.constantFrom('words:1', 'words:2', 'words:5', 'chars:1', 'chars:3', 'stopword:2')
const threshold = fc.constantFrom(0.1, 0.3, 0.5, 0.75, 0.8, 1)
const measure = fc.constantFrom('jaccard' as const, 'containment' as const)
const options = fc.record({ shingle, threshold, measure })

/** All pairs of texts at the threshold, with their similarity. */
async function slowPairs(
  all: readonly string[],
  given: { shingle: string; threshold: number; measure: 'jaccard' | 'containment' },
) {
  const sketcher = await openSketcher({ shingle: given.shingle })
  const tokens = all.map(text => sketcher.tokens(text).join(' '))
  return all.flatMap((a, left) =>
    all.flatMap((b, right) => {
      if (right <= left) return []
      const isSame =
        tokens[left] !== '' && tokens[left] === tokens[right] && !given.shingle.startsWith('chars')
      const similarity = isSame ? 1 : sketcher[given.measure](a, b)
      return similarity >= given.threshold ? [[left, right, similarity]] : []
    }),
  )
}

test('exact recall finds every pair at the threshold, for all shingles and measures', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(texts, options, async (all, given) => {
      const { pairs } = await findPairs(all, { ...given, recall: 'exact' })
      const slow = await slowPairs(all, given)
      found += slow.length
      assert.deepEqual(
        pairs.map(({ left, right, similarity }) => [left, right, similarity]),
        slow,
      )
    }),
    { numRuns: runs(150) },
  )
  assert.ok(found > runs(200), `${found} pairs`)
})

test('twins across two sides are the pairs across them', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, options, async (a, b, given) => {
      const { pairs } = await findTwins(a, b, { ...given, recall: 'exact' })
      const slow = (await slowPairs([...a, ...b], given))
        .filter(([left, right]) => left < a.length && right >= a.length)
        .map(([left, right, similarity]) => [left, right - a.length, similarity])
      assert.deepEqual(
        pairs.map(({ left, right, similarity }) => [left, right, similarity]),
        slow,
      )
    }),
    { numRuns: runs(50) },
  )
})

test('star keeps no document that matches an earlier survivor, and complete clusters match in full', async () => {
  await fc.assert(
    fc.asyncProperty(texts, options, async (all, given) => {
      const slow = new Set((await slowPairs(all, given)).map(([a, b]) => `${a}-${b}`))
      const star = await deduplicate(all, { ...given, recall: 'exact' })
      for (const [i, a] of star.kept.entries())
        for (const b of star.kept.slice(i + 1)) assert.ok(!slow.has(`${a}-${b}`), `${a} and ${b}`)
      const linked = await deduplicate(all, { ...given, recall: 'exact', cluster: 'components' })
      const first = all.map((_, i) => i)
      for (const pair of slow) {
        const [a, b] = pair.split('-').map(Number)
        const [from, to] = [first[a], first[b]].sort((x, y) => x - y)
        for (const [i, c] of first.entries()) if (c === to) first[i] = from
      }
      assert.deepEqual(linked.kept, [...new Set(first)])
    }),
    { numRuns: runs(50) },
  )
})

test('explain claims no bands where there were none, and its verdict is that of a run', async () => {
  const a = 'one two three four five six seven'
  const b = 'one two three four five six eight'
  const given = { shingle: 'words:2', threshold: 0.7, recall: 'exact' as const }
  const { matches, bands, bandsMet, agree } = await explain(a, b, given)
  assert.deepEqual({ matches, bands, bandsMet, agree }, { matches: true, bands: 0, bandsMet: [], agree: 0 })
  assert.equal((await explain(a, b, { ...given, threshold: 0.8 })).matches, false)
  assert.equal((await findPairs([a, b], given)).pairs.length, 1)
})

test('an index refuses exact recall', async () => {
  await assert.rejects(openIndex(memoryStore(), { recall: 'exact' } as object), {
    code: 'OPTION_VALUE',
    message: /recall to be a number in \(0, 1\), got "exact". To fix: take 0\.999: an index has bands/,
  })
})
