/**
 * The restaurants of two guides, 112 of which are in both: the command finds the pairs of the definition, and with
 * which precision and recall.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workshop } from '../../cli/command.ts'
import { allMatches, charShingles, recordsPath, restaurants, starOf, truthPath } from './naive.ts'

const shop = new Workshop()
const all = restaurants()
const sets = all.map(({ text }) => charShingles(text, 4))
const options = ['--shingle', 'chars:4', '--threshold', '0.6', '--recall', '0.999']

test('the guides have 864 restaurants and 112 pairs', () => {
  assert.equal(all.length, 864)
  assert.equal(shop.read(truthPath).trimEnd().split('\n').length, 1 + 112)
})

test('pairs agrees with comparing all pairs, to the last bit', async () => {
  const { status, err } = await shop.run('pairs', recordsPath, '-o', 'pairs.csv', ...options, '--quiet')
  assert.deepEqual([status, err], [0, ''])
  const expected = allMatches(sets, 0.6).map(
    ({ left, right, similarity }) => `${all[left].id},${all[right].id},jaccard,${similarity}`,
  )
  assert.deepEqual(shop.read('pairs.csv').trimEnd().split('\n').slice(1), expected)
})

test('precision and recall against the truth', async t => {
  const evaluate = async (...more: string[]) => {
    const { status, out } = await shop.run('evaluate', 'pairs.csv', truthPath, ...more, '--json')
    assert.equal(status, 0)
    return JSON.parse(out)
  }
  const pairs = allMatches(sets, 0.6)
  const truth = new Set(shop.read(truthPath).trimEnd().split('\n').slice(1))
  const isTrue = (pair: { left: number; right: number }) =>
    truth.has(`${all[pair.left].id},${all[pair.right].id}`)
  const found = pairs.filter(isTrue).length
  const scored = await evaluate()
  t.diagnostic(`chars:4 at 0.6: ${JSON.stringify(scored)}`)
  assert.deepEqual(
    [scored.predicted, scored.truth, scored.trueFound, scored.precision, scored.recall],
    [pairs.length, 112, found, found / pairs.length, found / 112],
  )
  // Exact figures reveal a change of the text rule.
  assert.deepEqual([pairs.length, found], [88, 73])
  const crossing = await evaluate('--cross', recordsPath)
  t.diagnostic(`pairs across the guides: ${JSON.stringify(crossing)}`)
  assert.equal(crossing.trueFound, found)
})

test('dedupe keeps the survivors of star clustering by definition', async () => {
  const survivor = starOf(sets, 0.6)
  await shop.dedupe(recordsPath, '-o', 'kept.jsonl', '--removed', 'removed.jsonl', ...options)
  const removed = shop.rows('removed.jsonl').map(row => `${row.id}>${row.survivor}`)
  const expected = all.flatMap(({ id }, i) => (survivor[i] === i ? [] : [`${id}>${all[survivor[i]].id}`]))
  assert.deepEqual(removed, expected)
  assert.deepEqual(
    shop.rows('kept.jsonl').map(row => row.id),
    all.filter((_, i) => survivor[i] === i).map(({ id }) => id),
  )
})
