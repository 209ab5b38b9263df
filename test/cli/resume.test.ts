/** `--resume`: a run that was killed at any moment goes on, with the same bytes; a changed job is refused. */
import assert from 'node:assert/strict'
import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sign } from '../../src/files/jobs/sign.ts'
import { resolveInputOptions } from '../../src/ground/options/input-options.ts'
import { resolveRunningOptions } from '../../src/ground/options/running-options.ts'
import { resolveSpeedOptions } from '../../src/ground/options/speed-options.ts'
import { resolveResultOptions } from '../../src/methods/options/result-options.ts'
import { casesOf, runs } from '../ground/runs.ts'
import { nearly, Workshop, wordsOf } from './command.ts'
import { killedAfter, progress, resumedJobs } from './resumed-jobs.ts'

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
shop.write('against.jsonl', lines(75))

const outputs = ['kept.jsonl', 'removed.jsonl', 'clusters.jsonl', 'pairs.csv']
const job = ['--removed', 'removed.jsonl', '--clusters', 'clusters.jsonl', '--force']
const withPairs = [...job, '--pairs', 'pairs.csv']
const resume = ['dedupe', 'corpus.jsonl', '-o', 'kept.jsonl', '--quiet', '--resume']

test('killed at random moments and resumed, a run writes the same bytes', async () => {
  const started = performance.now()
  const { digest } = await shop.dedupe('corpus.jsonl', '-o', 'kept.jsonl', ...withPairs)
  const wanted = outputs.map(name => shop.read(name))
  const usualMs = performance.now() - started
  const wantedKills = runs(20)
  let kills = 0
  for (let tries = 0; kills < wantedKills && tries < 200; tries++) {
    shop.remove(...outputs)
    const memory = tries % 2 === 0 ? ['--memory', '128MB', '--threads', '1'] : []
    const hasPairs = tries % 4 > 1
    const args = [...resume, ...(hasPairs ? withPairs : job), ...memory]
    // Several in a row, so that a run that resumed is killed, too.
    for (let left = 4; left > 0 && (await killedAfter(shop, Math.random() * 1.2 * usualMs, args)); left--)
      kills++
    if (!existsSync('kept.jsonl')) {
      assert.equal(shop.child(args).status, 0)
      assert.deepEqual(progress(), [])
    }
    const written = hasPairs ? outputs : outputs.slice(0, -1)
    for (const [i, name] of written.entries()) assert(shop.read(name) === wanted[i], name)
    shop.remove(...progress()) // of a run that was killed after it had published its outputs
  }
  assert(kills >= wantedKills, `${kills} kills`)
  const report = await shop.dedupe('corpus.jsonl', '-o', 'kept.jsonl', '--resume')
  assert.equal(report.digest, digest)
})

/** Leaves the progress of a run that failed after its scan, because an output cannot be written. */
function stopped(...args: readonly string[]): void {
  stoppedBy('--removed', ...args)
}

