import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '../store/memory-store.ts'
import { breather } from './breath.ts'
import { openIndex } from './text-index.ts'

/** Turns of the event loop until work is done, beyond the first. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = -1
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await work()
  clearImmediate(next)
  return turns
}

const words = Array.from({ length: 120 }, (_, i) => `word${i}`)

// The machine may be busy with other things: nothing here depends on how long something takes.
test('long work lets others run', async () => {
  const breath = breather()
  let turns = 0
  const count = setInterval(() => turns++, 0)
  try {
    for (const from = performance.now(); turns < 3 && performance.now() - from < 10_000; ) await breath()
  } finally {
    clearInterval(count)
  }
  assert(turns >= 3, `${turns} turns`)
})

test('short work does not stop', async () => {
  const turns: number[] = []
  for (let i = 0; i < 20; i++) {
    const breath = breather()
    turns.push(await turnsDuring(breath))
  }
  assert.equal(Math.min(...turns), -1)
})

test('it keeps no program from ending', async () => {
  const { spawnSync } = await import('node:child_process')
  const module = new URL('./breath.ts', import.meta.url).href
  const program = `const { breather } = await import(${JSON.stringify(module)})
    const breath = breather()
    for (const from = performance.now(); performance.now() - from < 50; ) await breath()
    console.log('done')`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  assert.deepEqual({ stdout, status }, { stdout: 'done\n', status: 0 })
})

test('long adds, pages of pairs and collapses let others run', async () => {
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
