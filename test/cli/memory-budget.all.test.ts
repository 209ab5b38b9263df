/** `--memory`, its cost: peaks with thousands of small files, and the processor time of a large crowd. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()
const measure = new URL('../../bench/measure.py', import.meta.url).pathname
const command = new URL('../../bin/nearsame.js', import.meta.url).pathname

/** Peak bytes and CPU seconds of `dedupe`, with its threads. */
function used(...args: string[]): { readonly peakBytes: number; readonly cpuSeconds: number } {
  const dedupe = [
    measure,
    process.execPath,
    command,
    'dedupe',
    ...args,
    '-o',
    'k.jsonl',
    '--force',
    '--quiet',
  ]
  const { output } = spawnSync('python3', dedupe, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  const { status, ...rest } = JSON.parse(`${output[3]}`)
  assert.equal(status, 0, `${output[2]}`)
  return rest
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

const rounds = 6

/**
 * The lowest processor time of alternating runs without and with a budget: others on the machine make them longer. As
 * many runs as it takes until the one is at most `most` of the other, and no more than `rounds`.
 */
function leastOfBoth(most: number, budget: string, ...args: string[]) {
  const least = { free: Number.POSITIVE_INFINITY, within: Number.POSITIVE_INFINITY, peakBytes: 0 }
  for (let round = 0; round === 0 || (round < rounds && least.within > most * least.free); round++) {
    least.free = Math.min(least.free, used(...args).cpuSeconds)
    const { cpuSeconds, peakBytes } = used(...args, '--memory', budget)
    least.within = Math.min(least.within, cpuSeconds)
    least.peakBytes = Math.max(least.peakBytes, peakBytes)
  }
  return least
}

test('400,000 short texts cost at most half as much processor time again within a budget', () => {
  const word = (seed: number) => (Math.imul(seed, 0x9e3779b1) >>> 12).toString(36)
  const line = (_: unknown, id: number) =>
    jsonLines({ id, text: [1, 2, 3, 4, 5].map(i => word(5 * id + i)).join(' ') })
  shop.write('short.jsonl', Array.from({ length: 400_000 }, line).join(''))
  const { free, within, peakBytes } = leastOfBoth(1.5, '128MB', 'short.jsonl')
  assert(within <= 1.5 * free, `${within} and ${free} CPU s`)
  assert(peakBytes <= 128e6 + 16e6, `${peakBytes} bytes`)
})

test('a crowd of 20,000 costs at most 1.4 times the processor time within a budget', () => {
  const header = wordsOf(0, 84)
  const crowd = Array.from({ length: 20_000 }, (_, i) => {
    const isCopy = i % 40 === 39
    const own = wordsOf(isCopy ? i : i + 1, 20).split(' ')
    if (isCopy) own.splice(18, 2, `last${i}`)
    return { id: i, text: `${header} ${own.join(' ')}` }
  })
  shop.write('crowd.jsonl', jsonLines(...crowd))
  for (const options of [[], ['--cluster', 'components'], ['--keep', 'longest']]) {
    const { free, within } = leastOfBoth(1.4, '256MB', 'crowd.jsonl', ...options)
    assert(within <= 1.4 * free, `${options}: ${within} and ${free} CPU s`)
  }
})
