/** `--resume`: a run that was killed at any moment goes on, with the same bytes; a changed job is refused. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pairsOfFiles, passagesOfFiles } from '../../src/files/jobs/of-files.ts'
import { nearly, Workshop, wordsOf } from './command.ts'

const shop = new Workshop()

/** Records of all kinds, one of them bad and one without a text. */
function lines(count: number): string {
  const record = (i: number) => {
    if (i === 70) return '{"id":70,"text":7}\n'
    if (i === 90) return '{"id":90}\n'
    const text =
      i % 3 === 0
        ? nearly(i % (count / 75), Math.floor(i / (count / 75)) % 4, 40)
        : wordsOf(i % 5 === 1 ? i % 999 : i, 40)
    return `{"id":${i},"text":"${text}"}\n`
  }
  return Array.from({ length: count }, (_, i) => record(i)).join('')
}

shop.write('corpus.jsonl', lines(15_000))
shop.write('small.jsonl', lines(300))

const outputs = ['kept.jsonl', 'removed.jsonl', 'clusters.jsonl', 'pairs.csv']
const job = ['--removed', 'removed.jsonl', '--clusters', 'clusters.jsonl', '--force']
// With pairs all are asked for again; without, decided windows are not.
const withPairs = [...job, '--pairs', 'pairs.csv']
const resume = ['dedupe', 'corpus.jsonl', '-o', 'kept.jsonl', '--quiet', '--resume']

const progress = () => readdirSync('.').filter(name => name.startsWith('.nearsame-progress-'))

/** Runs until it is killed after `ms`, or done. @returns whether it was killed */
async function killedAfter(ms: number, args: readonly string[]): Promise<boolean> {
  const it = shop.start(...args)
  const timer = setTimeout(() => it.child.kill('SIGKILL'), ms)
  const { status, err } = await it.ended
  clearTimeout(timer)
  assert(status === 0 || err === '', err)
  return status !== 0
}

test('killed at 20 random moments and resumed, a run writes the same bytes', async () => {
  const started = performance.now()
  const { digest } = await shop.dedupe('corpus.jsonl', '-o', 'kept.jsonl', ...withPairs)
  const wanted = outputs.map(name => shop.read(name))
  const usualMs = performance.now() - started
  let kills = 0
  for (let tries = 0; kills < 20 && tries < 200; tries++) {
    shop.remove(...outputs)
    const memory = tries % 2 === 0 ? ['--memory', '128MB', '--threads', '1'] : []
    const hasPairs = tries % 4 > 1
    const args = [...resume, ...(hasPairs ? withPairs : job), ...memory]
    // Several in a row, so that a run that resumed is killed, too.
    for (let left = 4; left > 0 && (await killedAfter(Math.random() * 1.2 * usualMs, args)); left--) kills++
    if (!existsSync('kept.jsonl')) {
      assert.equal(shop.child(args).status, 0)
      assert.deepEqual(progress(), [])
    }
    const written = hasPairs ? outputs : outputs.slice(0, -1)
    for (const [i, name] of written.entries()) assert(shop.read(name) === wanted[i], name)
    shop.remove(...progress()) // of a run that was killed after it had published its outputs
  }
  assert(kills >= 20, `${kills} kills`)
  const report = await shop.dedupe('corpus.jsonl', '-o', 'kept.jsonl', '--resume')
  assert.equal(report.digest, digest)
})

/** Leaves the progress of a run that failed after its scan, because an output cannot be written. */
function stopped(...args: readonly string[]): void {
  shop.remove('k.jsonl')
  const failing = ['small.jsonl', '-o', 'k.jsonl', '--removed', '/dev/full', '--resume', ...args]
  const { status, err } = shop.child(['dedupe', ...failing])
  assert.equal(status, 1, err)
  assert.equal(progress().length, 1)
}

const again = ['small.jsonl', '-o', 'k.jsonl', '--resume'] as const

