import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '../../store/memory-store.ts'
import { openIndex } from '../text-index.ts'
import type { RequestMark } from './request-marks.ts'

const text = 'the old bridge over the river was closed on Monday'
const other = 'nothing was seen of the keeper of the lighthouse since the storm'

function mark(number: number, keptMs = 1000): RequestMark {
  return { bytes: new Uint8Array(16).fill(number), keptMs }
}

async function opened() {
  let now = 1_000_000
  const index = await openIndex(memoryStore(), { now: () => now })
  const pass = (ms: number) => {
    now += ms
  }
  const count = async () => (await index.stats()).documents
  return { index, pass, count }
}

test('a document repeated with its mark gets the answer of its add: matches with older documents only', async () => {
  const { index, count } = await opened()
  await index.add({ id: 'old', text })
  const first = await index.add({ text }, { mark: mark(1) })
  await index.add({ id: 'new', text })
  for (const onDuplicate of ['add', 'reject', 'skip', 'replace'] as const)
    assert.deepEqual(await index.add({ text }, { onDuplicate, mark: mark(1) }), first)
  assert.deepEqual([first.status, first.matches.map(({ id }) => id)], ['added', ['old']])
  assert.equal(await count(), 3)
})

test('the repeated add of a replacement answers `replaced` again', async () => {
  const { index, count } = await opened()
  await index.add({ id: 1, text })
  const add = () => index.add({ id: 1, text: other }, { onDuplicate: 'replace', mark: mark(1) })
  const first = await add()
  assert.equal(first.status, 'replaced')
  assert.deepEqual(await add(), first)
  assert.equal(await count(), 1)
})

test('an id that exists from another request, or without one, is a conflict, whatever its text', async () => {
  const { index, count } = await opened()
  await index.add({ id: 1, text })
  await index.add({ id: 2, text }, { mark: mark(1) })
  for (const id of [1, 2]) {
    const { status, error } = await index.add({ id, text }, { mark: mark(2) })
    assert.deepEqual([status, error?.code], ['exists', 'DOCUMENT_EXISTS'])
  }
  assert.equal(await count(), 2)
})

test('two concurrent adds with one mark add one document', async () => {
  const { index, count } = await opened()
  const [first, second, third] = await Promise.all([
    index.add({ text }, { mark: mark(1) }),
    index.add({ text }, { mark: mark(1) }),
    index.add({ text }, { mark: mark(2) }),
  ])
  assert.deepEqual(second, first)
  assert.notEqual(third.id, first.id)
  assert.equal(await count(), 2)
})

test('a mark expires; then the same document is a new one, with its own id', async () => {
  const { index, pass, count } = await opened()
  const first = await index.add({ text }, { mark: mark(1) })
  await index.add({ id: 7, text }, { mark: mark(2) })
  pass(999)
  assert.equal((await index.add({ text }, { mark: mark(1) })).id, first.id)
  assert.equal((await index.add({ id: 7, text }, { mark: mark(2) })).status, 'added')
  pass(1)
  const later = await index.add({ text }, { mark: mark(1) })
  assert.equal(later.status, 'added')
  assert.notEqual(later.id, first.id)
  assert.equal((await index.add({ id: 7, text }, { mark: mark(2) })).status, 'exists')
  assert.equal(await count(), 3)
})

test('an id made of a mark and since given to another document is no obstacle', async () => {
  const { index, count } = await opened()
  const first = await index.add({ text }, { mark: mark(1) })
  await index.add({ id: first.id as string, text: other }, { onDuplicate: 'replace' })
  const again = await index.add({ text }, { mark: mark(1) })
  assert.equal(again.status, 'added')
  assert.notEqual(again.id, first.id)
  assert.equal(await count(), 2)
})
