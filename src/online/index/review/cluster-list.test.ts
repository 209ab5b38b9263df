/** Lists of clusters and reviews over the store in memory, and what they refuse. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reviewContract } from '../../../../test/conformance/review-contract.ts'
import { memoryStore } from '../../store/memory-store.ts'
import type { ClusterPageOptions } from '../calls/pages.ts'
import { openIndex } from '../text-index.ts'

reviewContract({ kind: 'memory', fresh: memoryStore })

test('filters, orders and cursors that mean nothing are refused', async () => {
  const index = await openIndex(memoryStore())
  const refused = async (given: object, message: RegExp) =>
    assert.rejects(index.clusters(given as ClusterPageOptions), { code: 'OPTION_VALUE', message })
  await refused({ minDocuments: 0 }, /minDocuments to be a whole number in \[1, 2147483648\]/)
  await refused({ maxDocuments: 1.5 }, /maxDocuments/)
  await refused({ minSimilarity: -1 }, /minSimilarity to be a number of at least 0/)
  await refused({ maxSimilarity: Number.NaN }, /maxSimilarity/)
  await refused({ kind: 'kept' }, /kind to be one of exact, normalised, near/)
  await refused({ rule: 'longest' }, /rule to be one of first, decision/)
  await refused({ sort: 'size' }, /sort to be one of number, largest/)
  await refused({ source: 7 }, /source to be a text/)
  await refused({ details: 'yes' }, /details to be true or false/)
  for (const after of ['smallest:5:17', 'largest::17', 'largest:5', 'largest:5:x', 'largest:5:17:1', '17'])
    await refused({ sort: 'largest', after }, /`after` to be the `next` of a page/)
  await refused({ after: 'largest:-5:17' }, /`after`/)
  await assert.rejects(index.clusters({ size: 3 } as object), { code: 'OPTION_UNKNOWN' })
  const found = await index.clusters({ sort: 'most-similar', after: 'most-similar:-0.5:17' })
  assert.deepEqual(found, { items: [], next: null, total: 0 })
  await index.close()
})

test('a page says how many clusters pass, wherever it is; a list by number without filters does not', async () => {
  const index = await openIndex(memoryStore())
  for (const text of ['a b c', 'd e f', 'a b c', 'd e f', 'g h i']) await index.add({ text })
  const first = await index.clusters({ sort: 'largest', limit: 2 })
  assert.deepEqual([first.items.length, first.total], [2, 3])
  const { items, total } = await index.clusters({ sort: 'largest', limit: 2, after: first.next ?? '' })
  assert.deepEqual([items.length, total], [1, 3])
  assert.equal((await index.clusters({ kind: 'exact', limit: 1 })).total, 2)
  assert.equal((await index.clusters({ minDocuments: 2 })).total, undefined)
  await index.close()
})

test('a failed survey is not kept, and an aborted one gives the reason', async () => {
  const index = await openIndex(memoryStore())
  for (const text of ['a b c', 'a b c']) await index.add({ text })
  const reason = new Error('enough')
  await assert.rejects(index.clusters({ kind: 'exact' }, { signal: AbortSignal.abort(reason) }), reason)
  assert.equal((await index.clusters({ kind: 'exact' })).items.length, 1)
  await index.close()
})

test('figures of records, signatures, and of collections without texts', async () => {
  const texts = [
    'the quick brown fox jumps over the lazy dog',
    'The quick brown fox jumps over the lazy dog!',
  ]
  for (const options of [{ storeText: false }, { method: 'solr-text-profile' }, { near: false }] as const) {
    const index = await openIndex(memoryStore(), options)
    for (const text of [...texts, texts[0]]) await index.add({ text, source: 'x' })
    const { items } = await index.clusters({ minDocuments: 2, details: true })
    const kinds = items.flatMap(
      ({ details }) => details?.map(({ kind, source }) => `${kind} ${source}`) ?? [],
    )
    const wanted = 'near' in options ? ['kept x', 'exact x'] : ['kept x', 'normalised x', 'exact x']
    assert.deepEqual(kinds, wanted, JSON.stringify(options))
    await index.close()
  }
})
