import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '../../store/memory-store.ts'
import type { GivenIndexDocument } from '../documents/index-types.ts'
import { openIndex } from '../text-index.ts'

const [text, other] = ['a b c d e f', 'q r s t u v']
const index = await openIndex(memoryStore())
const collapse = (documents: unknown) =>
  index.collapse({ documents: documents as readonly GivenIndexDocument[] })

test('a document without an id takes its place in the list as id, which must be free', async () => {
  assert.deepEqual(await collapse([{ text }, { id: 7, text }, { text: other }, { id: '0', text }]), {
    kept: [0, 2],
    dropped: [
      { id: 7, twin: 0, similarity: 1 },
      { id: '0', twin: 0, similarity: 1 },
    ],
  })
  await assert.rejects(collapse([{ id: 1, text }, { text }, { id: 0, text }]), {
    message:
      'OPTION_VALUE: expected the id 1 to be free, for the document without an id at this place, ' +
      'got another document with this id, at documents[1]. To fix: give every document its own id, or none.',
  })
})

test('an error about a document or an id names its place', async () => {
  await assert.rejects(collapse([{ text }, { text: 5 }]), {
    message:
      'TEXT_NOT_STRING: expected a text, got 5, at documents[1], field "text". ' +
      'To fix: give the field a text, or choose other fields with `text`.',
  })
  const places: readonly [unknown, string][] = [
    [[{ text }, 'x'], 'RECORD_NOT_OBJECT'],
    [[{ text }, {}], 'TEXT_MISSING'],
    [[{ text }, { id: [1], text }], 'OPTION_VALUE'],
  ]
  for (const [documents, code] of places)
    await assert.rejects(collapse(documents), { code, message: /, at documents\[1\]/ })
  await assert.rejects(index.collapse({}), { message: /To fix: give one of the two: `ids`/ })
  await assert.rejects(index.collapse({ ids: [{} as never] }), {
    message: /expected ids\[0\] to be a text or/,
  })
})

test('a list with a gap is refused at the gap; a list that changes later counts as it was at the call', async () => {
  const gap = <T>(one: T): T[] => Object.assign(new Array<T>(3), { 0: one, 2: one })
  await assert.rejects(collapse(gap({ text })), { message: /, at documents\[1\]/ })
  await assert.rejects(index.collapse({ ids: gap('x') }), { message: /expected ids\[1\] to be a text or/ })
  await assert.rejects(index.remove(gap('x')), {
    message: /expected id to be a text or a number, got undefined/,
  })
  const own = await openIndex(memoryStore())
  for (const id of [1, 2]) await own.add({ id, text })
  const ids = [1, 2]
  const collapsed = own.collapse({ ids })
  ids.length = 0
  assert.deepEqual((await collapsed).kept, [1])
})

test('ids that no document has are refused, or kept in their places', async () => {
  const stored = await openIndex(memoryStore())
  for await (const _ of stored.addEach([
    { id: 'a', text },
    { id: 2, text },
    { id: 'c', text: other },
  ]));
  const ids = ['new', 'a', 'gone', 2, '2', 'c']
  assert.deepEqual(await stored.collapse({ ids, unknown: 'keep' }), {
    kept: ['new', 'a', 'gone', '2', 'c'],
    dropped: [{ id: 2, twin: 'a', similarity: 1 }],
    unknown: ['new', 'gone', '2'],
  })
  assert.deepEqual(await stored.collapse({ ids: ['a'], unknown: 'keep' }), {
    kept: ['a'],
    dropped: [],
    unknown: [],
  })
  const many = Array.from({ length: 200 }, (_, i) => (i % 3 === 0 ? 'a' : `no ${i}`))
  const { kept, dropped } = await stored.collapse({ ids: many, unknown: 'keep', chains: 'kept' })
  assert.deepEqual([kept.length, dropped.length], [134, 66])
  for (const unknown of [undefined, 'refuse'] as const)
    await assert.rejects(stored.collapse({ ids, unknown }), {
      code: 'DOCUMENT_NOT_FOUND',
      message: /got "new"/,
    })
  await assert.rejects(stored.collapse({ ids, unknown: 'drop' as never }), { code: 'OPTION_VALUE' })
})