test('another option, another input or another version is refused, and said', () => {
  shop.remove(...progress())
  stopped()
  const refused = (...args: string[]) => {
    const { status, err } = shop.child(['dedupe', ...args])
    assert.equal(status, 2)
    return err
  }
  assert.equal(
    refused(...again, '--threshold', '0.9'),
    'nearsame: RESUME_REFUSED: expected the version, inputs and options of the run to resume, ' +
      'got `threshold` 0.9 instead of 0.8. ' +
      'To fix: run with the same ones, or without `--resume` to start again.\n',
  )
  shop.write('other.jsonl', '{"id":1,"text":"a b c"}\n')
  assert.match(
    refused('small.jsonl', 'other.jsonl', ...again.slice(1)),
    /got the further input .*other\.jsonl\./,
  )
  assert.match(refused('other.jsonl', ...again.slice(1)), /got .*other\.jsonl instead of .*small\.jsonl\./)
  // Changed in place, with as many bytes and the old time.
  const { atime, mtime } = statSync('small.jsonl')
  shop.write('small.jsonl', lines(300).replace('w', 'v'))
  utimesSync('small.jsonl', atime, mtime)
  assert.match(refused(...again), /got .*small\.jsonl, written to or replaced since\./)
  shop.write('small.jsonl', lines(375))
  assert.match(refused(...again), /small\.jsonl with \d+ bytes instead of \d+\./)
  shop.write('small.jsonl', lines(300))
})

test('without `--resume` a run removes what a stopped one left, and starts again', async () => {
  shop.remove(...progress())
  stopped()
  const { counts, hints } = await shop.dedupe('small.jsonl', '-o', 'k.jsonl')
  assert.match(
    hints.join(),
    /removed the progress of a stopped run, which `resume` would have gone on with/,
  )
  assert.equal(counts.read, 300)
  assert.deepEqual(progress(), [])
  assert(!existsSync('.k.jsonl.nearsame-progress'))
})

test('files of the progress that were cut or changed are made again', async () => {
  shop.remove(...progress())
  const { digest } = await shop.dedupe('small.jsonl', '-o', 'k.jsonl')
  const wanted = shop.read('k.jsonl')
  const logs = ['measured', 'memberships', 'classes', 'candidates', 'decided', 'written']
  for (const name of ['journal', 'keys', 'offset', ...logs, '.k.jsonl.nearsame-progress']) {
    for (const damage of ['cut', 'changed']) {
      stopped()
      const path = name.startsWith('.') ? name : join(progress()[0], name)
      const bytes = shop.bytes(path)
      if (damage === 'cut') truncateSync(path, Math.floor(bytes.length / 2))
      else writeFileSync(path, bytes.with(bytes.length >> 1, bytes[bytes.length >> 1] ^ 1))
      const report = await shop.dedupe(...again)
      assert.equal(report.digest, digest, `${name} ${damage}`)
      assert.equal(shop.read('k.jsonl'), wanted, `${name} ${damage}`)
      shop.remove('k.jsonl')
    }
  }
})

test('a stream cannot be resumed', () => {
  shop.remove('k.jsonl')
  const { status, err } = shop.child([
    'dedupe',
    '-',
    '--input-format',
    'jsonl',
    '-o',
    'k.jsonl',
    '--resume',
  ])
  assert.equal(status, 2)
  assert.match(
    err,
    /RESUME_REFUSED: expected inputs that can be read again, got -\. To fix: write it to a file first/,
  )
})

test('commands that cannot be resumed refuse the option, and so does the library', async () => {
  shop.remove(...progress(), '.k.jsonl.nearsame-progress')
  for (const command of ['pairs', 'match --against=small.jsonl', 'passages', 'sign']) {
    const { status, err } = await shop.run(command, 'small.jsonl', '-o', 'p.csv', '--resume')
    assert.equal(status, 2)
    assert.match(err, /USAGE: expected an option of this command, got --resume\./)
  }
  const request = { inputs: ['small.jsonl'], output: 'p.jsonl', resume: true }
  const message = 'OPTION_VALUE: expected `resume` given only to dedupe, got true. To fix: leave it out.'
  await assert.rejects(pairsOfFiles(request), { message })
  await assert.rejects(passagesOfFiles(request), { message })
})
