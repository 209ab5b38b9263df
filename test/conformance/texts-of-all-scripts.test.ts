/**
 * Decisions on texts that look alike but differ: scripts with and without spaces, marks, joiners, lone surrogates, more
 * or fewer separators. Compared with the definition, which measures every pair from single texts.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deduplicate } from '../../src/engine/library/deduplicate.ts'
import { explain } from '../../src/engine/library/explain.ts'
import { findPairs } from '../../src/engine/library/find-pairs.ts'
import { openSketcher } from '../../src/engine/library/sketcher.ts'
import { runs } from '../ground/runs.ts'

const parts = [
  '日',
  '本',
  'カ',
  'ー',
  'か\u3099',
  'ก',
  'a',
  'B',
  'É',
  'e\u0301',
  'ß',
  'ﬁ',
  '1',
  '\ud800',
  '😀',
  'the',
]
const separators = ['', '', ' ', '-', '. ', '\n', '\u200d', '\u00ad']
const shingles = ['words:1', 'words:2', 'chars:1', 'chars:2', 'chars:3', 'stopword:2', 'stopword:2:2']

/** A text of few parts: of the 16, so that many texts share some. */
const texts = fc
  .tuple(fc.nat(3), fc.array(fc.tuple(fc.nat(6), fc.nat(separators.length - 1)), { maxLength: 6 }))
  .map(([from, picks]) =>
    picks
      .map(([part, separator]) => parts[(5 * from + part) % parts.length] + separators[separator])
      .join(''),
  )

const cases = fc.record({
  // A blank text is compared with none.
  documents: fc.array(
    texts.map(text => (text.trim() === '' ? '…' : text)),
    { minLength: 2, maxLength: 16 },
  ),
  shingle: fc.constantFrom(...shingles),
  threshold: fc.constantFrom(0.4, 0.6, 0.8, 1),
})

test('pairs and survivors are those of measuring every pair of texts', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ documents, shingle, threshold }) => {
      const sketcher = await openSketcher({ shingle })
      const similarity = (a: number, b: number) => sketcher.jaccard(documents[a], documents[b])
      const options = { shingle, threshold, recall: 0.999999, signatureLength: 512 }

      const pairs = documents.flatMap((_, right) =>
        [...documents.keys()]
          .slice(0, right)
          .map(left => ({ left, right, similarity: similarity(left, right) })),
      )
      const found = (await findPairs(documents, options)).pairs
      const rows = found.map(({ left, right, similarity }) => ({ left, right, similarity }))
      rows.sort((a, b) => a.right - b.right || a.left - b.left)
      assert.deepEqual(
        rows,
        pairs.filter(pair => pair.similarity >= threshold),
      )

      const { removed } = await deduplicate(documents, options)
      assert.deepEqual(
        removed.map(({ index, survivor, similarity }) => ({ index, survivor, similarity })),
        starOf(documents.length, similarity, threshold),
      )

      const { kind, matches } = await explain(documents[0], documents[1], options)
      assert.equal(matches, similarity(0, 1) >= threshold)
      if (kind === 'normalised') assert.equal(similarity(0, 1), 1)
    }),
    { seed: 20, numRuns: runs(400) },
  )
})

/** Star clustering by definition: every document against all survivors so far. */
function starOf(count: number, similarity: (a: number, b: number) => number, threshold: number) {
  const survivors: number[] = []
  const removed: { index: number; survivor: number; similarity: number }[] = []
  for (let index = 0; index < count; index++) {
    let best: { index: number; survivor: number; similarity: number } | undefined
    for (const survivor of survivors) {
      const value = similarity(index, survivor)
      if (value >= threshold && value > (best?.similarity ?? 0))
        best = { index, survivor, similarity: value }
    }
    if (best === undefined) survivors.push(index)
    else removed.push(best)
  }
  return removed
}
