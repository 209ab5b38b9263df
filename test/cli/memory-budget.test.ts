/** `--memory`: the same result within any budget that works, and the least one is said. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { truncateSync } from 'node:fs'
import { test } from 'node:test'
import { casesOf } from '../ground/runs.ts'
import { nearly, Workshop, wordsOf } from './command.ts'
import { jsonLines } from './json-lines.ts'

const shop = new Workshop()

const texts = Array.from({ length: 8000 }, (_, i) =>
  i % 3 === 0 ? nearly(i % 400, Math.floor(i / 400) % 5, 40) : wordsOf(i % 7 === 1 ? i % 999 : i, 40),
)
const records = texts.map((text, i) => ({
  id: i,
  text: i % 11 === 0 ? text.toUpperCase() : text,
  n: i % 17,
}))
shop.write('corpus.jsonl', jsonLines(...records))

test('no budget changes a byte, with any clustering, keep rule or method', async () => {
  for (const options of casesOf([
    [],
    ['--cluster', 'components'],
    ['--cluster', 'complete'],
    ['--keep', 'longest'],
    ['--keep', 'max:n', '--keep', 'last'],
    ['--measure', 'containment'],
    ['--method', 'repeated-trials'],
  ])) {
    const outputs = ['--removed', 'r.jsonl', '--pairs', 'p.csv', '--clusters', 'c.jsonl', ...options]
    const { digest } = await shop.dedupe('corpus.jsonl', '-o', 'k.jsonl', ...outputs)
    const wanted = ['k.jsonl', 'r.jsonl', 'p.csv', 'c.jsonl'].map(name => shop.read(name))
    for (const memory of casesOf(['96MB', '150MB', '2GB'])) {
      // In this process, which holds the tests, the budget leaves no room: every share is as small as it gets.
      const report = await shop.dedupe('corpus.jsonl', '-o', 'k.jsonl', ...outputs, '--memory', memory)
      assert.equal(report.digest, digest, `${options} ${memory}`)
      const got = ['k.jsonl', 'r.jsonl', 'p.csv', 'c.jsonl'].map(name => shop.read(name))
      for (const [i, text] of got.entries()) assert(text === wanted[i], `${options} ${memory}, file ${i}`)
    }
  }
})

test('pairs and match keep to a budget, too', async () => {
  const pairs = async (...args: string[]) => {
    const { status, err } = await shop.run('pairs corpus.jsonl -o p.csv --force --quiet', ...args)
    assert.equal(status, 0, err)
    return shop.read('p.csv')
  }
  assert((await pairs()) === (await pairs('--memory', '100MB')))
})

test('the command stays within the smallest budget, also with a thousand small files', () => {
  for (let file = 0; file < 1000; file++)
    shop.write(`small/${file}.jsonl`, jsonLines(...records.slice(3 * file, 3 * file + 3)))
  const measure = new URL('../../bench/measure.py', import.meta.url).pathname
  const command = [process.execPath, new URL('../../bin/nearsame.js', import.meta.url).pathname]
  for (const input of ['corpus.jsonl', 'small']) {
    const args = ['dedupe', input, '-o', 'k.jsonl', '--force', '--quiet', '--memory', '96MB']
    const { output } = spawnSync('python3', [measure, ...command, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    const { status, peakBytes } = JSON.parse(`${output[3]}`)
    assert.equal(status, 0, input)
    assert(peakBytes <= 112e6, `${input}: ${peakBytes} bytes`)
  }
})

test('a budget below the least is refused with the least that works', async () => {
  const message = await shop.refused(
    2,
    'OPTION_VALUE',
    'corpus.jsonl',
    '-o',
    'k.jsonl',
    '--force',
    '--memory',
    '64MB',
  )
  assert.match(message, /expected --memory to be a size from 96MB to 1000TB, /)
})

/** Short documents, and behind them more than any machine can hold; the file takes no room. */
function manyShort(): void {
  shop.write(
    'many.jsonl',
    jsonLines(...Array.from({ length: 3000 }, (_, i) => ({ id: i, text: `number ${i}` }))),
  )
  truncateSync('many.jsonl', 4e12)
}

