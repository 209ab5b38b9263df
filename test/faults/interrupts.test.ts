/** Interrupts: status 130, nothing under a final name, no temporary file left; and an input that never ends. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Workshop, wordsOf } from '../cli/command.ts'
import { runs } from '../ground/runs.ts'

const shop = new Workshop()
const large = Array.from({ length: 150_000 }, (_, i) => `{"id":${i},"text":"${wordsOf(i, 60)}"}\n`).join('')
shop.write('large.jsonl', large)
shop.write('large.jsonl.gz', gzipSync(large, { level: 1 }))
const inputs = ['large.jsonl', 'large.jsonl.gz']

const wait = (ms: number) => new Promise(done => setTimeout(done, ms))

async function waitFor(isThere: () => boolean): Promise<void> {
  for (let tries = 0; !isThere(); tries++) {
    assert(tries < 6000, 'what the test waits for did not come')
    await wait(10)
  }
}

/** The files that a process has open, while it lives. */
function openFiles(pid: number | undefined): string[] {
  try {
    const directory = `/proc/${pid}/fd`
    return readdirSync(directory).flatMap(fd => {
      try {
        return readlinkSync(join(directory, fd))
      } catch {
        return [] // closed meanwhile
      }
    })
  } catch {
    return []
  }
}

type Started = ReturnType<typeof shop.start>

/**
 * Signals a command once it does the intended work and returns its output. Starts it again if it had finished all its
 * work before the signal arrived, as may happen on a busy machine.
 */
async function interrupted(
  args: readonly string[],
  signal: NodeJS.Signals,
  isAtWork: (it: Started) => boolean,
) {
  for (let tries = 0; tries < 10; tries++) {
    const it = shop.start(...args)
    await waitFor(() => it.child.exitCode !== null || isAtWork(it))
    it.child.kill(signal)
    const said = await it.ended
    if (said.status !== 0) return said
    for (const name of shop.names()) if (!inputs.includes(name)) rmSync(name)
  }
  assert.fail('the command was always done before the signal came')
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
for (const input of inputs) {
  for (const signal of input.endsWith('.gz') ? [signals[0]] : signals) {
    test(`${signal} while ${input} is read`, async () => {
      const path = realpathSync(input)
      const args = ['dedupe', input, '-o', 'no.jsonl', '--removed', 'no-r.jsonl']
      const said = await interrupted(args, signal, ({ child }) => openFiles(child.pid).includes(path))
      assert.deepEqual(said, { status: 130, out: '', err: 'nearsame: interrupted\n' })
      assert.deepEqual(shop.names(), inputs)
    })
  }
}

test('an interrupt while KEPT is written', async () => {
  const args = ['dedupe', 'large.jsonl', '-o', 'no.jsonl.gz', '--near', 'off']
  const isWritten = () => shop.names().some(name => name.startsWith('.no.jsonl.gz.nearsame-'))
  assert.equal((await interrupted(args, 'SIGINT', isWritten)).status, 130)
  assert.deepEqual(shop.names(), inputs)
})

test('an interrupt after all work is done has no effect', async () => {
  for (let tries = 0; tries < runs(12); tries++) {
    const { child, ended } = shop.start('methods')
    await once(child.stdout, 'data')
    await wait(tries / 2)
    child.kill('SIGINT')
    assert.deepEqual([(await ended).status, child.signalCode], [0, null])
  }
})

test('an interrupt while standard input is silent', async () => {
  const { child, ended } = shop.start('dedupe', '-', '--input-format', 'jsonl', '-o', 'no.jsonl')
  child.stdin.write('{"id":1,"text":"a"}\n')
  await waitFor(() => shop.names().some(name => name.startsWith('.nearsame-')))
  child.kill('SIGINT')
  assert.equal((await ended).status, 130)
  assert.deepEqual(shop.names(), inputs)
})

test('a failure ends the run though standard input goes on', async () => {
  const args = ['-', '--input-format', 'jsonl', '-o', 'no.jsonl', '--on-error', 'stop']
  const { child, ended } = shop.start('dedupe', ...args)
  child.stdin.on('error', () => {}) // the reader is expected to go away
  const good = '{"id":1,"text":"one two three"}\n'.repeat(1 << 15)
  child.stdin.write(`{broken\n${good}`)
  const feeding = setInterval(() => child.stdin.write(good), 20)
  const { status, err } = await ended
  clearInterval(feeding)
  assert.equal(status, 3)
  assert.match(err, /^nearsame: JSON_SYNTAX: [^\n]+, at -:1\. /)
  assert(!existsSync('no.jsonl'))
  assert.deepEqual(shop.names(), inputs)
})
