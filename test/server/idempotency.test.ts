/** Idempotency keys: a repeated request gets the same answer and acts once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fox, openWorld, problem, textOf } from './server-world.ts'

async function opened(options: Parameters<typeof openWorld>[0] = {}) {
  const { ask } = await openWorld(options)
  await ask('PUT', '/v1/collections/a')
  const add = (key: string, body: unknown, query = '', headers: Record<string, string> = {}) =>
    ask('POST', `/v1/collections/a/documents${query}`, {
      body,
      headers: { 'idempotency-key': key, ...headers },
    })
  const count = async () => (await ask('GET', '/v1/collections/a')).body.documents
  return { ask, add, count }
}

test('the same key with the same body gets the first answer, and nothing is added again', async () => {
  const { add, count } = await opened()
  const first = await add('k1', { text: fox })
  const again = await add('k1', { text: fox })
  assert.deepEqual(again.body, first.body)
  assert.deepEqual(
    [first, again].map(({ headers }) => headers.get('idempotency-replayed')),
    [null, 'true'],
  )
  assert.equal(await count(), 1)
  await add('k2', { text: fox })
  assert.equal(await count(), 2)
})

test('a forgotten answer is made again without adding the documents again', async () => {
  const { ask, add, count } = await opened({ limits: { idempotencyKeys: 1 } })
  const bodies = [
    { text: fox },
    { id: 7, text: fox },
    [{ text: fox }, { id: 8, text: fox }, { id: 7, text: fox }],
  ]
  const first = []
  for (const [i, body] of bodies.entries()) first.push((await add(`k${i}`, body)).body)
  assert.deepEqual(
    first.map(({ results }) => results.map(({ status }: { status: string }) => status)),
    [['added'], ['added'], ['added', 'added', 'exists']],
  )
  await add('other', { text: textOf(1) })
  const before = await count()
  for (const [i, body] of bodies.entries()) {
    const again = await add(`k${i}`, body)
    assert.equal(again.headers.get('idempotency-replayed'), null)
    const plain = ({ id, status, cluster }: Record<string, unknown>) => ({ id, status, cluster })
    assert.deepEqual(again.body.results.map(plain), first[i].results.map(plain))
  }
  assert.equal(await count(), before)
  // Another key, another body or a deleted document make another request.
  assert.equal((await add('new', bodies[1])).body.results[0].status, 'exists')
  assert.equal((await add('k0', { text: fox, more: 1 })).body.results[0].status, 'added')
  assert.equal(await count(), before + 1)
  await ask('DELETE', '/v1/collections/a/documents/7')
  assert.equal((await add('k1', bodies[1])).body.results[0].status, 'added')
  assert.equal(await count(), before + 1)
})

test('concurrent requests under one key run once', async () => {
  const { add, count } = await opened()
  const answers = await Promise.all([1, 2, 3, 4].map(() => add('k', { text: fox })))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(await count(), 1)
})

test('the same key with another body or another query is a 422', async () => {
  const { add, count } = await opened()
  await add('k', { text: fox })
  assert.match(problem(await add('k', { text: textOf(1) }), 'IDEMPOTENCY_KEY', 422), /"k"/)
  problem(await add('k', { text: fox }, '?onDuplicate=skip'), 'IDEMPOTENCY_KEY', 422)
  assert.equal(await count(), 1)
})

test('a failed request runs again', async () => {
  const { add, count } = await opened()
  problem(await add('k', { id: 1 }), 'TEXT_MISSING', 400)
  problem(await add('k', { id: 1 }), 'TEXT_MISSING', 400)
  assert.equal((await add('k', { id: 1, text: fox })).status, 200)
  assert.equal(await count(), 1)
})

test('keys are forgotten after a time, and the oldest first beyond the limit', async () => {
  let now = 1_000_000
  const { add, count } = await opened({
    now: () => now,
    limits: { idempotencyMs: 1_000, idempotencyKeys: 2 },
  })
  await add('k1', { text: fox })
  now += 999
  await add('k1', { text: fox })
  assert.equal(await count(), 1)
  now += 2
  await add('k1', { text: fox })
  assert.equal(await count(), 2)
  await add('k2', { text: fox })
  await add('k3', { text: fox })
  await add('k2', { text: fox })
  assert.equal(await count(), 4)
  await add('k1', { text: fox })
  assert.equal(await count(), 5)
})

test('a clock that is set back keeps no answer for longer', async () => {
  let now = 1_000_000
  const { add, count } = await opened({ now: () => now, limits: { idempotencyMs: 1_000 } })
  await add('before', { text: fox })
  now = 0
  await add('after', { text: fox })
  now += 1_001
  await add('after', { text: fox })
  await add('before', { text: fox })
  assert.equal(await count(), 3)
})

test('a collection created again does not know the keys of its predecessor', async () => {
  let now = 0
  const { ask, add, count } = await opened({ now: () => ++now })
  await add('k', { text: fox })
  await ask('DELETE', '/v1/collections/a')
  await ask('PUT', '/v1/collections/a')
  await add('k', { text: fox })
  assert.equal(await count(), 1)
})

test('a too long or empty key is refused', async () => {
  const { add } = await opened()
  problem(await add('x'.repeat(257), { text: fox }), 'OPTION_VALUE', 400)
})
