import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { explainRecords } from '../../files/jobs/explain.ts'
import { resolveInputOptions } from '../../ground/options/input-options.ts'
import { resolveResultOptions } from '../../methods/options/result-options.ts'
import { explain } from './explain.ts'
import { findPairs } from './find-pairs.ts'

const sample = join(import.meta.dirname, '../../../examples/sample/docs.jsonl')
const documents: { id: number; text: string }[] = readFileSync(sample, 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

for (const shingle of ['words:5', 'chars:8', 'stopword:3']) {
  test(`gives for two texts what it gives for two records: ${shingle}`, async () => {
    const { pairs } = await findPairs(documents.slice(0, 300), { shingle })
    const near = pairs.find(({ similarity }) => similarity < 1)
    assert(near)
    for (const [left, right] of [
      [near.left, near.right],
      [0, 1],
    ]) {
      const [a, b] = [documents[left], documents[right]]
      const {
        a: _a,
        b: _b,
        passages: _passages,
        ...expected
      } = await explainRecords({
        inputs: [sample],
        ids: [String(a.id), String(b.id)],
        result: resolveResultOptions({ shingle }),
        input: resolveInputOptions(),
      })
      assert.deepEqual(await explain(a.text, b.text, { shingle }), expected)
    }
  })
}

test('distinguishes equal texts, equal words and neither', async () => {
  const kindOf = async (a: string, b: string, options = {}) => {
    const { kind, matches, measures } = await explain(a, b, options)
    return [kind, matches, measures.jaccard, measures.estimate]
  }
  assert.deepEqual(await kindOf('…', '…'), ['exact', true, 1, 1])
  assert.deepEqual(await kindOf('…', '!'), ['different', false, 0, 0])
  assert.deepEqual(await kindOf('One two', 'one, TWO'), ['normalised', true, 1, 1])
  assert.deepEqual(await kindOf('One two', 'one, TWO', { near: false }), ['normalised', false, 1, 1])
  assert.deepEqual(
    (await kindOf('a b c d', 'a b c e', { shingle: 'words:1', threshold: 0.6 })).slice(0, 3),
    ['near', true, 0.6],
  )
})

test('shows the words as spelt, and the shingles that differ', async () => {
  const { diff, onlyAShingles, onlyBShingles, sharedShingles } = await explain(
    'The old bridge, again',
    'the new bridge again',
    { shingle: 'words:2' },
  )
  assert.deepEqual(diff, [
    { op: 'same', words: ['The'] },
    { op: 'removed', words: ['old'] },
    { op: 'added', words: ['new'] },
    { op: 'same', words: ['bridge', 'again'] },
  ])
  assert.deepEqual(onlyAShingles, ['the old', 'old bridge'])
  assert.deepEqual(onlyBShingles, ['the new', 'new bridge'])
  assert.deepEqual(sharedShingles, ['bridge again'])
})

test('texts that differ in a lone surrogate are different, and shown unchanged', async () => {
  const { kind, matches, measures, diff } = await explain('x \ud800 a', 'x \udc00 a', {
    shingle: 'words:1',
  })
  assert.deepEqual([kind, matches, measures.jaccard], ['different', false, 0.5])
  assert.deepEqual(
    diff.map(({ op, words }) => [op, ...words]),
    [
      ['same', 'x'],
      ['removed', '\ud800'],
      ['added', '\udc00'],
      ['same', 'a'],
    ],
  )
})
