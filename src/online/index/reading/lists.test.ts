import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '../../store/memory-store.ts'
import { openIndex } from '../text-index.ts'

test('changes continue from a cursor; a cursor past the last change is refused', async () => {
  const index = await openIndex(memoryStore())
  assert.deepEqual(await index.changes({ after: '0' }), { items: [], next: null, cursor: '0' })
  await assert.rejects(index.changes({ after: '1' }), { code: 'OPTION_VALUE' })
  for (let id = 1; id <= 3; id++) await index.add({ id, text: `${id}` })
  const numbers = async (after: string, limit: number) => {
    const { items, next, cursor } = await index.changes({ after, limit })
    return [items.map(({ change }) => change), next, cursor]
  }
  assert.deepEqual(await numbers('0', 2), [[1, 2], '2', '2'])
  assert.deepEqual(await numbers('2', 1), [[3], null, '3'])
  assert.deepEqual(await numbers('3', 1), [[], null, '3'])
  await assert.rejects(index.changes({ after: '4' }), {
    message:
      'OPTION_VALUE: expected `after` to be the `next` of a page, got "4", which is beyond the last change of this ' +
      'collection. To fix: leave it out for the first page.',
  })
})

test('pages of pairs are full, and together hold every pair', async () => {
  const index = await openIndex(memoryStore())
  for (const id of ['a', 'b', 'c', 'd']) await index.add({ id, text: 'one text of all' })
  const sizes: number[] = []
  const pairs: string[] = []
  for (let after: string | undefined; ; ) {
    const { items, next } = await index.pairs({ limit: 4, ...(after === undefined ? {} : { after }) })
    sizes.push(items.length)
    for (const { id1, id2 } of items) pairs.push(`${id1}${id2}`)
    if (next === null) break
    after = next
  }
  assert.deepEqual(sizes, [4, 2])
  assert.deepEqual(pairs, ['ab', 'ac', 'ad', 'bc', 'bd', 'cd'])
})

test('pairs of one cluster are those of its documents, page by page', async () => {
  const index = await openIndex(memoryStore())
  for (const id of ['a', 'b', 'c']) await index.add({ id, text: 'one text of all' })
  for (const id of ['x', 'y']) await index.add({ id, text: 'another one, not of them' })
  const listed = async (cluster: number, after?: string) => {
    const { items, next } = await index.pairs({ cluster, limit: 2, after })
    return [items.map(({ id1, id2 }) => `${id1}${id2}`).join(), next]
  }
  const [first, next] = await listed(1)
  assert.equal(first, 'ab,ac')
  assert.deepEqual(await listed(1, String(next)), ['bc', null])
  const { cluster = 0 } = (await index.get('x')) ?? {}
  assert.deepEqual(await listed(cluster), ['xy', null])
  assert.deepEqual(await listed(99), ['', null])
  await index.decide([{ id1: 'b', id2: 'c', decision: 'different' }])
  assert.deepEqual(await listed(1), ['ab', null])
})
