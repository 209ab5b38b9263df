import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnsDuring } from '../../../test/ground/turns.ts'
import { breather } from './breath.ts'

// Nothing here depends on timing, because the machine may be busy.
test('long work yields to the event loop', async () => {
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

test('short work does not yield', async () => {
  const turns: number[] = []
  for (let i = 0; i < 20; i++) {
    const breath = breather()
    turns.push(await turnsDuring(breath))
  }
  assert.equal(Math.min(...turns), -1)
})

test('a breath does not keep the program alive', async () => {
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
