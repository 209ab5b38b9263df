/** A pass over all clusters in the thread finds what the same pass finds in the calling thread. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { IndexOptions } from '../index/documents/index-types.ts'
import { openIndex, type TextIndex } from '../index/text-index.ts'
import { openDataDirectory } from '../sqlite/directory/data-directory.ts'
import { memoryStore } from '../store/memory-store.ts'
import { methodThread } from './method-thread.ts'

const thread = methodThread()
const folder = mkdtempSync(join(tmpdir(), 'nearsame-surveyed-'))
after(async () => {
  await thread.close()
  rmSync(folder, { recursive: true })
})

/** A cluster that is too large to be compared in memory at once, a few small ones, and texts that are alone. */
function* documents(): Generator<object> {
  for (let id = 0; id < 330; id++) {
    const words = Array.from({ length: 12 }, (_, place) => `t${id % 40}x${place}`)
    const group = id < 280 ? 'one two three four five six seven eight nine ten' : words.join(' ')
    yield { id, text: `${group} ${id % 7} ${id % 3}`, source: `desk ${id % 4}` }
  }
}

async function figuresOf(index: TextIndex) {
  const { asOf: _, ...replay } = await index.replay()
  const { asOf: __, ...histogram } = await index.histogram()
  const sorted = await index.clusters({ sort: 'least-similar', minDocuments: 2, details: true })
  const near = await index.clusters({ kind: 'near', source: 'desk 1', maxSimilarity: 0.9 })
  const decided = await index.clusters({ rule: 'decision' })
  return { replay, histogram, sorted, near, decided }
}

for (const options of [
  { shingle: 'words:1', threshold: 0.5 },
  { shingle: 'words:1', threshold: 0.5, storeText: false },
] as const satisfies readonly IndexOptions[]) {
  test(`the same figures from the thread: ${JSON.stringify(options)}`, async () => {
    const directory = await openDataDirectory(mkdtempSync(join(folder, 'data-')))
    let surveys = 0
    const heavy: typeof thread.work = (header, call) => {
      if (call.kind === 'survey') surveys++
      return thread.work(header, call)
    }
    const found = []
    for (const [store, more] of [
      [directory.store('docs'), { heavy }],
      [memoryStore(), {}],
    ] as const) {
      const index = await openIndex(store, { ...options, ...more })
      await index.addMany(documents())
      await index.remove([3, 290])
      await index.decide([
        { id1: 1, id2: 8, decision: 'same', survivor: 8 },
        { id1: 281, id2: 321, decision: 'different' },
      ])
      found.push(await figuresOf(index))
      await index.close()
    }
    assert.deepEqual(found[0], found[1])
    assert.equal(surveys, 2)
    const { replay, histogram, sorted } = found[0]
    assert(histogram.largest > 256 && replay.left.length > 1000, `${histogram.largest}`)
    assert(sorted.items.length > 3)
    await directory.close()
  })
}

test('a signal ends the wait for the thread', async () => {
  const directory = await openDataDirectory(mkdtempSync(join(folder, 'data-')))
  const index = await openIndex(directory.store('docs'), { heavy: () => new Promise(() => {}) })
  const stop = new AbortController()
  const reason = new Error('enough')
  const replay = index.replay({ signal: stop.signal })
  stop.abort(reason)
  await assert.rejects(replay, reason)
  await index.close()
  await directory.close()
})
