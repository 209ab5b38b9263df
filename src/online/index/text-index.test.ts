import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexContract } from '../../../test/conformance/index-contract.ts'
import { runs } from '../../../test/ground/runs.ts'
import { memoryStore } from '../store/memory-store.ts'
import type { AddResult, GivenIndexDocument, IndexOptions } from './documents/index-types.ts'
import { openIndex, type TextIndex } from './text-index.ts'

indexContract({ kind: 'memory', fresh: memoryStore, runs: runs(60) })

const bridge = 'The old bridge over the river was built of stone in the spring of that year.'

async function filled(
  documents: readonly GivenIndexDocument[],
  options: IndexOptions = {},
): Promise<TextIndex> {
  const index = await openIndex(memoryStore(), options)
  for (const document of documents) await index.add(document)
  return index
}

test('the text is made of the chosen fields; ids of different types differ; a missing id is generated', async () => {
  const index = await filled([], { text: ['title', 'body.main'] })
  const first = await index.add({ id: 0, title: bridge, body: { main: 'x' } })
  assert.deepEqual(first, { id: 0, status: 'added', matches: [], cluster: 1 })
  const second = await index.add({ id: '0', title: `${bridge}\nx` })
  assert.equal(second.status, 'added')
  assert.deepEqual(second.matches, [{ id: 0, similarity: 1, measure: 'jaccard', cluster: 1 }])
  const third = await index.add({ title: 'something else altogether' })
  assert.match(String(third.id), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual((await index.get('0'))?.document, { id: '0', title: `${bridge}\nx` })
  assert.equal(await index.get('1'), undefined)
})

test('different texts without tokens are no match, though their postings collide', async () => {
  const options = { shingle: 'words:2', threshold: 0.5 } as const
  const index = await filled([{ id: 1, text: '.,,--,' }], options)
  assert.deepEqual(await index.check({ text: ';;,+.-' }), [])
  const [equal] = await index.check({ text: '.,,--,' })
  assert.deepEqual([equal.id, equal.similarity], [1, 1])
})

test('every choice of onDuplicate does what it says', async () => {
  const index = await filled([{ id: 'a', text: bridge }])
  const close = `${bridge} Indeed.`
  const { matches, status } = await index.add({ id: 'b', text: close }, { onDuplicate: 'reject' })
  assert.deepEqual({ status, ids: matches.map(({ id }) => id) }, { status: 'rejected', ids: ['a'] })
  const sameId = await index.add({ id: 'a', text: 'other words' }, { onDuplicate: 'reject' })
  assert.deepEqual([sameId.status, sameId.matches, sameId.error?.code], ['exists', [], 'DOCUMENT_EXISTS'])
  assert.equal((await index.add({ id: 'b', text: close }, { onDuplicate: 'skip' })).status, 'skipped')
  assert.equal((await index.stats()).documents, 1)
  const replaced = await index.add({ id: 'b', text: close }, { onDuplicate: 'replace' })
  assert.deepEqual(
    { status: replaced.status, cluster: replaced.cluster },
    { status: 'replaced', cluster: 1 },
  )
  assert.equal(await index.get('a'), undefined)
  const twice = await index.add({ id: 'b', text: 'other words' })
  assert.deepEqual([twice.status, twice.error?.code], ['exists', 'DOCUMENT_EXISTS'])
  assert.equal(
    (await index.add({ id: 'b', text: 'other words' }, { onDuplicate: 'skip' })).status,
    'skipped',
  )
  assert.deepEqual(await index.changes(), {
    items: [{ change: 1, kind: 'made', cluster: 1, at: (await index.changes()).items[0].at }],
    next: null,
    cursor: '1',
  })
})

test('a merge and a split are reported, and unrelated clusters keep their numbers', async () => {
  const index = await filled(
    [
      { id: 1, text: 'a b c d e f g h' },
      { id: 2, text: 'other words that have nothing of it' },
      { id: 3, text: 'e f g h i j k l' },
      { id: 4, text: 'c d e f g h i j' },
    ],
    { shingle: 'words:1', threshold: 0.45 },
  )
  assert.deepEqual((await index.clusters()).items, [
    { cluster: 1, documents: 3, members: [1, 3, 4] },
    { cluster: 2, documents: 1, members: [2] },
  ])
  const { cursor } = await index.changes()
  await index.remove([4, 99])
  const { items } = await index.changes({ after: cursor })
  assert.deepEqual(
    items.map(({ kind, cluster, from }) => ({ kind, cluster, from })),
    [{ kind: 'split', cluster: 4, from: 1 }],
  )
  const merged = (await index.changes()).items.filter(({ kind }) => kind === 'merged')
  assert.deepEqual(
    merged.map(({ cluster, into }) => ({ cluster, into })),
    [{ cluster: 3, into: 1 }],
  )
})

test('expire removes documents past their time, and on request those added before a time', async () => {
  let now = Date.parse('2030-01-01T00:00:00Z')
  const index = await openIndex(memoryStore(), { now: () => now })
  await index.add({ id: 1, text: 'one', expiresAt: '2030-01-02' })
  await index.add({ id: 2, text: 'two', expiresAt: now + 1 })
  now += 10_000
  await index.add({ id: 3, text: 'three' })
  assert.equal(await index.expire(), 1)
  assert.equal(await index.get(2), undefined)
  assert.equal(await index.expire({ before: '2030-01-01T00:00:05Z' }), 1)
  assert.equal(await index.expire({ before: '2030-01-01T00:00:05Z' }), 0)
  assert.deepEqual(
    (await index.clusters()).items.map(({ members }) => members),
    [[3]],
  )
  await assert.rejects(index.expire({ before: 'soon' }), { code: 'OPTION_VALUE' })
})

test('ranked results are collapsed, by ids and by documents', async () => {
  const documents = [
    { id: 'a', text: 'a b c d e f' },
    { id: 'b', text: 'b c d e f g' },
    { id: 'c', text: 'c d e f g h' },
  ]
  const options = { shingle: 'words:1', threshold: 0.7 }
  const index = await filled(documents, options)
  const similarity = 5 / 7
  assert.deepEqual(await index.collapse({ ids: ['a', 'b', 'c'] }), {
    kept: ['a'],
    dropped: [
      { id: 'b', twin: 'a', similarity },
      { id: 'c', twin: 'b', similarity },
    ],
  })
  const empty = await filled([], options)
  assert.deepEqual(await empty.collapse({ documents, chains: 'kept' }), {
    kept: ['a', 'c'],
    dropped: [{ id: 'b', twin: 'a', similarity }],
  })
  await assert.rejects(index.collapse({ ids: ['a', 'x'] }), { code: 'DOCUMENT_NOT_FOUND' })
  await assert.rejects(index.collapse({}), { code: 'OPTION_VALUE' })
})

test('two documents are explained, unless their texts are not kept', async () => {
  const documents = [
    { id: 'a', text: bridge },
    { id: 'b', text: bridge.toUpperCase() },
  ]
  const index = await filled(documents)
  const { a, kind, matches } = await index.explain('a', 'b')
  assert.deepEqual(
    { id: a.id, at: a.at, kind, matches },
    { id: 'a', at: 'document 1', kind: 'normalised', matches: true },
  )
  await assert.rejects(index.explain('a', 'c'), { code: 'DOCUMENT_NOT_FOUND' })
  const bare = await filled(documents, { storeText: false })
  await assert.rejects(bare.explain('a', 'b'), { code: 'TEXT_MISSING' })
  assert.deepEqual((await bare.get('a'))?.document, { id: 'a' })
})

test('a collection opens with the options it was created with, or without any', async () => {
  const store = memoryStore()
  await openIndex(store, { threshold: 0.7 })
  assert.equal((await openIndex(store)).header.options.threshold, 0.7)
  await assert.rejects(openIndex(store, { threshold: 0.8 }), {
    message:
      'OPTIONS_MISMATCH: expected the options that the collection was made with: threshold 0.7, got threshold 0.8. ' +
      'To fix: leave the options out to take those of the collection, or make another collection.',
  })
  const unknown = { treshold: 0.7 } as IndexOptions
  await assert.rejects(openIndex(memoryStore(), unknown), { code: 'OPTION_UNKNOWN' })
})

test('bad documents are refused with the reason, and the others are added', async () => {
  const index = await filled([])
  const given = [
    { id: 1, text: 5 },
    'text',
    { id: {}, text: 'x' },
    { id: 2 },
    { id: 3, text: 'x', expiresAt: 'x' },
    { id: 4, text: 'x' },
  ]
  const results: AddResult[] = []
  for await (const result of index.addEach(given)) results.push(result)
  assert.deepEqual(
    results.map(({ status, error }) => error?.code ?? status),
    ['TEXT_NOT_STRING', 'RECORD_NOT_OBJECT', 'OPTION_VALUE', 'TEXT_MISSING', 'OPTION_VALUE', 'added'],
  )
  await assert.rejects(index.check('x', { threshold: 0.5 }), { code: 'OPTION_VALUE' })
  await assert.rejects(index.pairs({ after: 'x' }), { code: 'OPTION_VALUE' })
  await assert.rejects(index.clusters({ limit: 0 }), { code: 'OPTION_VALUE' })
})

test('awaiting addMany adds all documents', async () => {
  const index = await filled([])
  const results = await index.addMany([{ id: 1, text: bridge }, { id: 2 }, { id: 3, text: bridge }])
  assert.deepEqual(
    results.map(({ id, status, matches }) => [id, status, matches.map(match => match.id)]),
    [
      [1, 'added', []],
      [2, 'bad', []],
      [3, 'added', [1]],
    ],
  )
  assert.equal((await index.stats()).documents, 2)
  await assert.rejects(index.addMany([], { inFlight: 0 }), { code: 'OPTION_VALUE' })
})

test('addEach yields results as soon as they are durable, and reads no further than they are taken', async () => {
  const index = await filled([])
  let read = 0
  let isClosed = false
  async function* documents() {
    try {
      for (; ; read++) yield { id: read, text: `${read}` }
    } finally {
      isClosed = true
    }
  }
  const seen: unknown[] = []
  for await (const { id } of index.addEach(documents(), { inFlight: 4 })) {
    seen.push(id)
    await new Promise(resolve => setTimeout(resolve, 2))
    assert.ok(read <= seen.length + 3, `${read} read when ${seen.length} are taken`)
    if (seen.length === 10) break
  }
  assert.deepEqual(seen, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.ok(isClosed)

  const last: unknown[] = []
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  async function* waiting() {
    yield { id: 'a', text: 'a' }
    await taken
    yield { id: 'b', text: 'b' }
    throw new Error('no more')
  }
  await assert.rejects(async () => {
    for await (const { id } of index.addEach(waiting())) {
      last.push(id)
      take()
    }
  }, /no more/)
  assert.deepEqual(last, ['a', 'b'])
})

test('documents that arrive together share a write', async () => {
  const groups: number[] = []
  const index = await openIndex(memoryStore(), { observer: { committed: count => groups.push(count) } })
  await Promise.all(Array.from({ length: 600 }, (_, id) => index.add({ id, text: `${id} ${bridge}` })))
  assert.deepEqual(groups, [256, 256, 88])
  assert.equal((await index.clusters()).items[0].documents, 600)
})

test('a limit takes the first of all matches, also among hundreds of equal or equally similar texts', async () => {
  const cases: [IndexOptions, string, string][] = [
    [{ shingle: 'words:1' }, 'a b c', 'c b a'],
    [
      { measure: 'containment' },
      'zero one two three four five six seven',
      'one two three four five six seven',
    ],
    [{ method: 'solr-text-profile' }, 'Hello brave world!', 'hello brave world'],
    [{ method: 'longest-words' }, 'red orange yellow 12', 'red orange yellow'],
    [{ method: 'repeated-trials' }, 'Red orange yellow', 'red orange yellow'],
  ]
  for (const [options, alike, text] of cases) {
    const texts = [alike, ...new Array(200).fill(text), alike, ...new Array(100).fill(text)]
    const index = await openIndex(memoryStore(), options)
    for await (const _ of index.addEach(texts.map((text, id) => ({ id, text })))) assert(_)
    const all = await index.check(text, { limit: texts.length })
    assert.deepEqual(
      all.map(({ id }) => id),
      texts.keys().toArray(),
    )
    for (const limit of [1, 2, 100, 202, 203, 301])
      assert.deepEqual(await index.check(text, { limit }), all.slice(0, limit), JSON.stringify(options))
  }
})

test('a clock that jumps changes no order, cluster or match; expiry uses its current value', async () => {
  let now = Date.parse('2030-01-01T00:00:00Z')
  const index = await openIndex(memoryStore(), { now: () => now })
  await index.add({ id: 1, text: bridge, expiresAt: '2030-01-01T00:01:00Z' })
  now -= 3_600_000
  await index.add({ id: 2, text: bridge, expiresAt: '2030-01-01T00:01:00Z' })
  assert.equal(await index.expire(), 0)
  now += 2 * 3_600_000
  await index.add({ id: 3, text: bridge })
  const { items } = await index.clusters()
  assert.deepEqual(items, [{ cluster: 1, documents: 3, members: [1, 2, 3] }])
  assert.deepEqual(
    (await index.check(bridge)).map(({ id }) => id),
    [1, 2, 3],
  )
  assert.equal(await index.expire(), 2)
  assert.deepEqual(
    (await index.check(bridge)).map(({ id }) => id),
    [3],
  )
})

test('fractional milliseconds of the clock are dropped', async () => {
  const index = await openIndex(memoryStore(), { now: () => 1_700_000_000_000.75 })
  await index.add({ id: 1, text: bridge })
  assert.equal((await index.get(1))?.addedAt, 1_700_000_000_000)
  assert.equal((await index.changes()).items[0].at, '2023-11-14T22:13:20.000Z')
})
