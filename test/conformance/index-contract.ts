/**
 * The contract of an index, over any store: after any changes it finds the pairs that a run over the same documents
 * finds, and its clusters are their connected components.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findPairs } from '../../src/engine/library/find-pairs.ts'
import { findPassagesAgainst } from '../../src/engine/passages/find-against.ts'
import type { AddResult, IndexOptions, IndexPair } from '../../src/online/index/documents/index-types.ts'
import type { CollectionPassages } from '../../src/online/index/documents/passage-types.ts'
import { openIndex, type TextIndex } from '../../src/online/index/text-index.ts'
import type { Store } from '../../src/online/store/store.ts'
import { personDocuments } from '../golden/records/persons.ts'

const words = 'the old bridge over a river was built of stone in spring and still stands'.split(' ')

/** Texts that often match: few words, and now and then a copy with a word changed; some have no token at all. */
const text = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.nat(3), { minLength: 1, maxLength: 5 }).map(changed) },
  { weight: 1, arbitrary: fc.constantFrom('…', '...', '!?', '東京', 'A\ud800') },
)

function changed(places: readonly number[]): string {
  return words.map((word, i) => (places.includes(i) ? `${word}${places.length}` : word)).join(' ')
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ add: fc.array(text, { minLength: 1, maxLength: 5 }), id: fc.nat(30) }),
  },
  { weight: 2, arbitrary: fc.record({ remove: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ replace: text, id: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ upsert: text, id: fc.nat(30) }) },
)

const settings: readonly IndexOptions[] = [
  { shingle: 'words:2', threshold: 0.5 },
  { shingle: 'words:2', threshold: 0.5, fold: 'marks', symbols: 'keep' },
  { shingle: 'chars:4', threshold: 0.7, measure: 'containment', storeText: false },
  { method: 'solr-text-profile', params: { minTokenLen: '0', quantRate: '0.5' } },
  { method: 'repeated-trials', params: { hashes: '2' } },
  { near: false },
  { shingle: 'words:2', threshold: 0.5, passages: { least: 4 } },
  { method: 'repeated-trials', params: { hashes: '2' }, passages: { least: 8 } },
]

export interface IndexContract {
  readonly kind: string
  /** A store of a new collection. */
  readonly fresh: () => Store
  /** Number of random sequences of changes for each kind of method. */
  readonly runs: number
}

