/** A failing disk, and too many open files: reported as such by every thread. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { dedupeRequest } from '../../src/cli/commands/dedupe.ts'
import { dedupe } from '../../src/files/jobs/dedupe.ts'
import type { StageName } from '../../src/files/requests.ts'
import { copySlices } from '../../src/files/work/copy-slices.ts'
import { nearly, Workshop, wordsOf } from '../cli/command.ts'
import { jsonLines } from '../cli/json-lines.ts'

const shop = new Workshop()
const text = (i: number) => (i % 2 === 0 ? wordsOf(i, 40) : nearly(i - 1, 1, 40))
shop.write('in.jsonl', Array.from({ length: 4000 }, (_, i) => `{"id":${i},"text":"${text(i)}"}\n`).join(''))

const some = Array.from({ length: 20 }, (_, i) => [i, text(i)] as const)
shop.write('in.csv', `id,text\n${some.map(row => row.join(',')).join('\n')}\n`)
shop.write('in.jsonl.gz', gzipSync(jsonLines(...some.map(([id, words]) => ({ id, text: words })))))
const files = shop.names()

const failing = (code: string) => () => {
  throw Object.assign(new Error(`${code}: as the test wants it`), { code, syscall: 'any' })
}

for (const stage of ['scan', 'verify'] as const) {
  test(`an input that becomes unreadable at the stage ${stage}`, async t => {
    let isDone = false
    const progress = (at: { stage: StageName }) => {
      if (isDone || at.stage !== stage) return
      isDone = true
      t.mock.method(fs, 'readSync', failing('EIO'))
      syncBuiltinESMExports()
    }
    const request = dedupeRequest(['in.jsonl'], { output: 'k.jsonl', quiet: true, threads: '1' })
    const message =
      'INPUT_UNREADABLE: expected a readable file, got EIO, at in.jsonl. To fix: check its permissions and the disk.'
    await assert.rejects(dedupe(request, { progress, signal: new AbortController().signal }), { message })
    assert(isDone)
    t.mock.restoreAll()
    syncBuiltinESMExports()
    assert.deepEqual(shop.names(), files)
  })
}

for (const name of ['in.csv', 'in.jsonl.gz']) {
  test(`a disk that fails while records are looked for in ${name}`, async t => {
    let [calls, failAt] = [0, 0]
    const { readSync } = fs
    t.mock.method(fs, 'readSync', (...args: Parameters<typeof readSync>) =>
      calls++ === failAt ? failing('EIO')() : readSync(...args),
    )
    syncBuiltinESMExports()
    for (; ; failAt++) {
      calls = 0
      const { status, err } = await shop.run('dedupe', name, '-o', 'k', '--threads', '1', '--quiet')
      if (status === 0) break
      assert.match(err, /^nearsame: INPUT_UNREADABLE: [^\n]* got EIO, at [^\n]+\n$/, `call ${failAt}`)
    }
    assert(failAt > 5)
    shop.remove('k')
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
}

test('a failed sync while KEPT is written fails the run, although the last sync succeeds', async t => {
  const line = JSON.stringify({ text: 'long '.repeat(2 ** 18) })
  shop.write(
    'long.jsonl',
    Array.from({ length: 60 }, (_, i) => `${line.replace('long', `${i}`)}\n`).join(''),
  )
  const handle = await open('long.jsonl')
  const file = Object.getPrototypeOf(handle)
  await handle.close()
  let syncs = 0
  t.mock.method(file, 'datasync', async () => {
    if (syncs++ === 0) failing('EIO')()
  })
  const request = dedupeRequest(['long.jsonl'], {
    output: 'k.jsonl',
    near: 'off',
    quiet: true,
    threads: '1',
  })
  const signal = new AbortController().signal
  await assert.rejects(dedupe(request, { progress() {}, signal }), { code: 'OUTPUT_FAILED' })
  assert.equal(syncs, 1)
  shop.remove('long.jsonl')
  assert.deepEqual(shop.names(), files)
})

test('a thread that cannot open more files reports it for the output', async t => {
  t.mock.method(fs, 'openSync', failing('EMFILE'))
  syncBuiltinESMExports()
  const source = { path: 'in.jsonl', file: 'in.jsonl', format: 'jsonl', start: 0 } as never
  const task = {
    kind: 'copy',
    source,
    slices: Float64Array.of(0, 1),
    output: '.k',
    name: 'k',
    position: 0,
  } as const
  const message =
    'OUTPUT_FAILED: expected a writable file, got EMFILE, at k. ' +
    'To fix: raise the limit of open files (`ulimit -n`).'
  await assert.rejects(copySlices(task), { message })
  t.mock.restoreAll()
  syncBuiltinESMExports()
})
