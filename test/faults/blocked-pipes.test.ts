/** An interrupt ends a command that waits for the other end of a pipe, is reported once, and leaves nothing behind. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Workshop, wordsOf } from '../cli/command.ts'
import { launcher } from '../runtimes/build.ts'

const shop = new Workshop()
const main = launcher()
const someLines = (count: number) =>
  Array.from({ length: count }, (_, i) => `{"id":${i},"text":"${wordsOf(i, 60)}"}\n`).join('')
shop.write('small.jsonl', someLines(10))
shop.write('large.jsonl', someLines(20_000))
const skip = spawnSync('mkfifo', ['pipe']).status === 0 ? false : 'the system has no mkfifo'
/** A pipe whose other end is here, and never reads or writes. */
const idle =
  skip === false && spawnSync('mkfifo', ['idle']).status === 0 ? openSync('idle', 'r+') : 'ignore'
const files = shop.names()

const wait = (ms: number) => new Promise(done => setTimeout(done, ms))

/** Temporaries go to the current directory, where the test looks for what is left. */
function start(line: string) {
  const env = { ...process.env, TMPDIR: shop.path }
  const args = [main, ...line.split(' ')]
  return spawn(process.execPath, args, { cwd: shop.path, env, stdio: [idle, idle, 'pipe'] })
}

/** Exit status as a shell reports it. */
async function shellStatus(child: ChildProcess): Promise<number> {
  const [status, signal] = await once(child, 'exit')
  return status ?? 128 + constants.signals[signal as 'SIGINT']
}

/** Waits until a temporary file shows that the work has begun, and a moment more for it to reach the pipe. */
async function untilAtWork(): Promise<void> {
  for (let tries = 0; shop.names().length === files.length; tries++) {
    assert(tries < 1000, 'the work does not begin')
    await wait(10)
  }
  await wait(500)
}

const cases = {
  'a reader that does not read': 'dedupe large.jsonl --removed r.jsonl -o /dev/stdout',
  'a named pipe without a reader': 'dedupe small.jsonl --removed r.jsonl -o pipe',
  'a named pipe without a writer': 'dedupe pipe --input-format jsonl -o no',
  'a writer that does not write': 'dedupe /dev/stdin --input-format jsonl -o no',
  'silent standard input': 'dedupe - --input-format jsonl -o no',
  'standard input of sign': 'sign - --input-format jsonl -o no',
  'standard input of explain': 'explain - --input-format jsonl --ids 1,2',
}

for (const [name, line] of Object.entries(cases)) {
  for (const signals of [1, 2]) {
    test(`${name}, ${signals} signals`, { skip }, async () => {
      const child = start(line)
      const ended = shellStatus(child)
      const said = text(child.stderr as Readable)
      await untilAtWork()
      for (let sent = 0; sent < signals; sent++) {
        child.kill('SIGINT')
        await wait(50)
      }
      const tooLate = setTimeout(() => child.kill('SIGKILL'), 10_000)
      assert.deepEqual([await ended, await said], [130, 'nearsame: interrupted\n'])
      clearTimeout(tooLate)
      assert.deepEqual(shop.names(), files)
    })
  }
}

test('a shell gets 130, even if its children ignore SIGINT', { skip }, async () => {
  const script = '"$@" & echo $!; wait $!; echo $?'
  const line = 'dedupe pipe --input-format jsonl -o no'
  const args = ['-c', script, 'sh', process.execPath, main, ...line.split(' ')]
  const env = { ...process.env, TMPDIR: shop.path }
  const shell = spawn('sh', args, { cwd: shop.path, env, stdio: ['ignore', 'pipe', 'ignore'] })
  const pid = Number(String((await once(shell.stdout, 'data'))[0]))
  const said = text(shell.stdout)
  await untilAtWork()
  process.kill(pid, 'SIGTERM')
  assert.equal(await said, '130\n')
  assert.deepEqual(shop.names(), files)
})
