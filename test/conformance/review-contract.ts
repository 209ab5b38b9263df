/**
 * The contract of what people do with an index, over any store: lists of clusters that pass filters, in every order,
 * and decisions that are kept with the documents.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClusterPageOptions } from '../../src/online/index/calls/pages.ts'
import type { IndexCluster, IndexOptions } from '../../src/online/index/documents/index-types.ts'
import { openIndex, type TextIndex } from '../../src/online/index/text-index.ts'
import type { Store } from '../../src/online/store/store.ts'

const options: IndexOptions = { shingle: 'words:1', threshold: 0.5 }

/** Ten words of a group of their own, of which the first `changed` ones are others in this copy. */
function textOf(group: number, copy: string, changed: number): string {
  return Array.from({ length: 10 }, (_, i) => (i < changed ? `c${copy}${i}` : `w${group}x${i}`)).join(' ')
}

/** Copies in a group by the number of their changed words; `same` differs in case only, `equal` in nothing. */
const groups: readonly (readonly (number | 'same' | 'equal')[])[] = [
  [0, 'equal'],
  [0, 'same', 2],
  [0],
  [0, 3],
  [0, 1, 'equal', 'equal'],
  [0, 2],
  [0],
]

async function filled(store: Store): Promise<TextIndex> {
  const index = await openIndex(store, options)
  // The copies of a group are apart, so that their numbers are, too.
  for (let copy = 0; copy < 4; copy++) {
    for (const [group, copies] of groups.entries()) {
      if (copy >= copies.length) continue
      const change = copies[copy]
      const first = textOf(group, '', 0)
      const text =
        change === 'equal'
          ? first
          : change === 'same'
            ? first.toUpperCase()
            : textOf(group, String(copy), change)
      await index.add({ id: `${group}.${copy}`, text, source: copy === 0 ? 'books' : `desk ${group % 2}` })
    }
  }
  return index
}