export function indexContract({ kind, fresh, runs }: IndexContract): void {
  for (const options of settings) {
    test(`${kind}: after any changes an index finds what a run finds: ${JSON.stringify(options)}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
          const index = await openIndex(fresh(), options)
          const world = new World()
          for (const each of steps) await world.run(index, each)
          await world.compare(index, options)
          if (options.passages) await world.comparePassages(index, options.passages)
          await index.close()
        }),
        { numRuns: runs },
      )
    })
  }
  test(`${kind}: a passage of hundreds of documents is found, and what follows it in the last of them`, async () => {
    const index = await openIndex(fresh(), { passages: { least: 12 }, near: false })
    const common = Array.from({ length: 14 }, (_, i) => `c${i}`).join(' ')
    const texts = Array.from({ length: 300 }, (_, i) => ({ id: i, text: `b${i} ${common} e${i}` }))
    for await (const { status } of index.addEach(texts)) assert.equal(status, 'added')
    await index.remove([0])
    const text = `x ${common} e299 y`
    const { spans, repeated } = await index.checkPassages(text, { maxPlaces: 2 })
    assert.deepEqual(
      spans.map(({ tokens, places, where }) => [tokens, places, where.map(({ id }) => id)]),
      [
        [14, 299, [1, 2]],
        [12, 1, [299]],
      ],
    )
    assert.equal(repeated, 15)
    for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
    await index.close()
  })
  test(`${kind}: records of several fields are compared by them, with weights that stay until retrained`, async () => {
    const { fields, documents } = personDocuments(60)
    const options = { method: 'records', text: fields } as const
    const index = await openIndex(fresh(), options)
    for await (const { status } of index.addEach(documents)) assert.equal(status, 'added')
    await index.retrain()
    const { model } = await index.stats()
    assert.equal(model?.decidedBy, 'columns')
    const frozen = await pairsOf(index)
    const run = await findPairs(documents, options)
    for (const { leftId, rightId, similarity } of run.pairs)
      assert.ok((frozen.get(`${leftId} ${rightId}`) ?? 0) >= similarity, `${leftId} ${rightId}`)
    for (const document of documents) await index.add({ ...document, id: `later ${document.id}` })
    const later = await pairsOf(index)
    assert.deepEqual((await index.stats()).model, model)
    for (const [pair, similarity] of frozen) assert.equal(later.get(pair), similarity)
    await index.remove(documents.map(({ id }) => `later ${id}`))
    assert.deepEqual(await pairsOf(index), frozen)
    for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
    await index.close()
  })
  for (const storeText of [true, false]) {
    test(`${kind}: a document repeated with its mark exists already: storeText ${storeText}`, async () => {
      const index = await openIndex(fresh(), { storeText })
      const markOf = (place: number) => ({ bytes: new Uint8Array(16).fill(place), keptMs: 60_000 })
      const documents = [
        { id: 'a', text: changed([1]) },
        { text: changed([]) },
        { id: 3, text: changed([2]) },
      ]
      const addAll = (from: number, places: readonly number[]) =>
        Promise.all(places.map(place => index.add(documents[place], { mark: markOf(from + place) })))
      const [first] = await addAll(1, [0])
      const [, made, last] = await addAll(1, [0, 1, 2])
      assert.deepEqual(await addAll(1, [0, 1, 2]), [first, made, last])
      const others = await addAll(11, [0, 1, 2])
      assert.deepEqual(
        others.map(({ status }) => status),
        ['exists', 'added', 'exists'],
      )
      assert.equal((await index.stats()).documents, 4)
      assert.deepEqual((await index.get(made.id as string))?.document, storeText ? documents[1] : {})
      for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
      await index.close()
    })
  }
}

async function pairsOf(index: TextIndex): Promise<ReadonlyMap<string, number>> {
  const { items } = await index.pairs({ limit: 10_000 })
  return new Map(items.map(({ id1, id2, similarity }) => [`${id1} ${id2}`, similarity]))
}

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The expected contents of the index, in order of insertion. */
class World {
  texts = new Map<number, string>()

  async run(index: TextIndex, step: Step): Promise<void> {
    if ('add' in step) await this.#add(index, step.add, step.id)
    else if ('remove' in step) {
      const wanted = new Set(step.remove.filter(id => this.texts.has(id)))
      assert.equal(await index.remove(step.remove), wanted.size)
      for (const id of wanted) this.texts.delete(id)
    } else if ('replace' in step) {
      const { status } = await index.replace({ id: step.id, text: step.replace })
      assert.equal(status, this.texts.has(step.id) ? 'replaced' : 'added')
      this.#put(step.id, step.replace)
    } else {
      const { status, matches } = await index.add(
        { id: step.id, text: step.upsert },
        { onDuplicate: 'replace' },
      )
      assert.equal(status, this.texts.has(step.id) || matches.length > 0 ? 'replaced' : 'added')
      for (const { id } of matches) this.texts.delete(id as number)
      this.#put(step.id, step.upsert)
    }
  }

  async #add(index: TextIndex, texts: readonly string[], first: number): Promise<void> {
    const documents = texts.map((text, i) => ({ id: first + i, text }))
    const results: AddResult[] = []
    for await (const result of index.addEach(documents)) results.push(result)
    documents.forEach(({ id, text }, i) => {
      assert.equal(results[i].status, this.texts.has(id) ? 'exists' : 'added', results[i].error?.message)
      if (!this.texts.has(id)) this.texts.set(id, text)
    })
  }

  #put(id: number, text: string): void {
    this.texts.delete(id)
    this.texts.set(id, text)
  }

  /** The spans of a text that has parts of the documents, against a search of all documents. */
  async comparePassages(index: TextIndex, { least = 50 }: CollectionPassages): Promise<void> {
    const text = [...this.texts.values()]
      .slice(0, 3)
      .map((each, i) => each.slice(5 * i, 60))
      .join(' ')
    const documents = [...this.texts].map(([id, text]) => ({ id, text }))
    const { passages } = await findPassagesAgainst([text], documents, { least })
    const wanted = passages.filter(({ tokens }) => tokens >= least)
    const { spans } = await index.checkPassages(text, { maxPlaces: 100 })
    const shown = spans.flatMap(({ where, from, to, places }) =>
      where.map(first => ({ from, to, places, id: first.id, at: first.from })),
    )
    assert.deepEqual(
      shown,
      wanted.map(({ from, to, places, first }) => ({ from, to, places, id: first.id, at: first.from })),
    )
  }

  async compare(index: TextIndex, options: IndexOptions): Promise<void> {
    const { storeText: _, text: __, passages: ___, ...rest } = options
    const documents = [...this.texts].map(([id, text]) => ({ id, text }))
    const { pairs } = await findPairs(documents, rest)
    const wanted = pairs.map(({ leftId, rightId, ...rest }) =>
      pairKey({ id1: leftId, id2: rightId, ...rest }),
    )
    const found: IndexPair[] = []
    for (let after: string | undefined; ; ) {
      const page = await index.pairs({ limit: 7, ...(after !== undefined && { after }) })
      found.push(...page.items)
      if (page.next === null) break
      after = page.next
    }
    assert.deepEqual(found.map(pairKey), wanted)
    await this.#compareClusters(index, found)
    await this.#compareChecks(index, documents, found)
    for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
    assert.equal((await index.stats()).documents, documents.length)
  }

  async #compareClusters(index: TextIndex, pairs: readonly IndexPair[]): Promise<void> {
    const groups = new Map([...this.texts.keys()].map(id => [id, new Set([id])]))
    for (const { id1, id2 } of pairs) {
      const joined = new Set([...(groups.get(id1 as number) ?? []), ...(groups.get(id2 as number) ?? [])])
      for (const id of joined) groups.set(id, joined)
    }
    const wanted = new Set([...groups.values()].map(group => [...group].sort().join()))
    const { items } = await index.clusters({ limit: 1000 })
    assert.deepEqual(new Set(items.map(({ members }) => [...members].sort().join())), wanted)
    assert.equal((await index.stats()).clusters, items.length)
    await this.#compareChanges(
      index,
      items.map(({ cluster }) => cluster),
    )
  }

  /** Replaying the log of changes gives the existing clusters; no number is reused. */
  async #compareChanges(index: TextIndex, clusters: readonly number[]): Promise<void> {
    const alive = new Set<number>()
    const known = new Set<number>()
    const { items } = await index.changes({ limit: 10_000 })
    for (const { kind, cluster, into } of items) {
      if (kind === 'made' || kind === 'split') {
        assert(!known.has(cluster), `cluster ${cluster} is given twice`)
        known.add(cluster)
        alive.add(cluster)
      } else assert(alive.delete(cluster), `cluster ${cluster} ends and is not there`)
      if (into !== undefined) assert(known.has(into))
    }
    assert.deepEqual(
      [...alive].sort((a, b) => a - b),
      [...clusters],
    )
  }

  async #compareChecks(
    index: TextIndex,
    documents: readonly { readonly id: number; readonly text: string }[],
    pairs: readonly IndexPair[],
  ): Promise<void> {
    for (const { id, text } of documents) {
      const matches = await index.check(text, { except: id })
      const partners = pairs.filter(({ id1, id2 }) => id1 === id || id2 === id)
      const wanted = partners.map(({ id1, id2, similarity }) => ({
        id: id1 === id ? id2 : id1,
        similarity,
      }))
      const order = [...this.texts.keys()]
      wanted.sort(
        (a, b) =>
          b.similarity - a.similarity || order.indexOf(a.id as number) - order.indexOf(b.id as number),
      )
      assert.deepEqual(
        matches.map(({ id, similarity }) => ({ id, similarity })),
        wanted,
      )
      const own = await index.get(id)
      for (const match of matches) assert.equal(match.cluster, own?.cluster)
    }
  }
}

function pairKey({
  id1,
  id2,
  similarity,
  jaccard,
}: {
  id1: unknown
  id2: unknown
  similarity: number
  jaccard?: number
}) {
  return `${id1} ${id2} ${similarity} ${jaccard}`
}
