import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '../../store/memory-store.ts'
import type { OnDuplicate } from '../calls/add.ts'
import type { AddResult } from '../documents/index-types.ts'
import { openIndex, type TextIndex } from '../text-index.ts'

const words = Array.from({ length: 40 }, (_, i) => `w${i}`)

/** Documents that arrive together are in one batch. */
function together(
  index: TextIndex,
  documents: readonly { id: number; text: string; as?: OnDuplicate }[],
): Promise<AddResult[]> {
  return Promise.all(
    documents.map(({ as = 'replace', ...document }) => index.add(document, { onDuplicate: as })),
  )
}

const clustersOf = ({ cluster, matches }: AddResult) => [cluster, ...matches.map(match => match.cluster)]

test('documents replaced within their batch, and removed matches, show the cluster of their replacement', async () => {
  const index = await openIndex(memoryStore(), { shingle: 'words:1', threshold: 0.5 })
  await index.add({ id: 'far', text: 'x y z' })
  const text = 'h i j'
  const first = await together(
    index,
    [1, 2, 3, 4].map(id => ({ id, text })),
  )
  assert.deepEqual(first.map(clustersOf), [[2], [2, 2], [2, 2], [2, 2]])
  assert.deepEqual((await index.clusters()).items.at(-1), { cluster: 2, documents: 1, members: [4] })
  // 4 is stored; 6 matches 5, which 7 then replaces by its id, with other words.
  const second = await together(index, [
    { id: 5, text },
    { id: 6, text, as: 'reject' },
    { id: 5, text: 'x y z' },
  ])
  assert.deepEqual(
    second.map(({ status }) => status),
    ['replaced', 'rejected', 'replaced'],
  )
  const now = (await index.get(5))?.cluster
  assert.deepEqual(second.map(clustersOf), [
    [now, now],
    [undefined, now],
    [now, now],
  ])
})

test('the observer gets the number of documents that a commit added to the store', async () => {
  const counts: number[] = []
  const index = await openIndex(memoryStore(), { observer: { committed: count => counts.push(count) } })
  const mark = { bytes: new Uint8Array(16), keptMs: 1_000_000 }
  // The same id three times, and a refused document.
  const results = await together(index, [
    { id: 1, text: 'a b c' },
    { id: 1, text: 'd e f' },
    { id: 2, text: 'g h i' },
    { id: 1, text: 'j k l' },
    { id: 2, text: 'm n o', as: 'reject' },
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['added', 'replaced', 'added', 'replaced', 'exists'],
  )
  assert.deepEqual([counts, (await index.stats()).documents], [[2], 2])
  // Neither a refused document nor a repeated one makes a commit.
  await index.add({ id: 3, text: 'p q r' }, { mark })
  await index.add({ id: 3, text: 'p q r' }, { mark })
  await index.add({ id: 3, text: 's t u' }, { onDuplicate: 'skip' })
  assert.deepEqual(counts, [2, 1])
})

test('every cluster in a result exists, whatever any batch replaces', async () => {
  const index = await openIndex(memoryStore(), { shingle: 'words:1', threshold: 0.5 })
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  for (let round = 0; round < 60; round++) {
    const documents = Array.from({ length: 1 + random(8) }, () => ({
      id: random(20),
      text: Array.from({ length: 4 }, () => 'abcdefg'[random(7)]).join(' '),
      as: (['replace', 'replace', 'add', 'reject', 'skip'] as const)[random(5)],
    }))
    const results = await together(index, documents)
    const { items } = await index.clusters({ limit: 1000 })
    const there = new Set(items.map(({ cluster }) => cluster))
    for (const { status, cluster, matches } of results) {
      assert.equal(cluster !== undefined, status === 'added' || status === 'replaced')
      for (const each of [...matches.map(match => match.cluster), cluster ?? items[0].cluster])
        assert(there.has(each), `${each} of ${JSON.stringify(results)}`)
    }
  }
})

test('reject and skip report the best of many candidates; add skips candidates and says so', async () => {
  const index = await openIndex(memoryStore(), { shingle: 'words:2', threshold: 0.5 })
  const near = Array.from({ length: 300 }, (_, id) => ({
    id,
    text: [...words, `t${id}`, `u${id}`].join(' '),
  }))
  for await (const { matchesCut } of index.addEach(near.slice(0, 256))) assert.equal(matchesCut, undefined)
  for await (const _ of index.addEach(near.slice(256)));
  await index.add({ id: 'twin', text: [...words, 'x', 'y', 'z'].join(' ') })
  const document = { text: [...words, 'x', 'y', 'z', 'w'].join(' ') }
  const [best] = await index.check(document, { limit: 1 })
  assert.equal(best.id, 'twin')
  for (const onDuplicate of ['reject', 'skip'] as const) {
    const { matches, matchesCut } = await index.add(document, { onDuplicate })
    assert.deepEqual([matches.length, matches[0], matchesCut], [301, best, undefined])
  }
  // In one batch with others, each gets its own matches.
  const [rejected, added] = await together(index, [
    { id: 1001, ...document, as: 'reject' },
    { id: 1002, ...document, as: 'add' },
  ])
  assert.deepEqual([rejected.matches[0], rejected.matchesCut], [best, undefined])
  assert.deepEqual([added.matches.length, added.matchesCut, added.cluster], [256, true, 1])
  const same = await index.add({ id: 1003, text: near[0].text })
  assert.deepEqual([same.matches[0].similarity, same.matchesCut], [1, true])
  const { matches, matchesCut } = await index.add({ ...document, id: 1004 }, { onDuplicate: 'replace' })
  assert.deepEqual([matches.length, matchesCut], [303, undefined])
})

test('equal texts of a batch are looked up once, different ones each', async () => {
  const store = memoryStore()
  const candidates = store.candidates.bind(store)
  const lookups: number[] = []
  store.candidates = postings => {
    lookups.push(postings.length)
    return candidates(postings)
  }
  const index = await openIndex(store)
  const texts = ['a b c d e f', 'a b c d e g', 'u v w x y z']
  await together(
    index,
    texts.map((text, id) => ({ id, text })),
  )
  const results = await together(
    index,
    [2, 0, 2, 2, 0].map((of, i) => ({ id: 10 + i, text: texts[of], as: 'add' })),
  )
  assert.deepEqual(lookups, [3, 2])
  assert.deepEqual(
    results.map(({ matches }) => matches.map(({ id }) => id)),
    [[2], [0], [2, 10], [2, 10, 12], [0, 11]],
  )
})
