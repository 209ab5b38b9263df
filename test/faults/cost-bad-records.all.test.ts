/** Very many bad or blank records: in a child, within limits of time and memory, with the same answer on any threads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { Workshop, wordsOf } from '../cli/command.ts'
import { jsonLines } from '../cli/json-lines.ts'
import { withinLimits } from './within-limits.ts'

const shop = new Workshop()
const many = 280_000
const good = jsonLines({ id: 1, text: wordsOf(1) }, { id: 2, text: wordsOf(2) })

test('a run ends as soon as too many records are certain to be bad, at the same record on any threads', () => {
  shop.write('bad.jsonl', `${'x\n'.repeat(many)}${good}`)
  const rows = ['1', '2', '3'].map(threads => {
    const run = [
      'dedupe',
      'bad.jsonl',
      '-o',
      'k.jsonl',
      '--force',
      '--threads',
      threads,
      '--bad',
      'bad.out',
    ]
    return [withinLimits(run, 3).err, shop.read('bad.out')]
  })
  const [, count] = /got (\d+) of \1; the first is JSON_SYNTAX: /.exec(rows[0][0]) ?? []
  assert(Number(count) > many / 100 && Number(count) < many / 40, rows[0][0])
  assert.equal(rows[0][1].split('\n').length - 1, Number(count))
  assert.deepEqual(rows[1], rows[0])
  assert.deepEqual(rows[2], rows[0])
})

test('a run does not end while good records could still follow', () => {
  const bad = 'x\n'.repeat(400)
  shop.write('late.jsonl', bad + good.repeat(20_000))
  const { out } = withinLimits(['dedupe', 'late.jsonl', '-o', 'k.jsonl', '--force', '--json'])
  const { counts, badRecords } = JSON.parse(out)
  assert.deepEqual([counts.bad, counts.kept, badRecords.length], [400, 2, 10])
})

test('memory does not grow with the number of bad records', () => {
  shop.write('all.jsonl', `${'{\n'.repeat(many / 7)}${good}`)
  const run = ['dedupe', 'all.jsonl', '-o', 'k.jsonl', '--force', '--max-bad', '1', '--bad', 'all.out']
  withinLimits(run)
  const bad = shop.rows('all.out')
  assert.equal(bad.length, many / 7)
  assert.deepEqual([bad[0].at, bad.at(-1).at], ['all.jsonl:1', `all.jsonl:${many / 7}`])
  assert.equal(new Set(bad.map(({ message }) => message.replace(/:\d+\. /, ''))).size, 1)
})

test('blank lines before the first record cost no more than others', () => {
  shop.write('blank.jsonl', '\n'.repeat(1_500_000) + good)
  withinLimits(['dedupe', 'blank.jsonl', '-o', 'k.jsonl', '--force', '--threads', '1'])
  assert.equal(shop.read('k.jsonl'), good)
})

test('blank lines of a text file cost one counter, packed or not, and keep their place', () => {
  const blank = Buffer.alloc(96 * 2 ** 20, '\n')
  const content = Buffer.concat([
    Buffer.from(`${wordsOf(1)}\n`),
    blank,
    Buffer.from(`${wordsOf(1)}\n \r\n`),
  ])
  shop.write('feeds.txt.zst', zstdCompressSync(content))
  const args = ['dedupe', 'feeds.txt.zst', '-o', 'k.txt', '--json', '--removed', 'r.jsonl', '--force']
  // Zstandard itself takes most of it.
  const { counts } = JSON.parse(withinLimits(args, 0, 800).out)
  assert.deepEqual(
    [counts.read, counts.nulls, counts.exact, counts.kept],
    [blank.length + 3, blank.length + 1, 1, blank.length + 2],
  )
  assert.equal(Buffer.compare(shop.bytes('k.txt'), without(content, blank.length)), 0)
  assert.equal(shop.rows('r.jsonl')[0].at, `feeds.txt.zst:${blank.length + 2}`)
  shop.write('feeds.txt', blank.subarray(0, 2 ** 24))
  withinLimits(['dedupe', 'feeds.txt', '-o', 'k.txt', '--force'])
  assert.equal(shop.bytes('k.txt').length, 2 ** 24)
})

/** The content above without its second line of text, after `blanks` blank ones. */
function without(content: Buffer, blanks: number): Buffer {
  const line = Buffer.byteLength(`${wordsOf(1)}\n`)
  return Buffer.concat([content.subarray(0, line + blanks), Buffer.from(' \r\n')])
}
