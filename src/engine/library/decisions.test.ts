/** Decisions of people, which every method and way of clustering honours. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { type MethodName, methodNames } from '../../methods/methods.ts'
import type { PairDecision } from '../decisions/given-decisions.ts'
import { deduplicate } from './deduplicate.ts'
import { findPairs, findTwins } from './find-pairs.ts'

const fox = 'the quick brown fox jumps over the lazy dog today'
const texts = [fox, `${fox} now`, fox, 'a wholly different line of seven words', `${fox} now then`]
const documents = texts.map((text, index) => ({ id: `d${index}`, text }))
const same = (id1: string, id2: string, survivor?: string): PairDecision => ({
  id1,
  id2,
  decision: 'same',
  survivor,
})
const different = (id1: string, id2: string): PairDecision => ({ id1, id2, decision: 'different' })
const survivorsOf = async (decisions: PairDecision[] | undefined, options = {}) => {
  const { removed, options: reported } = await deduplicate(documents, { ...options, decisions })
  return { removed: removed.map(({ id, survivorId, kept }) => `${id} ${survivorId} ${kept}`), reported }
}

test('without decisions nothing changes, and none are reported', async () => {
  const { removed, reported } = await survivorsOf(undefined)
  assert.deepEqual(removed, ['d1 d0 first', 'd2 d0 first', 'd4 d0 first'].slice(0, removed.length))
  assert.equal('decisions' in reported, false)
})

test('same joins, also what is not alike, and measures it', async () => {
  const { removed } = await deduplicate(documents, { decisions: [same('d0', 'd3')] })
  const joined = removed.find(({ id }) => id === 'd3')
  assert.deepEqual(
    [joined?.survivorId, joined?.kind, joined?.similarity, joined?.kept],
    ['d0', 'near', 0, 'decision'],
  )
})

test('the named survivor is kept, and the others of its cluster are measured against it', async () => {
  const { removed } = await deduplicate(documents, { decisions: [same('d0', 'd1', 'd1')], threshold: 0.7 })
  assert.deepEqual(
    removed.map(({ id, survivorId, similarity }) => [id, survivorId, similarity]),
    [
      ['d0', 'd1', 6 / 7],
      ['d2', 'd1', 6 / 7],
      ['d4', 'd1', 7 / 8],
    ],
  )
})

test('different documents stay apart, exact copies as well; the others stay where they were', async () => {
  const { removed, reported } = await survivorsOf([different('d0', 'd2')], { threshold: 0.7 })
  assert.deepEqual(removed, ['d1 d0 first', 'd4 d0 first'])
  assert.deepEqual(reported.decisions, { same: 0, different: 1, unknown: 0 })
  const { pairs } = await findPairs(documents, { decisions: [different('d0', 'd2')], threshold: 0.7 })
  assert.equal(
    pairs.some(({ leftId, rightId }) => leftId === 'd0' && rightId === 'd2'),
    false,
  )
})

test('a document that may not join its survivor joins the next one that it matches', async () => {
  const options = { threshold: 0.7, near: true }
  const decisions = [different('d0', 'd1'), different('d0', 'd4')]
  const { removed } = await survivorsOf(decisions, options)
  assert.deepEqual(removed, ['d2 d0 first', 'd4 d1 first'])
})

test('unknown ids are counted, and do nothing', async () => {
  const { removed, reported } = await survivorsOf([same('d0', 'none'), different('d0', 'd0')])
  assert.deepEqual(reported.decisions, { same: 0, different: 1, unknown: 1 })
  assert.deepEqual(removed, (await survivorsOf(undefined)).removed)
})

test('decisions that contradict each other are refused with their places', async () => {
  const refused = (decisions: PairDecision[]) =>
    deduplicate(documents, { decisions }).then(
      () => assert.fail('not refused'),
      error => {
        assert.ok(isNearsameError(error))
        assert.equal(error.code, 'DECISIONS_CONFLICT')
        return error.message
      },
    )
  const chain = [same('d0', 'd1'), different('d3', 'd4'), same('d1', 'd2'), different('d2', 'd0')]
  assert.equal(
    await refused(chain),
    'DECISIONS_CONFLICT: expected no pair to be both same and different, got decisions that contradict each ' +
      'other, at decisions[2], decisions[0], decisions[3]. ' +
      'To fix: correct or remove one of these decisions.',
  )
  assert.match(
    await refused([same('d0', 'd1', 'd0'), same('d1', 'd2', 'd2')]),
    /one survivor.*decisions\[0], decisions\[1]/,
  )
  assert.match(await refused([same('d0', 'd1', 'd3')]), /at decisions\[0]/)
  // Two clusters that a decision of their own brought together.
  assert.match(
    await refused([same('d0', 'd1', 'd1'), same('d2', 'd3', 'd3')]),
    /one survivor for each cluster, got two/,
  )
})

test('pairs: same pairs are listed with their measure, in their place', async () => {
  const { pairs } = await findPairs(documents, {
    threshold: 0.99,
    decisions: [same('d3', 'd1'), same('d2', 'd4')],
  })
  assert.deepEqual(
    pairs.map(({ leftId, rightId, similarity }) => [leftId, rightId, similarity]),
    [
      ['d0', 'd2', 1],
      ['d1', 'd3', 0],
      ['d2', 'd4', 6 / 8],
    ],
  )
})

test('twins: the first id is of one side, the second of the other', async () => {
  const decisions = [different('d0', 'd0'), same('d3', 'd1')]
  const { pairs } = await findTwins(documents, documents.slice(0, 2), { threshold: 1, decisions })
  assert.deepEqual(
    pairs.map(({ leftId, rightId }) => `${leftId} ${rightId}`),
    ['d1 d1', 'd2 d0', 'd3 d1'],
  )
})

/** Every method on short texts, so that clusters are many. */
const words = ['alpha', 'beta', 'gamma', 'delta', 'omega', 'sigma']
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }).map(list => list.join(' '))

