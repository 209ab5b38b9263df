import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClient } from './server-client.ts'

let sent = 0
const fetch = async () => {
  sent++
  return new Response('{}')
}
const transports = ['stream', 'batches'] as const
const [client, inBatches] = transports.map(transport =>
  openClient({ url: 'http://127.0.0.1:1', fetch, transport }),
)
const news = client.collection('news')

/** Arguments that a caller without types may pass. */
// biome-ignore lint/suspicious/noExplicitAny: calls that the types forbid
const wrong = (value: unknown) => value as any

async function taken(results: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of results);
}

/** Every call that takes options, given these. */
const calls: Readonly<Record<string, (options: unknown) => unknown>> = {
  create: options => news.create({}, wrong(options)),
  info: options => news.info(wrong(options)),
  delete: options => news.delete(wrong(options)),
  add: options => news.add({ text: 'a' }, wrong(options)),
  addAll: options => news.addAll([{ text: 'a' }], wrong(options)),
  addEach: options => taken(news.addEach([{ text: 'a' }], wrong(options))),
  'addEach in batches': options =>
    taken(inBatches.collection('news').addEach([{ text: 'a' }], wrong(options))),
  check: options => news.check('a', wrong(options)),
  checkEach: options => taken(news.checkEach(['a'], wrong(options))),
  get: options => news.get('a', wrong(options)),
  remove: options => news.remove('a', wrong(options)),
  collapse: options => news.collapse({ ids: [] }, wrong(options)),
  explain: options => news.explain('a', 'b', wrong(options)),
  expire: options => news.expire(wrong(options)),
  compact: options => news.compact(wrong(options)),
  retrain: options => news.retrain(wrong(options)),
  pairs: options => taken(news.pairs(wrong(options))),
  clusters: options => taken(news.clusters(wrong(options))),
  changes: options => taken(news.changes(wrong(options))),
  pairsPage: options => news.pairsPage(wrong(options)),
  clustersPage: options => news.clustersPage(wrong(options)),
  changesPage: options => news.changesPage(wrong(options)),
  collections: options => taken(client.collections(wrong(options))),
  health: options => client.health(wrong(options)),
  ready: options => client.ready(wrong(options)),
  metrics: options => client.metrics(wrong(options)),
  describe: options => client.describe(wrong(options)),
}

test('unknown names and invalid signals are refused before anything is sent', async () => {
  for (const [name, call] of Object.entries(calls)) {
    const refuses = async (options: unknown, start: string) =>
      assert.rejects(
        async () => call(options),
        (error: Error) => error.message.startsWith(start),
        name,
      )
    await refuses({ signa: 5 }, 'OPTION_UNKNOWN: expected the name of an option, got signa. To fix: ')
    await refuses({ signal: 5 }, 'OPTION_VALUE: expected signal to be an AbortSignal, got 5. To fix: ')
    await refuses(
      { signal: null },
      'OPTION_VALUE: expected signal to be an AbortSignal, got null. To fix: ',
    )
    await refuses(null, 'OPTION_VALUE: expected options to be an object, got null. To fix: ')
    await refuses([], 'OPTION_VALUE: expected options to be an object, got []. To fix: ')
  }
  assert.equal(sent, 0)
})

test('the error for a misspelt option names the one that was meant', async () => {
  const misspelt: readonly [() => unknown, string][] = [
    [() => news.add({ text: 'a' }, wrong({ onDuplicat: 'reject' })), 'onDuplicate'],
    [() => news.addEach([{ text: 'a' }], wrong({ onDuplicat: 'reject' })), 'onDuplicate'],
    [() => news.check('a', wrong({ limt: 1 })), 'limit'],
    [() => news.expire(wrong({ befor: '2030-01-01' })), 'before'],
    [() => news.clustersPage(wrong({ minDocument: 2 })), 'minDocuments'],
  ]
  for (const [call, meant] of misspelt) {
    await assert.rejects(
      async () => call(),
      (error: Error) => error.message.endsWith(`To fix: write ${meant}, if that was meant.`),
      meant,
    )
  }
  assert.equal(sent, 0)
})

test('an invalid Idempotency-Key is refused', async () => {
  await assert.rejects(news.add({ text: 'a' }, { idempotencyKey: wrong(5) }), { code: 'OPTION_VALUE' })
  assert.equal(sent, 0)
})

test('invalid documents, ids and lists are refused before anything is sent, as by an index', async () => {
  const values: [() => unknown, string][] = [
    [() => news.add(wrong([{ text: 'a' }])), 'RECORD_NOT_OBJECT: expected a document as a JSON object'],
    [() => news.addAll(wrong({ text: 'a' })), 'OPTION_VALUE: expected documents to be a list of documents'],
    [
      () => taken(news.addEach(wrong('abc'))),
      'OPTION_VALUE: expected documents to be a list or (async) iterable of',
    ],
    [() => news.check(wrong(5)), 'RECORD_NOT_OBJECT: expected a document as a JSON object, got 5'],
    [
      () => news.check('a', { except: wrong({}) }),
      'OPTION_VALUE: expected except to be a text or a number',
    ],
    [
      () => taken(news.checkEach(wrong(5))),
      'OPTION_VALUE: expected given to be a list or (async) iterable',
    ],
    [
      () => news.collapse(wrong(undefined)),
      'OPTION_VALUE: expected request to be an object, got undefined',
    ],
    [() => news.get(wrong(null)), 'OPTION_VALUE: expected id to be a text or a number'],
    [() => news.remove(wrong(['a'])), 'OPTION_VALUE: expected id to be a text or a number'],
    [() => news.explain('a', wrong({})), 'OPTION_VALUE: expected b to be a text or a number'],
    [() => client.collection(wrong(['a'])), 'OPTION_VALUE: expected the name of a collection to be 1'],
    [() => openClient(wrong(undefined)), 'OPTION_VALUE: expected options to be an object, got undefined'],
    [() => openClient({ url: wrong({}) }), 'OPTION_VALUE: expected url to be an address'],
  ]
  for (const [call, words] of values) {
    await assert.rejects(
      async () => call(),
      (error: Error) => error.message.startsWith(words) || assert.fail(`${words}: ${error.message}`),
    )
  }
  assert.equal(sent, 0)
})
test('options that JSON would drop and invalid times are not sent', async () => {
  const before = sent
  for (const options of [null, 5, [], new Map(), Promise.resolve({ threshold: 0.9 })])
    await assert.rejects(news.create(wrong(options)), { code: 'OPTION_VALUE' })
  for (const time of [null, true, Number.NaN, Infinity, () => 5, Symbol('s'), {}, 5n])
    await assert.rejects(news.expire({ before: wrong(time) }), { code: 'OPTION_VALUE' })
  assert.equal(sent, before)
})
