import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { fixOf, startWorker } from './start-worker.ts'

const root = temporaryFolder()

/** The message of a process that may not start threads. */
function said(code: string): string {
  const flags = ['--permission', '--allow-fs-read=*', `--allow-fs-write=${root}`, '--input-type=module']
  return spawnSync(process.execPath, [...flags, '-e', code], { encoding: 'utf8' }).stdout
}

const moduleOf = (path: string) => JSON.stringify(new URL(path, import.meta.url))
const words = 'WORKER_DIED: expected permission to start a thread, got a refusal (ERR_ACCESS_DENIED). '

test('a run that may not start threads fails and leaves nothing behind; with one thread it works', () => {
  const input = join(root, 'a.jsonl')
  writeFileSync(input, '{"text":"a b c"}\n{"text":"a b c"}\n')
  const [output, temp] = ['out', 'temp'].map(name => join(root, name))
  mkdirSync(output)
  mkdirSync(temp)
  const run = (threads: number) =>
    said(`import { dedupeFiles } from ${moduleOf('../../doors/node.ts')}
      const [inputs, output, temp] = ${JSON.stringify([[input], join(output, 'kept.jsonl'), temp])}
      await dedupeFiles({ inputs, output, temp, threads: ${threads} }).then(
        ({ counts }) => console.log(counts.kept),
        error => console.log(error.message),
      )`)
  assert.equal(run(2), `${words}To fix: pass 1 as \`threads\`, or start Node with --allow-worker.\n`)
  assert.deepEqual([readdirSync(output), readdirSync(temp)], [[], []])
  assert.equal(run(1), '1\n')
})

test('calls that need a thread for long texts fail if it may not start', () => {
  const code = `import { methodThread } from ${moduleOf('../../online/worker/method-thread.ts')}
    const thread = methodThread()
    await thread.work({}, {}).catch(error => console.log(error.message))
    await thread.close()`
  assert.equal(said(code), `${words}To fix: start Node with --allow-worker.\n`)
})

test('reports other reasons why a thread cannot start', () => {
  assert.throws(() => startWorker(new URL('http://127.0.0.1/a.js')), {
    code: 'WORKER_DIED',
    message: /^WORKER_DIED: expected a new thread to start, got The URL must be .* To fix: try again\.$/,
  })
})

test("names the limit of open files for any of Node's messages about it, and the usual fix for other causes", () => {
  const more = 'raise the limit of open files (`ulimit -n`)'
  for (const words of ['Worker initialization failure: EMFILE', 'Cannot read a.json: too many open files'])
    assert.equal(fixOf(new Error(words), 'usual'), more)
  for (const cause of [new Error('out of memory'), new Error('in EMFILES'), undefined, 'EMFILE'])
    assert.equal(fixOf(cause, 'usual'), 'usual')
})