/** All pages of a list, `limit` clusters at a time. */
async function listed(
  index: TextIndex,
  given: ClusterPageOptions,
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<IndexCluster[]> {
  const found: IndexCluster[] = []
  let after: string | undefined
  for (let pages = 0; ; pages++) {
    const page = await index.clusters({ limit: 2, ...given, after })
    assert.ok(page.items.length <= 2)
    found.push(...page.items)
    if (page.next === null) return found
    after = page.next
    await between(pages)
  }
}

const firstIds = (clusters: readonly IndexCluster[]) => clusters.map(({ members }) => members[0])
const ids = (...wanted: number[]) => wanted.map(group => `${group}.0`)

export function reviewContract({
  kind,
  fresh,
}: {
  readonly kind: string
  readonly fresh: () => Store
}): void {
  test(`${kind}: clusters are listed by size, similarity, kind, source and rule, in every order`, async () => {
    const index = await filled(fresh())
    const cases: readonly (readonly [ClusterPageOptions, readonly string[]])[] = [
      [{}, ids(0, 1, 2, 3, 4, 5, 6)],
      [{ maxDocuments: 1 }, ids(2, 6)],
      [{ minDocuments: 2, maxDocuments: 3 }, ids(0, 1, 3, 5)],
      [{ sort: 'largest' }, ids(4, 1, 0, 3, 5, 2, 6)],
      [{ sort: 'smallest', minDocuments: 2 }, ids(0, 3, 5, 1, 4)],
      // 10 words, k changed: (10 - k) / (10 + k).
      [{ sort: 'least-similar' }, ids(3, 1, 5, 4, 0)],
      [{ sort: 'most-similar' }, ids(0, 4, 1, 5, 3)],
      [{ minSimilarity: 8 / 12, maxSimilarity: 0.9 }, ids(1, 4, 5)],
      [{ minSimilarity: 1 }, ids(0)],
      [{ kind: 'exact' }, ids(0, 4)],
      [{ kind: 'normalised' }, ids(1)],
      [{ kind: 'near', sort: 'largest' }, ids(4, 1, 3, 5)],
      [{ source: 'desk 1' }, ids(1, 3, 5)],
      [{ source: 'desk 1', kind: 'normalised' }, ids(1)],
      [{ source: 'nowhere' }, []],
      [{ rule: 'first' }, ids(0, 1, 3, 4, 5)],
      [{ rule: 'decision' }, []],
    ]
    for (const [given, wanted] of cases)
      assert.deepEqual(firstIds(await listed(index, given)), wanted, JSON.stringify(given))
    await index.close()
  })

  test(`${kind}: a cluster with a member joined by a chain is the least similar one`, async () => {
    const index = await filled(fresh())
    // Each shares 8 of 12 words with the one before, so the last and the first share 6 of 14.
    const chain = ['a b c d e f g h i j', 'a b c d e f g h k l', 'a b c d e f k l m n']
    for (const [at, text] of chain.entries()) await index.add({ id: `7.${at}`, text })
    const [first] = await listed(index, { sort: 'least-similar', details: true })
    assert.deepEqual(first.members, ['7.0', '7.1', '7.2'])
    assert.equal(first.details?.[2].similarity, undefined)
    assert.deepEqual(firstIds(await listed(index, { sort: 'most-similar' })), ids(0, 4, 1, 5, 3, 7))
    assert.deepEqual(firstIds(await listed(index, { maxSimilarity: 0.6 })), ids(3, 7))
    assert.deepEqual(firstIds(await listed(index, { minSimilarity: 0.5 })), ids(0, 1, 3, 4, 5))
    // Whom a person called the same is not doubtful any more.
    await index.decide([{ id1: '7.0', id2: '7.2', decision: 'same' }])
    assert.deepEqual(firstIds(await listed(index, { sort: 'least-similar' })).slice(0, 2), ids(3, 1))
    await index.close()
  })

  test(`${kind}: a list goes on in the order in which it began, whatever is decided meanwhile`, async () => {
    const index = await filled(fresh())
    const decide = async () => {
      await index.decide([{ id1: '5.0', id2: '5.1', decision: 'different' }])
    }
    const given = { sort: 'least-similar', limit: 1 } as const
    assert.deepEqual(firstIds(await listed(index, given, decide)), ids(3, 1, 5, 4, 0))
    assert.deepEqual(firstIds(await listed(index, given)), ids(3, 1, 4, 0))
    await index.close()
  })

  test(`${kind}: details say what each member is to the survivor, which a person may name`, async () => {
    const index = await filled(fresh())
    const [before] = await listed(index, { kind: 'normalised', details: true })
    const near = { kind: 'near', similarity: 8 / 12, source: 'desk 1', rule: 'first' }
    const first = [{ kind: 'kept', source: 'books' }, { ...near, kind: 'normalised', similarity: 1 }, near]
    assert.deepEqual([before.members, before.details], [['1.0', '1.1', '1.2'], first])
    await index.decide([{ id1: '1.1', id2: '1.2', decision: 'same', survivor: '1.2' }], 'ada')
    const [after] = await listed(index, { rule: 'decision', details: true })
    assert.deepEqual(after.details, [
      { kind: 'near', similarity: 8 / 12, source: 'books', rule: 'decision' },
      { kind: 'near', similarity: 8 / 12, source: 'desk 1', rule: 'decision' },
      { kind: 'kept', source: 'desk 1' },
    ])
    const [rest] = (await index.clusters({ after: `${after.cluster}.1`, details: true })).items
    assert.deepEqual([rest.members, rest.details], [['1.1', '1.2'], after.details?.slice(1)])
    await index.withdraw([['1.2', '1.1']])
    assert.deepEqual(await listed(index, { rule: 'decision' }), [])
    await index.close()
  })

  test(`${kind}: a cluster that stays as it is comes once, whatever changes between pages`, async () => {
    for (const sort of ['number', 'largest', 'smallest', 'least-similar', 'most-similar'] as const) {
      const index = await filled(fresh())
      const change = async (page: number) => {
        await index.add({ id: `new ${page}`, text: textOf(100 + page, '', 0) })
        await index.add({ id: `newer ${page}`, text: textOf(100 + page, '', page % 4) })
        if (page === 0) await index.remove(['3.0', '3.1'])
        if (page === 1) await index.add({ id: '0.2', text: textOf(0, 'again', 4) })
      }
      const found = firstIds(await listed(index, { sort, minDocuments: 2, source: 'books' }, change))
      for (const id of ids(1, 4, 5))
        assert.equal(found.filter(each => each === id).length, 1, `${sort} ${id}`)
      await index.close()
    }
  })

  test(`${kind}: decisions are kept with the documents, and outlive the index`, async () => {
    const store = fresh()
    const index = await filled(store)
    const same = { id1: '0.0', id2: '0.1', decision: 'same', survivor: '0.1' } as const
    await index.decide([same, { id1: '3.0', id2: '5.0', decision: 'different' }], 'ada')
    const { replaced } = await index.decide([{ ...same, survivor: null }], 'bob')
    assert.deepEqual(
      replaced.map(({ survivor, by }) => [survivor, by]),
      [['0.1', 'ada']],
    )
    const refused = [
      { id1: '0.0', id2: '3.0', decision: 'same' },
      { id1: '0.1', id2: '5.0', decision: 'same' },
    ] as const
    await assert.rejects(index.decide(refused), { code: 'DECISIONS_CONFLICT' })
    await assert.rejects(index.decide([{ id1: '0.0', id2: 'gone', decision: 'same' }]), {
      code: 'DOCUMENT_NOT_FOUND',
    })
    // Many decisions take many parts; all of them come back, in pages.
    const pairs = groups.flatMap((_, a) => groups.map((_, b) => [`${a}.0`, `${b}.0`] as const))
    const many = pairs
      .filter(([a, b]) => a < b)
      .map(([id1, id2]) => ({ id1, id2, decision: 'different' as const }))
    await index.decide(many, 'ada')
    const kept: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await index.reviews({ limit: 5, after })
      kept.push(...page.items.map(({ id1, id2, decision }) => `${id1} ${id2} ${decision}`))
      if (page.next === null) break
      after = page.next
    }
    const wanted = ['0.0 0.1 same', ...many.map(({ id1, id2 }) => `${id1} ${id2} different`)]
    assert.deepEqual(kept.toSorted(), wanted.toSorted())
    assert.equal(
      await index.withdraw([...many.map(({ id1, id2 }) => [id2, id1] as const), ['0.0', '0.1']]),
      wanted.length,
    )
    assert.deepEqual((await index.reviews()).items, [])
    for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
    await index.close()
  })

  test(`${kind}: documents that are different are in two clusters at once, and stay so`, async () => {
    const store = fresh()
    const index = await filled(store)
    const clusters = async (...given: number[]) => {
      for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
      const listed = (await index.clusters({ limit: 100 })).items.map(({ members }) => members.map(String))
      return listed
        .filter(([first]) => given.includes(Number(first[0])))
        .map(ids => ids.toSorted().join(' '))
    }
    assert.deepEqual(await clusters(4), ['4.0 4.1 4.2 4.3'])
    await index.decide([{ id1: '4.1', id2: '4.0', decision: 'different' }])
    // Texts equal to 4.0 stay with it, although they match 4.1, too.
    assert.deepEqual(await clusters(4), ['4.0 4.2 4.3', '4.1'])
    assert.deepEqual((await index.changes()).items.at(-1)?.kind, 'split')
    // What matches both joins the one that it is nearer to, and does not join the two.
    await index.add({ id: '4.4', text: textOf(4, '1', 1) })
    assert.deepEqual(await clusters(4), ['4.0 4.2 4.3', '4.1 4.4'])
    // The same holds for a document that is replaced or comes again, and for one that is removed between two.
    await index.replace({ id: '4.1', text: textOf(4, '', 0) })
    assert.deepEqual(await clusters(4), ['4.0 4.2 4.3', '4.1 4.4'])
    await index.remove(['4.1', '4.3'])
    await index.add({ id: '4.1', text: textOf(4, '1', 1) })
    assert.deepEqual(await clusters(4), ['4.0 4.2 4.4', '4.1'])
    // Other clusters do not change; `same` carries it on.
    await index.decide([
      { id1: '4.2', id2: '4.0', decision: 'same' },
      { id1: '1.0', id2: '1.2', decision: 'different' },
    ])
    assert.deepEqual(await clusters(0, 1), ['0.0 0.1', '1.0 1.1', '1.2'])
    await index.remove(['4.0', '4.4'])
    assert.deepEqual(await clusters(4), ['4.2', '4.1'])
    const again = await openIndex(store)
    await again.add({ id: '1.3', text: textOf(1, '2', 2) })
    assert.deepEqual(await clusters(1), ['1.0 1.1', '1.2 1.3'])
    await index.withdraw([['1.2', '1.0']])
    assert.deepEqual(await clusters(1), ['1.0 1.1 1.2 1.3'])
    await index.close()
  })

  test(`${kind}: documents that are the same are in one cluster at once, and stay so`, async () => {
    const store = fresh()
    const index = await filled(store)
    const together = async (index: TextIndex, ...ids: string[]) => {
      for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
      const clusters = await Promise.all(ids.map(async id => (await index.get(id))?.cluster))
      assert(clusters.every(cluster => cluster !== undefined))
      return new Set(clusters).size === 1
    }
    const same = { id1: '0.1', id2: '5.0', decision: 'same' } as const
    assert(!(await together(index, '0.0', '0.1', '5.0')))
    await index.decide([same])
    assert(await together(index, '0.0', '0.1', '5.0'))
    assert.deepEqual((await index.changes()).items.at(-1)?.kind, 'merged')
    assert.equal((await index.check(textOf(5, '', 0)))[0].cluster, (await index.get('0.0'))?.cluster)
    // What contradicts it is refused, also through others; the later decision about the same pair holds.
    await index.decide([{ id1: '5.0', id2: '3.0', decision: 'different' }])
    await assert.rejects(index.decide([{ id1: '3.0', id2: '0.1', decision: 'same' }]), {
      code: 'DECISIONS_CONFLICT',
    })
    await index.decide([{ ...same, decision: 'different' }])
    assert(!(await together(index, '0.1', '5.0')))
    await index.decide([same])
    assert(await together(index, '0.0', '0.1', '5.0'))
    // Of a document that goes and comes again, whatever its text; the others of its cluster do not follow it.
    await index.remove(['5.0'])
    const again = await openIndex(store)
    await again.add({ id: '5.0', text: textOf(77, 'another', 0) })
    assert(await together(again, '0.0', '0.1', '5.0'))
    await again.replace({ id: '0.1', text: textOf(78, 'a third', 0) })
    assert(await together(again, '0.1', '5.0'))
    assert(!(await together(again, '0.0', '5.0')))
    assert.equal(await again.withdraw([['5.0', '0.1']]), 1)
    assert(!(await together(again, '0.1', '5.0')))
    await again.close()
  })

  test(`${kind}: learning again keeps apart what people found to be different`, async () => {
    const names = ['Anna Berg', 'Bruno Castell', 'Clara Dorn', 'David Ek', 'Emma Falk', 'Frida Gran']
    const index = await openIndex(fresh(), { method: 'records' })
    for (let i = 0; i < 60; i++) {
      const text = `${names[i % 6]}son, ${(i * 7907) % 9973} Harbour Street ${(i * 7919) % 997}`
      await index.add({ id: 2 * i, text })
      if (i % 10 === 0) await index.add({ id: 2 * i + 1, text: `${text.replace('Street', 'Str.')}` })
    }
    const clusterOf = async (id: number) => (await index.get(id))?.cluster
    await index.retrain()
    assert.equal(await clusterOf(20), await clusterOf(21))
    await index.decide([{ id1: 20, id2: 21, decision: 'different' }])
    assert.notEqual(await clusterOf(20), await clusterOf(21))
    await index.retrain()
    assert.notEqual(await clusterOf(20), await clusterOf(21))
    assert.equal(await clusterOf(40), await clusterOf(41))
    for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
    await index.decide([
      { id1: 20, id2: 21, decision: 'same' },
      { id1: 2, id2: 40, decision: 'same' },
    ])
    for (let times = 0; times < 2; times++) {
      assert.equal(await clusterOf(20), await clusterOf(21))
      assert.equal(await clusterOf(2), await clusterOf(41))
      await index.retrain()
    }
    await index.close()
  })
}
