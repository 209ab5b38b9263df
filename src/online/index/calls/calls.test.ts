import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryCatalogue } from '../../store/memory-catalogue.ts'
import { memoryStore } from '../../store/memory-store.ts'
import { openIndex, type TextIndex } from '../text-index.ts'

type Call = (index: TextIndex) => unknown

/** The index, callable as without types. */
// biome-ignore lint/suspicious/noExplicitAny: the test makes calls that the types forbid
const wrong = (value: unknown) => value as any

async function taken(results: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of results);
}

const values: Readonly<Record<string, Call>> = {
  'ids to be a list of ids, got "a"': index => index.remove(wrong('a')),
  'ids to be a list of ids, got undefined': index => index.remove(wrong(undefined)),
  'request to be an object, got undefined': index => index.collapse(wrong(undefined)),
  'options to be an object, got null': index => index.add({ text: 'a' }, wrong(null)),
  'options to be an object, got 5': index => index.pairs(wrong(5)),
  'options to be an object, got []': index => index.expire(wrong([])),
  'documents to be a list or (async) iterable of documents, got null': index =>
    taken(index.addEach(wrong(null))),
  'documents to be a list or (async) iterable of documents, got {}': index =>
    taken(index.addEach(wrong({}))),
  'documents to be a list or (async) iterable of documents, got "a"': index => taken(index.addEach('a')),
  'inFlight to be a whole number of at least 1, got 0': index => taken(index.addEach([], { inFlight: 0 })),
  'inFlight to be a whole number of at least 1, got NaN': index =>
    taken(index.addEach([], { inFlight: Number.NaN })),
  'inFlight to be a whole number of at least 1, got "x"': index =>
    taken(index.addEach([], { inFlight: wrong('x') })),
  'mark to be a mark of 16 bytes, got "k"': index => index.add({ text: 'a' }, { mark: wrong('k') }),
  'threshold to be a number in [0.8, 1], not below that of the collection, got "0.9"': index =>
    index.check('a', { threshold: wrong('0.9') }),
  'store to be a store, such as that of memoryStore(), got undefined': () => openIndex(wrong(undefined)),
  'options to be an object, got "a"': () => openIndex(memoryStore(), wrong('a')),
}

test('wrong values of arguments are refused with a message', async () => {
  const index = await openIndex(memoryStore())
  for (const [words, call] of Object.entries(values)) {
    await assert.rejects(
      async () => call(index),
      (error: Error) => error.message.startsWith(`OPTION_VALUE: expected ${words}. To fix: `),
      words,
    )
  }
})

test('unknown names in an argument are refused', async () => {
  const index = await openIndex(memoryStore())
  const calls: readonly Call[] = [
    () => index.expire(wrong({ befor: 1 })),
    () => index.pairs(wrong({ foo: 1 })),
    () => index.clusters(wrong({ minDocument: 1 })),
    () => index.changes(wrong({ foo: 1 })),
    () => taken(index.addEach([], wrong({ inflight: 1 }))),
    () => index.collapse(wrong({ ids: [], chain: 'all' })),
  ]
  for (const call of calls) await assert.rejects(async () => call(index), { code: 'OPTION_UNKNOWN' })
})

test('a closed index refuses every call; what it acknowledged is there after opening it again', async () => {
  const catalogue = memoryCatalogue()
  const index = await openIndex(catalogue.store('a'))
  const added = index.add({ id: 1, text: 'one' })
  await Promise.all([index.close(), index.close()])
  assert.equal((await added).status, 'added')
  const calls: readonly Call[] = [
    () => index.add({ text: 'a' }),
    () => index.replace({ text: 'a' }),
    () => taken(index.addEach([{ text: 'a' }])),
    () => index.check('a'),
    () => index.remove([1]),
    () => index.expire(),
    () => index.get(1),
    () => index.pairs(),
    () => index.stats(),
    () => index.retrain(),
    () => taken(index.problems()),
  ]
  for (const call of calls) {
    await assert.rejects(async () => call(index), {
      message:
        'STORE_UNAVAILABLE: expected an open index, got a closed one. ' +
        'To fix: make no calls after `close`, or open the collection again.',
    })
  }
  assert.equal((await (await openIndex(catalogue.store('a'))).stats()).documents, 1)
})
