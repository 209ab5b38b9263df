import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '../../store/memory-store.ts'
import { heavyCalls } from '../matching/heavy-work.ts'
import { openIndex } from '../text-index.ts'
import { jsonOf, markedBody, markOf, packBody, unpackBody } from './stored-body.ts'

test('an accepted document can be read again: its nesting has a limit', () => {
  const nested = (levels: number) =>
    JSON.parse(`${'['.repeat(levels)}12345678901234567${']'.repeat(levels)}`)
  const document = { id: 1, n: nested(998), long: 2n ** 60n }
  assert.deepEqual(unpackBody(packBody(jsonOf(document), undefined), true).document, document)
  assert.throws(() => jsonOf({ id: 1, n: nested(1001) }), {
    code: 'RECORD_NOT_OBJECT',
    message: /too deeply/,
  })
})

test('unpacking a body returns the document and its shingles', () => {
  const document = { id: 1, text: 'é\ud800', n: [null, { a: true }] }
  const shingles = BigUint64Array.of(1n, 2n ** 64n - 1n)
  assert.deepEqual(unpackBody(packBody(jsonOf(document), undefined), true), {
    document,
    shingles: undefined,
  })
  assert.deepEqual(unpackBody(packBody(jsonOf(document), shingles), false), { document, shingles })
  const long = { n: 2n ** 60n, digits: 10n ** 4000n }
  assert.deepEqual(unpackBody(packBody(jsonOf(long), undefined), true).document, long)
  assert.throws(() => jsonOf({ digits: 10n ** 5000n }), { code: 'RECORD_NOT_OBJECT' })
  assert.throws(() => unpackBody(Uint8Array.of(9, 0, 0, 0, 1), true), { code: 'STORE_CORRUPT' })
})

test('a mark can be read back, and does not change the rest of the body', () => {
  const document = { id: 1, text: 'é' }
  const mark = Uint8Array.from({ length: 16 }, (_, i) => 255 - i)
  for (const shingles of [undefined, BigUint64Array.of(), BigUint64Array.of(1n, 2n ** 64n - 1n)]) {
    const body = packBody(jsonOf(document), shingles)
    const before = body.slice()
    assert.equal(markOf(body), undefined)
    for (const isReplacing of [true, false]) {
      // As databases return it: a view of a longer buffer.
      const room = new Uint8Array(body.length + 40)
      const marked = room.subarray(9, 9 + body.length + 17)
      marked.set(markedBody(body, mark, isReplacing))
      assert.deepEqual(markOf(marked), { mark, isReplacing })
      assert.deepEqual(unpackBody(marked, shingles === undefined), { document, shingles })
    }
    assert.deepEqual(body, before)
  }
  for (const bytes of [[], [0, 0, 0, 128], [0, 0, 0, 128, ...mark]])
    assert.equal(markOf(Uint8Array.from(bytes)), undefined)
})

/** A list in a list in a list. */
const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
const itself: Record<string, unknown> = { id: 'itself', text: 'a' }
itself.field = itself

const without = {
  deep: { id: 'deep', text: 'a', deep },
  itself,
  other: { id: 'other', text: 'a', toJSON: () => 'a text' },
}

test('a document without JSON is bad, also with a long text, and the others are added', async () => {
  const long = 'word '.repeat(20_000)
  const given = [
    { id: 1, text: 'one' },
    ...Object.values(without),
    { ...without.deep, text: long },
    { id: 2, text: 'two' },
  ]
  for (const storeText of [true, false]) {
    const index = await openIndex(memoryStore(), { storeText, heavy: heavyCalls() })
    const results: string[] = []
    for await (const { id, status, error } of index.addEach(given))
      results.push(`${id} ${error?.code ?? status}`)
    assert.deepEqual(results, [
      '1 added',
      'deep RECORD_NOT_OBJECT',
      'itself RECORD_NOT_OBJECT',
      'other RECORD_NOT_OBJECT',
      'deep RECORD_NOT_OBJECT',
      '2 added',
    ])
    assert.equal((await index.stats()).documents, 2)
  }
})

test('the error of a document without JSON names the cause', () => {
  assert.throws(() => jsonOf(without.deep), {
    message:
      'RECORD_NOT_OBJECT: expected a document that can be written as JSON, got one that is nested too deeply. ' +
      'To fix: nest its fields less deeply.',
  })
  assert.throws(
    () => jsonOf(itself),
    /got one with a cycle, or with values that are not plain data\. To fix: give only texts/,
  )
})