test('a budget that does not fit the documents is refused before anything is read', async () => {
  manyShort()
  const args = ['many.jsonl', '-o', 'k.jsonl.zst', '--memory', '1GB']
  const message = await shop.refused(1, 'MEMORY_EXHAUSTED', ...args)
  assert.match(
    message,
    /expected `--memory` of at least \d{6,}MB for about \d{11} documents, got 1000MB\. To fix: raise it, or divide/,
  )
  const plan = await shop.refused(1, 'MEMORY_EXHAUSTED', ...args, '--plan')
  assert.equal(plan, message)
  shop.remove('many.jsonl')
})

test('a run without a budget that will not fit into the machine says so at its start', async () => {
  manyShort()
  const it = shop.start('dedupe', 'many.jsonl', '-o', 'k.jsonl.zst')
  it.child.stderr.once('data', () => it.child.kill('SIGKILL'))
  const { err } = await it.ended
  assert.match(
    err,
    /^nearsame: warning: this run needs about [\d.]+ TiB of memory, more than the [\d.]+ \wiB here: \w+/,
  )
  shop.remove('many.jsonl')
})

test('candidates that do not fit into the budget are decided block by block, with the same result', async () => {
  const group = (i: number) => nearly(i % 1000, Math.floor(i / 1000) % 4, 30)
  const texts = Array.from({ length: 30_000 }, (_, i) => ({
    id: i,
    text: i % 9 === 0 ? group(i % 500) : group(i),
  }))
  shop.write('short.jsonl', jsonLines(...texts))
  for (const options of [[], ['--keep', 'longest', '--pairs', 'p.csv']]) {
    const { digest } = await shop.dedupe('short.jsonl', '-o', 'k.jsonl', ...options)
    const wanted = options.length > 0 ? shop.read('p.csv') : ''
    const { digest: got } = await shop.dedupe(
      'short.jsonl',
      '-o',
      'k.jsonl',
      ...options,
      '--memory',
      '96MB',
    )
    assert.equal(got, digest)
    if (options.length > 0) assert(shop.read('p.csv') === wanted)
  }
})

test('exact recall fits into the least budget that it names, or is refused', async () => {
  const texts = Array.from({ length: 40_000 }, (_, id) => ({
    id,
    text: wordsOf(id - (id % 9 === 8 ? 1 : 0), 60),
  }))
  shop.write('exact.jsonl', jsonLines(...texts))
  const args = ['exact.jsonl', '-o', 'k.jsonl', '--force', '--recall', 'exact', '--threads', '1']
  const message = await shop.refused(1, 'MEMORY_EXHAUSTED', ...args, '--memory', '96MB')
  const least =
    /expected `--memory` of at least (\d+MB) for about \d+ documents and the \d+ MB of their/.exec(
      message,
    )?.[1]
  const { digest } = await shop.dedupe(...args)
  assert.equal((await shop.dedupe(...args, '--memory', `${least}`)).digest, digest)
})

test('a text whose shingles do not fit is refused with its place and the least budget, and holds in that one', async () => {
  const words = Array.from({ length: 4_000_000 }, (_, i) => (i % 46_656).toString(36)).join(' ')
  shop.write('long.jsonl', jsonLines({ id: 1, text: 'a short text' }, { id: 2, text: words }))
  const args = ['dedupe', 'long.jsonl', '-o', 'k.jsonl', '--force', '--quiet', '--threads', '1', '--memory']
  const { err } = shop.child([...args, '96MB'])
  const refusal =
    /expected `--memory` of at least (\d+)MB for a text of 16 MB, got 96MB, at \S*long\.jsonl, byte 31\. /
  const least = Number(refusal.exec(err)?.[1])
  assert(least > 96 && least < 200, err)
  assert.equal(shop.child([...args, `${least + 16}MB`]).status, 0)
})
