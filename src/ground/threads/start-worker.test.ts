import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { fixOf, startWorker } from './start-worker.ts'

const root = temporaryFolder()

/** What a process without the permission to start threads says. */
function said(code: string): string {
  const flags = ['--permission', '--allow-fs-read=*', `--allow-fs-write=${root}`, '--input-type=module']
  return spawnSync(process.execPath, [...flags, '-e', code], { encoding: 'utf8' }).stdout
}

const moduleOf = (path: string) => JSON.stringify(new URL(path, import.meta.url))
const words =
  'WORKER_DIED: expected to start a thread, got what this process is not permitted (ERR_ACCESS_DENIED). '

test('a run that may start no threads is told so and leaves nothing behind; one of one thread goes on', () => {
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

test('a thread for long texts that may not be started fails the calls that need it', () => {
  const code = `import { methodThread } from ${moduleOf('../../online/worker/method-thread.ts')}
    const thread = methodThread()
    await thread.work({}, {}).catch(error => console.log(error.message))
    await thread.close()`
  assert.equal(said(code), `${words}To fix: start Node with --allow-worker.\n`)
})

test('what else keeps a thread from starting is told, too', () => {
  assert.throws(() => startWorker(new URL('http://127.0.0.1/a.js')), {
    code: 'WORKER_DIED',
    message: /^WORKER_DIED: expected to start a thread, got The URL must be .* To fix: try again\.$/,
  })
})

test('a thread that ends for open files is told so, in whatever words of Node; others are as usual', () => {
  const more = 'raise the limit of open files, which `ulimit -n` shows'
  for (const words of ['Worker initialization failure: EMFILE', 'Cannot read a.json: too many open files'])
    assert.equal(fixOf(new Error(words), 'usual'), more)
  for (const cause of [new Error('out of memory'), new Error('in EMFILES'), undefined, 'EMFILE'])
    assert.equal(fixOf(cause, 'usual'), 'usual')
})
