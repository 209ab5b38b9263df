import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

// A thread that starts under other flags compiles Node's modules from their source; Node says so of each.
const script = `
  import { writeSync } from 'node:fs'
  import { once } from 'node:events'
  import { Worker } from 'node:worker_threads'
  import { takeKernelFlags, noteStarts } from '${new URL('./kernel-flags.ts', import.meta.url)}'
  async function start(title) {
    writeSync(2, '== ' + title + '\\n')
    await once(new Worker('', { eval: true }), 'exit')
  }
  takeKernelFlags()
  noteStarts(2)
  await start('both are starting')
  noteStarts(-1)
  await start('one is starting')
  noteStarts(-1)
  await start('all have started')
`

test('a job of kernels takes its flags when the threads of its pool have started', () => {
  const env = { ...process.env, NODE_DEBUG_NATIVE: 'CODE_CACHE' }
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', script],
    { env, encoding: 'utf8' },
  )
  assert.equal(status, 0, stderr.slice(-2000))
  const areRejected = stderr
    .split('\n== ')
    .slice(-3)
    .map(part => /Code cache of internal\/bootstrap\/node .*rejected/.test(part))
  assert.deepEqual(areRejected, [false, false, true])
})
