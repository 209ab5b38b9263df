import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breather } from './breath.ts'

test('long work lets others run, short work does not stop', async () => {
  const breath = breather()
  let turns = 0
  const count = setInterval(() => turns++, 0)
  await breath()
  assert.equal(turns, 0, 'the slice is not used up')
  for (const from = performance.now(); performance.now() - from < 100; ) await breath()
  clearInterval(count)
  assert(turns >= 3, `${turns} turns`)
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
