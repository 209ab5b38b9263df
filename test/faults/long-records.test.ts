/** A record of 200 MB: read if the limit allows it, otherwise skipped without holding it in memory. */
import assert from 'node:assert/strict'
import { closeSync, openSync, writeSync } from 'node:fs'
import { test } from 'node:test'
import { Workshop, wordsOf } from '../cli/command.ts'
import { jsonLines } from '../cli/json-lines.ts'

const shop = new Workshop()
const mega = 2 ** 20

/** A file of a short record, one of 200 MB, and another short one. */
function writeLong(name: string, open: string, close: string, short: readonly [string, string]): void {
  const file = openSync(name, 'w')
  writeSync(file, short[0] + open)
  const block = Array.from({ length: mega / 16 }, (_, i) => String(i).padStart(15))
    .join(' ')
    .padEnd(mega)
  for (let i = 0; i < 200; i++) writeSync(file, block)
  writeSync(file, close + short[1])
  closeSync(file)
}

const short = [jsonLines({ id: 1, text: wordsOf(1) }), jsonLines({ id: 3, text: wordsOf(2) })] as const
writeLong('long.jsonl', '{"id":2,"text":"', '"}\n', short)

async function dedupe(name: string, limit: string) {
  const args = [name, '-o', 'k', '--threads', '1', '--max-bad', '0.5', '--max-record', limit]
  const { status, out, err } = shop.child(['dedupe', ...args, '--force', '--json'])
  assert.equal(status, 0, err)
  return JSON.parse(out)
}

test('over the limit, it is skipped, counted and placed, in less memory than its size', async () => {
  const report = await dedupe('long.jsonl', '16MB')
  assert.deepEqual([report.counts.read, report.counts.bad, report.counts.kept], [3, 1, 2])
  assert.match(
    report.badRecords[0].message,
    /^RECORD_TOO_LONG: expected a record of at most 16000000 bytes, got 209715218 bytes, at long\.jsonl:2\. /,
  )
  assert.equal(shop.read('k'), short.join(''))
  assert(report.peakMemoryBytes < 200 * mega, `${report.peakMemoryBytes} bytes`)
})

test('within the limit, it is a record like any other', async () => {
  const report = await dedupe('long.jsonl', '256MB')
  assert.deepEqual([report.counts.read, report.counts.bad, report.counts.kept], [3, 0, 3])
  assert.equal(shop.bytes('k').length, report.counts.bytes)
})

test('a CSV field full of line ends is skipped as one record', async () => {
  const rows = [`id,text\n1,${wordsOf(1)}\n`, `3,${wordsOf(2)}\n`] as const
  writeLong('long.csv', '2,"a\n""b"",\n', '\n"\n', rows)
  const report = await dedupe('long.csv', '16MB')
  assert.deepEqual([report.counts.read, report.counts.bad, report.counts.kept], [3, 1, 2])
  assert.equal(shop.read('k'), rows.join(''))
})
