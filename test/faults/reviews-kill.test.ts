/** Reviews that the server acknowledged survive its sudden end, as documents do. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { ask } from '../server/server-world.ts'
import { serve } from './served-process.ts'

const text = 'The quick brown fox jumps over the lazy dog today'

test('a review that was acknowledged is there after kill -9', async t => {
  const data = join(temporaryFolder(), 'data')
  const first = await serve(data)
  t.after(() => first.child.kill('SIGKILL'))
  const path = '/v1/collections/news'
  await ask(`${first.url}${path}`, 'PUT')
  const documents = Array.from({ length: 20 }, (_, id) => ({ id, text }))
  await ask(`${first.url}${path}/documents`, 'POST', { body: documents })
  const kept = []
  for (let id = 1; id < 20; id++) {
    const body = { reviews: [{ id1: 0, id2: id, decision: 'same' }] }
    const answer = await ask(`${first.url}${path}/reviews`, 'PUT', { body })
    assert.equal(answer.status, 200)
    kept.push(...answer.body.reviews)
  }
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await serve(data)
  t.after(() => second.child.kill('SIGKILL'))
  const { body } = await ask(`${second.url}${path}/reviews`, 'GET')
  const byId = (a: { id2: number }, b: { id2: number }) => a.id2 - b.id2
  assert.deepEqual(body.items.sort(byId), kept)
})
