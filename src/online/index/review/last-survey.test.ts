/** The first survey: what is shown while it is made, and after it failed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '../../store/memory-store.ts'
import { openIndex } from '../text-index.ts'

test('no one waits for the first replay; a failed one is made again', async () => {
  const store = memoryStore()
  const index = await openIndex(store, { shingle: 'words:1', threshold: 0.6 })
  for (const id of [1, 2]) await index.add({ id, text: 'grey heron by the lake' })
  const held = Promise.withResolvers<void>()
  let calls = 0
  const clusters = store.clusters.bind(store)
  store.clusters = async (...given) => {
    calls++
    await held.promise
    return clusters(...given)
  }
  const empty = await index.lastReplay()
  assert.deepEqual([empty.asOf, empty.documents, empty.left, empty.threshold], [null, 2, [], 0.6])
  assert.equal((await index.lastReplay()).asOf, null)
  assert.equal(calls, 1)
  held.reject(new Error('away'))
  await assert.rejects(held.promise, /away/)
  store.clusters = clusters
  let shown = await index.lastReplay().catch(() => empty)
  if (shown.asOf === null) shown = await index.lastReplay()
  assert.deepEqual([shown.left, shown.right, shown.documentsSince], [[0], [1], 0])
  assert.notEqual(shown.asOf, null)
  await index.close()
})