test('every method and way of clustering: same documents share a cluster, different ones never do', async () => {
  const decision = fc.record({
    id1: fc.nat(11),
    id2: fc.nat(11),
    decision: fc.constantFrom<PairDecision['decision'][]>('same', 'different'),
  })
  const options = fc.record({
    method: fc.constantFrom<MethodName[]>(...methodNames.filter(name => name !== 'records')),
    cluster: fc.constantFrom<('star' | 'components' | 'complete')[]>('star', 'components', 'complete'),
    near: fc.boolean(),
    keep: fc.constantFrom('first', 'last', 'longest'),
  })
  const property = fc.asyncProperty(
    fc.array(text, { minLength: 12, maxLength: 12 }),
    fc.array(decision, { maxLength: 8 }),
    options,
    async (given, decisions, chosen) => {
      const result = { ...chosen, threshold: 0.5, shingle: 'words:1', decisions }
      const found = await deduplicate(given, result).catch((error: unknown) => {
        if (isNearsameError(error) && error.code === 'DECISIONS_CONFLICT') return undefined
        throw error
      })
      fc.pre(found !== undefined)
      const survivor = given.map((_, index) => index)
      for (const { index, survivor: kept } of found.removed) survivor[index] = kept
      assert.deepEqual(
        survivor.map(kept => survivor[kept]),
        survivor,
        'survivors survive',
      )
      for (const { id1, id2, decision: wanted } of decisions) {
        if (id1 === id2) continue
        assert.equal(
          survivor[id1] === survivor[id2],
          wanted === 'same',
          JSON.stringify({ id1, id2, wanted }),
        )
      }
      const { pairs } = await findPairs(given, result)
      const rows = pairs.map(({ left, right }) => left * 100 + right)
      assert.deepEqual(
        rows,
        [...new Set(rows)].sort((a, b) => a - b),
        'rows are sorted, each once',
      )
      for (const { id1, id2, decision: wanted } of decisions) {
        const row = Math.min(id1, id2) * 100 + Math.max(id1, id2)
        if (id1 !== id2) assert.equal(rows.includes(row), wanted === 'same')
      }
      const again = await deduplicate(given, { ...result, decisions: decisions.toReversed() })
      assert.equal(again.digest, found.digest, 'the order of decisions does not matter')
    },
  )
  await fc.assert(property, { seed: 36, numRuns: runs(80) })
})
