import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnsDuring } from '../../../test/ground/turns.ts'
import { memoryStore } from '../store/memory-store.ts'
import { openIndex } from './text-index.ts'

const words = Array.from({ length: 120 }, (_, i) => `word${i}`)

test('long adds, pages of pairs and collapses yield to the event loop', async () => {
  const index = await openIndex(memoryStore(), { shingle: 'words:1', threshold: 0.5 })
  const documents = Array.from({ length: 700 }, (_, id) => ({ id, text: [...words, `own${id}`].join(' ') }))
  const works = {
    adds: () => Promise.all(documents.map(document => index.add(document))),
    pairs: () => index.pairs({ limit: 10_000 }),
    'collapse of ids': () => index.collapse({ ids: documents.map(({ id }) => id) }),
    'collapse of documents': () => index.collapse({ documents }),
  }
  for (const [name, work] of Object.entries(works)) {
    const turns = await turnsDuring(work)
    assert(turns >= 2, `${name}: ${turns} turns`)
  }
})
