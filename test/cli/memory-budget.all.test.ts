/** `--memory` for shapes that fill memory: peaks, and the digest of the run without. CPU: `bench/run.ts memory-shapes`. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const measure = new URL('../../bench/measure.py', import.meta.url).pathname
const command = new URL('../../bin/nearsame.js', import.meta.url).pathname

/** Peak bytes of `dedupe`, with its threads, and the digest in its report. */
function used(...args: string[]): { readonly peakBytes: number; readonly digest: string } {
  const dedupe = [
    measure,
    process.execPath,
    command,
    'dedupe',
    ...args,
    '-o',
    'k.jsonl',
    '--report',
    'r.json',
    '--force',
    '--quiet',
  ]
  const { output } = spawnSync('python3', dedupe, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  const { status, peakBytes } = JSON.parse(`${output[3]}`)
  assert.equal(status, 0, `${output[2]}`)
  return { peakBytes, digest: JSON.parse(shop.read('r.json')).digest }
}

test('thousands of small files stay within a tenth more than the budget, and 16 MB below 256 MB', () => {
  const files = { few: 1000, some: 5000, many: 25_000 }
  for (const [folder, count] of Object.entries(files))
    for (let file = 0; file < count; file++)
      shop.write(`${folder}/${file}.jsonl`, jsonLines({ id: file, text: wordsOf(file % 900, 40) }))
  for (const [folder, budget, most] of [
    ['few', '96MB', 1.1 * 96e6 + 16e6],
    ['some', '96MB', 1.1 * 96e6 + 16e6],
    ['many', '256MB', 1.1 * 256e6],
  ] as const) {
    const { peakBytes } = used(folder, '--memory', budget)
    assert(peakBytes <= most, `${folder}: ${peakBytes} bytes`)
  }
})

test('a state stays within a budget in its first run and in those after it; one too small is refused', () => {
  const lines = (from: number) =>
    jsonLines(
      ...Array.from({ length: 40_000 }, (_, i) => ({
        id: from + i,
        text: wordsOf((from + i) % 70_000, 30),
      })),
    )
  shop.write('jan.jsonl', lines(0))
  shop.write('feb.jsonl', lines(40_000))
  for (const month of ['jan', 'feb']) {
    const small = shop.child([
      'dedupe',
      `${month}.jsonl`,
      '-o',
      's',
      '--state',
      's.state',
      '--memory',
      '96MB',
    ])
    assert.match(small.err, /MEMORY_EXHAUSTED: expected `--memory` of at least \d+MB/)
    const { peakBytes } = used(`${month}.jsonl`, '--state', 'archive.state', '--memory', '192MB')
    assert(peakBytes <= 192e6 + 16e6, `${month}: ${peakBytes} bytes`)
  }
})

/** @throws AssertionError unless a run within the budget has the digest of one without, and a peak of at most `most` */
function assertWithin(most: number, budget: string, ...args: string[]): void {
  const { digest } = used(...args)
  const within = used(...args, '--memory', budget)
  assert.equal(within.digest, digest, `${args}`)
  assert(within.peakBytes <= most, `${args}: ${within.peakBytes} bytes`)
}

test('400,000 short texts stay within 16 MB more than 128 MB, with the digest of the run without a budget', () => {
  const word = (seed: number) => (Math.imul(seed, 0x9e3779b1) >>> 12).toString(36)
  const line = (_: unknown, id: number) =>
    jsonLines({ id, text: [1, 2, 3, 4, 5].map(i => word(5 * id + i)).join(' ') })
  shop.write('short.jsonl', Array.from({ length: 400_000 }, line).join(''))
  assertWithin(128e6 + 16e6, '128MB', 'short.jsonl')
})

test('a crowd of 20,000 stays within a tenth more than the budget, with the digest of the run without', () => {
  const header = wordsOf(0, 84)
  const crowd = Array.from({ length: 20_000 }, (_, i) => {
    const isCopy = i % 40 === 39
    const own = wordsOf(isCopy ? i : i + 1, 20).split(' ')
    if (isCopy) own.splice(18, 2, `last${i}`)
    return { id: i, text: `${header} ${own.join(' ')}` }
  })
  shop.write('crowd.jsonl', jsonLines(...crowd))
  for (const options of [[], ['--cluster', 'components'], ['--keep', 'longest']])
    assertWithin(1.1 * 256e6, '256MB', 'crowd.jsonl', ...options)
})
