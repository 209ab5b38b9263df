import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '../../store/memory-store.ts'
import type { IndexObserver } from '../documents/index-types.ts'
import { openIndex } from '../text-index.ts'

/** What a caller without types may write. */
// biome-ignore lint/suspicious/noExplicitAny: calls that the types forbid
const wrong = (value: unknown) => value as any

test('a wrong clock, observer or thread is refused before the store opens', async () => {
  const given: readonly [object, string][] = [
    [{ now: 5 }, 'now to be a function, got 5'],
    [{ heavy: 5 }, 'heavy to be a function, got 5'],
    [{ observer: 5 }, 'observer to be an object, got 5'],
    [{ observer: { stage: 5 } }, 'observer.stage to be a function, got 5'],
    [{ observer: { matched: {} } }, 'observer.matched to be a function, got {}'],
    [{ observer: { committed: null } }, 'observer.committed to be a function, got null'],
  ]
  const store = memoryStore()
  store.open = () => assert.fail('opened')
  for (const [options, words] of given) {
    await assert.rejects(openIndex(store, wrong(options)), (error: Error) =>
      error.message.startsWith(`OPTION_VALUE: expected ${words}. To fix: `),
    )
  }
})

test('an undefined option counts as omitted', async () => {
  const index = await openIndex(memoryStore(), { now: undefined, heavy: undefined, observer: undefined })
  assert.equal((await index.add({ id: 1, text: 'a' })).status, 'added')
})

test('with a clock that returns no time, calls that need one fail and store nothing', async () => {
  let time: unknown
  const index = await openIndex(memoryStore(), { now: () => time as number })
  for (time of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1, '5', undefined, 5n]) {
    const refused = /OPTION_VALUE: expected now to be a clock that gives milliseconds since 1970, got /
    await assert.rejects(index.add({ id: 1, text: 'a' }), refused)
    await assert.rejects(index.expire(), refused)
  }
  assert.equal((await index.stats()).documents, 0)
  time = 1234.5
  await index.add({ id: 1, text: 'a' })
  assert.equal((await index.get(1))?.addedAt, 1234)
})

test('errors of an observer are ignored: documents are stored and found', async () => {
  const told = new Set<string>()
  const fails = (name: string) => {
    told.add(name)
    throw new Error(name)
  }
  const observers: readonly IndexObserver[] = [
    { matched: () => fails('matched'), stage: fails, committed: () => fails('committed') },
    { committed: async () => fails('committed later') },
  ]
  for (const observer of observers) {
    const index = await openIndex(memoryStore(), { observer })
    assert.equal((await index.add({ id: 1, text: 'a b c' })).status, 'added')
    assert.deepEqual(
      (await index.check('a b c')).map(({ id }) => id),
      [1],
    )
    assert.equal((await index.stats()).documents, 1)
  }
  const all = ['commit', 'committed', 'committed later', 'lookup', 'matched', 'sketch', 'verify']
  assert.deepEqual([...told].sort(), all)
})