/** The same. @param output of which nothing can be written; the report comes last, when all others are complete */
function stoppedBy(output: '--removed' | '--report', ...args: readonly string[]): void {
  shop.remove('k.jsonl')
  const failing = ['small.jsonl', '-o', 'k.jsonl', output, '/dev/full', '--resume', ...args]
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

test('a run stopped in a short file behind a long one reads neither of them again', async () => {
  shop.remove(...progress())
  shop.write('long.jsonl', lines(3_000))
  shop.write('short.jsonl', '{"id":"s","text":"a record of a short file"}\n')
  const files = ['long.jsonl', 'short.jsonl', '-o', 'k.jsonl']
  const { counts, digest } = await shop.dedupe(...files, '--force')
  const wanted = shop.read('k.jsonl')
  shop.remove('k.jsonl')
  assert.equal(shop.child(['dedupe', ...files, '--removed', '/dev/full', '--resume']).status, 1)
  assert.equal(progress().length, 1)
  const resumed = await shop.dedupe(...files, '--resume')
  assert.deepEqual([resumed.counts.read, resumed.digest], [counts.read, digest])
  assert(shop.read('k.jsonl') === wanted)
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
})

test('files of the progress that were cut or changed are made again', async () => {
  shop.remove(...progress())
  const { digest } = await shop.dedupe('small.jsonl', '-o', 'k.jsonl')
  const wanted = shop.bytes('k.jsonl')
  const cases = ['scan', 'measured'].flatMap(name => ['cut', 'changed'].map(damage => ({ name, damage })))
  for (const { name, damage } of casesOf(cases)) {
    stoppedBy('--report')
    const path = join(progress()[0], name)
    const bytes = shop.bytes(path)
    const middle = bytes.length >> 1
    writeFileSync(
      path,
      damage === 'cut' ? bytes.subarray(0, middle) : bytes.with(middle, bytes[middle] ^ 1),
    )
    const report = await shop.dedupe(...again)
    assert.equal(report.digest, digest, `${name} ${damage}`)
    assert.deepEqual(shop.bytes('k.jsonl'), wanted, `${name} ${damage}`)
    shop.remove('k.jsonl')
  }
})

test('of several inputs those scanned completely are not scanned again, whatever their sizes', async () => {
  shop.remove(...progress(), 'k.jsonl')
  const both = ['small.jsonl', 'against.jsonl', '-o', 'k.jsonl']
  const { digest } = await shop.dedupe(...both)
  const wanted = shop.read('k.jsonl')
  for (const inputs of [both, ['against.jsonl', 'small.jsonl', ...both.slice(2)]]) {
    shop.remove('k.jsonl')
    const failed = shop.child(['dedupe', ...inputs, '--removed', '/dev/full', '--resume'])
    assert.equal(failed.status, 1, failed.err)
    const { counts, digest: again } = await shop.dedupe(...inputs, '--resume')
    assert.equal(counts.read, 375)
    if (inputs === both) assert.deepEqual([again, shop.read('k.jsonl')], [digest, wanted])
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

test('`pairs`, `match` and `passages` go on from their own progress, of the same job only', async () => {
  shop.remove(...progress())
  for (const job of resumedJobs) {
    const written = async (...more: readonly string[]) => {
      const { status, err } = await shop.run(...job.args, ...more, '--force', '--quiet')
      assert.equal(status, 0, err)
      return job.outputs.map(name => shop.read(name))
    }
    const wanted = await written()
    shop.remove(...job.outputs)
    const failed = shop.child([...job.args, '--report', '/dev/full', '--resume'])
    assert.equal(failed.status, 1, failed.err)
    assert.equal(progress().length, 1, job.args[0])
    const refused = shop.child([...job.args, ...job.other, '--resume'])
    assert.equal(refused.status, 2, refused.err)
    assert.match(refused.err, job.difference)
    assert.deepEqual(await written('--resume'), wanted, job.args[0])
    assert.deepEqual(progress(), [])
  }
})

test('another command towards the same output has a progress of its own', async () => {
  stopped('--force')
  const { status, err } = shop.child(['pairs', 'small.jsonl', '-o', 'k.jsonl', '--force'])
  assert.equal(status, 0, err)
  assert.equal(progress().length, 1)
  shop.remove(...progress())
})

test('commands that cannot be resumed refuse the option, and so does the library', async () => {
  const { status, err } = await shop.run('sign', 'small.jsonl', '-o', 'p.csv', '--resume')
  assert.equal(status, 2)
  assert.match(err, /USAGE: expected an option of this command, got --resume\./)
  const request = {
    inputs: ['small.jsonl'],
    output: 'p.jsonl',
    result: resolveResultOptions({}),
    input: resolveInputOptions({}),
    speed: resolveSpeedOptions({}),
    running: resolveRunningOptions({ resume: true }),
  }
  const message =
    'OPTION_VALUE: expected `resume` given only to dedupe, pairs, match and passages, got true. To fix: leave it out.'
  const events = { progress: () => {}, signal: new AbortController().signal }
  await assert.rejects(sign(request, events), { message })
})
