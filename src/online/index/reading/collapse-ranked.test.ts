import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '../../store/memory-store.ts'
import type { GivenIndexDocument } from '../documents/index-types.ts'
import { openIndex } from '../text-index.ts'

const [text, other] = ['a b c d e f', 'q r s t u v']
const index = await openIndex(memoryStore())
const collapse = (documents: unknown) =>
  index.collapse({ documents: documents as readonly GivenIndexDocument[] })

test('a document without an id is named by its place, which no other one has as its id', async () => {
  assert.deepEqual(await collapse([{ text }, { id: 7, text }, { text: other }, { id: '0', text }]), {
    kept: [0, 2],
    dropped: [
      { id: 7, twin: 0, similarity: 1 },
      { id: '0', twin: 0, similarity: 1 },
    ],
  })
  await assert.rejects(collapse([{ id: 1, text }, { text }, { id: 0, text }]), {
    message:
      'OPTION_VALUE: expected no document to have the id 1, the place of one without an id, got one that has, ' +
      'at documents[1]. To fix: give every document an id of its own, or none.',
  })
})

test('what is wrong with a document or an id is told with its place', async () => {
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
  await assert.rejects(index.collapse({ ids: [{} as never] }), {
    message: /expected ids\[0\] to be a text or/,
  })
})

test('a list with a gap is refused at the gap, and a list that changes meanwhile counts as it was', async () => {
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
