/** Bundles: whatever is decided, withdrawn, added and removed, clusters part what is different and join the rest. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { memoryStore } from '../../store/memory-store.ts'
import { openIndex, type TextIndex } from '../text-index.ts'

const id = fc.nat({ max: 7 })
const text = fc
  .array(fc.constantFrom('elm', 'oak', 'ash', 'fir', 'yew'), { minLength: 1, maxLength: 4 })
  .map(words => words.join(' '))
const pair = fc.uniqueArray(id, { minLength: 2, maxLength: 2 })

type Step = (index: TextIndex) => Promise<unknown>

const replaced = fc.tuple(id, text).map(([id, text]): Step => {
  return index => index.replace({ id, text })
})
const replacing = fc.tuple(id, text).map(([id, text]): Step => {
  return index => index.add({ id, text }, { onDuplicate: 'replace' })
})
const removed = fc.array(id, { maxLength: 2 }).map((ids): Step => {
  return index => index.remove(ids)
})
const decision = fc.constantFrom('same' as const, 'different' as const)
const decided = fc.tuple(pair, decision).map(([[id1, id2], decision]): Step => {
  return index => index.decide([{ id1, id2, decision }])
})
const withdrawn = pair.map(([a, b]): Step => {
  return index => index.withdraw([[a, b]])
})

/** The first of the documents that are the same, by the slow way. */
function bundlesOf(reviews: readonly { id1: unknown; id2: unknown; decision: string }[]): number[] {
  const bundle = Array.from({ length: 8 }, (_, i) => i)
  for (let round = 0; round < 8; round++) {
    for (const { id1, id2, decision } of reviews) {
      if (decision !== 'same') continue
      const least = Math.min(bundle[Number(id1)], bundle[Number(id2)])
      bundle[Number(id1)] = least
      bundle[Number(id2)] = least
    }
  }
  return bundle
}

async function check(index: TextIndex): Promise<void> {
  for await (const problem of index.problems()) assert.fail(JSON.stringify(problem))
  const reviews = (await index.reviews()).items
  const bundle = bundlesOf(reviews)
  const different = new Set(
    reviews.flatMap(({ id1, id2, decision }) => {
      const [a, b] = [bundle[Number(id1)], bundle[Number(id2)]]
      return decision === 'different' ? [`${a} ${b}`, `${b} ${a}`] : []
    }),
  )
  const clusters = (await index.clusters({ limit: 100 })).items.map(({ members }) => members.map(Number))
  const areApart = (some: readonly number[], others: readonly number[]) =>
    some.some(a => others.some(b => different.has(`${bundle[a]} ${bundle[b]}`)))
  for (const members of clusters) assert(!areApart(members, members), `${members} are in one cluster`)
  const clusterOf = new Map(clusters.flatMap(members => members.map(member => [member, members])))
  for (const members of clusters)
    for (const a of members)
      for (let b = 0; b < 8; b++)
        assert(
          bundle[a] !== bundle[b] || !clusterOf.has(b) || members.includes(b),
          `${a} and ${b} are the same`,
        )
  for (const { id1, id2 } of (await index.pairs({ limit: 100 })).items) {
    const [a, b] = [clusterOf.get(Number(id1)) ?? [], clusterOf.get(Number(id2)) ?? []]
    assert(a === b || areApart(a, b), `${a} and ${b} match, and nothing holds them apart`)
  }
}

test('no cluster holds what is different, one holds what is the same, and others that match are one', async () => {
  const steps = fc.array(fc.oneof(replaced, replacing, removed, decided, decided, withdrawn), {
    minLength: 1,
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(steps, async steps => {
      const index = await openIndex(memoryStore(), { shingle: 'words:1', threshold: 0.5 })
      for (let id = 0; id < 8; id++)
        await index.add({ id, text: ['oak elm', 'oak elm ash', 'elm'][id % 3] })
      for (const step of steps) {
        await step(index).catch(error => {
          if (!['DECISIONS_CONFLICT', 'DOCUMENT_NOT_FOUND'].includes(error.code)) throw error
        })
        await check(index)
      }
      await index.close()
    }),
    { numRuns: runs(100) },
  )
})
