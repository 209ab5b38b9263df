import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TextDocument } from './document.ts'
import { findPairs, findTwins } from './find-pairs.ts'
import { openSketcher } from './sketcher.ts'

const sample = join(import.meta.dirname, '../../../examples/sample/docs.jsonl')
const documents: TextDocument[] = readFileSync(sample, 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

/** Matches of a and b by two nested loops. */
async function slowPairs(
  a: readonly TextDocument[],
  b: readonly TextDocument[],
): Promise<[number, number, number][]> {
  const sketcher = await openSketcher({ shingle: 'words:3' })
  const found: [number, number, number][] = []
  for (const [left, { text }] of a.entries()) {
    for (let right = a === b ? left + 1 : 0; right < b.length; right++) {
      const similarity = text === b[right].text ? 1 : sketcher.jaccard(text, b[right].text)
      if (similarity >= 0.8) found.push([left, right, similarity])
    }
  }
  return found
}

const options = { shingle: 'words:3', recall: 0.999999 }
const few = documents.slice(0, 150)

test('finds the pairs of two nested loops, ordered by left, then right', async () => {
  const { pairs } = await findPairs(few, options)
  const rows = pairs.map(({ left, right, similarity }) => [left, right, similarity])
  const slow = await slowPairs(few, few)
  assert(slow.length > 20)
  assert.deepEqual(rows, slow)
  for (const { left, right, leftId, rightId } of pairs) {
    assert.deepEqual([leftId, rightId], [few[left].id, few[right].id])
  }
})

test('finds twins only across the sides, each numbered from 0', async () => {
  const a = few.filter((_, place) => place % 2 === 0)
  const b = few.filter((_, place) => place % 2 === 1).map(({ text }) => ({ text }))
  const { pairs } = await findTwins(a, b, options)
  const rows = pairs.map(({ left, right, similarity }) => [left, right, similarity])
  const slow = await slowPairs(a, b)
  assert(slow.length > 0)
  assert.deepEqual(rows, slow)
  for (const { right, rightId } of pairs) assert.equal(rightId, right)
})

test('measures texts of the same tokens by their characters if these make the shingles', async () => {
  const texts = [
    '日本語学校',
    '日本語学校長',
    '日 本 語 学 校 長',
    '日本語 学校',
    '日本語-学校',
    'a b c',
    'a, b c',
  ]
  for (const shingle of ['chars:2', 'chars:3', 'words:2']) {
    for (const order of [texts, texts.toReversed()]) {
      const sketcher = await openSketcher({ shingle })
      const { pairs } = await findPairs(order, { shingle, threshold: 0.3, recall: 0.999999 })
      const rows = pairs.map(({ left, right, similarity }) => [left, right, similarity])
      const slow = order.flatMap((a, left) =>
        order.flatMap((b, right) => {
          const similarity = sketcher.jaccard(a, b)
          return left < right && similarity >= 0.3 ? [[left, right, similarity]] : []
        }),
      )
      assert(slow.length > 2)
      assert.deepEqual(rows, slow)
    }
  }
})

test('lists the 711 pairs of the sample', async () => {
  const { pairs } = await findPairs(documents)
  assert.equal(pairs.length, 711)
})

test('refuses more pairs than allowed, before creating any', async () => {
  const texts = new Array(2000).fill('the same text, again and again')
  await assert.rejects(findPairs(texts), {
    code: 'PAIRS_LIMIT',
    message: /expected at most 1000000 pairs, got 1999000 or more/,
  })
  await assert.rejects(findPairs([], { maxPairs: -1 }), { code: 'OPTION_VALUE' })
})
