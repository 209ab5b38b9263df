import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../../test/ground/temporary-folder.ts'
import { PostingSegment } from '../../postings/posting-segment.ts'
import { segmentNumbers } from '../../postings/segment-numbers.ts'
import { readSnapshot, segmentsIn, snapshotWords, writeSnapshot } from './snapshots.ts'

const folder = temporaryFolder()

const id = Uint8Array.from({ length: 16 }, (_, i) => i + 1)
const start = 3 * segmentNumbers

/** Documents `start` + 1 and + 2 under the keys 70 and 71. */
function segment(): PostingSegment {
  const rows = { keys: Uint32Array.of(70, 71), numbers: Uint32Array.of(start + 1, start + 2), length: 2 }
  const alive = new Uint32Array(segmentNumbers / 32)
  alive[0] = 0b110
  return PostingSegment.of(start, rows, alive)
}

const words = () => snapshotWords({ postings: segment(), names: segment() }, id)

test('a snapshot has the documented header', () => {
  const bytes = Buffer.from(words().buffer)
  assert.equal(bytes.toString('latin1', 0, 8), 'nearsidx')
  assert.deepEqual([bytes.readUInt32LE(8), bytes.readUInt32LE(12)], [1, start])
  assert.equal(bytes.readUInt32LE(16), segment().words().length)
  assert.equal(bytes.readUInt32LE(20), segment().words().length)
  assert.deepEqual([...bytes.subarray(24, 40)], [...id])
  assert.equal(bytes.length, 64 + 8 * segment().words().length)
})

test('a snapshot is written under a new name and read back', async () => {
  const row = writeSnapshot(folder, words())
  assert.deepEqual(readdirSync(folder), [row.file])
  assert.equal(readFileSync(join(folder, row.file)).length, row.size)
  const read = await readSnapshot(folder, row, id)
  assert(typeof read !== 'string')
  for (const one of [read.postings, read.names]) {
    assert.equal(one.from, start)
    assert(one.has(start + 1) && one.has(start + 2) && !one.has(start))
  }
  const again = writeSnapshot(folder, words())
  assert.notEqual(again.file, row.file)
})

test('a snapshot of another collection, of another range, or with any word changed is refused', async () => {
  assert(segmentsIn(words(), id) !== undefined)
  assert.equal(segmentsIn(words(), id.toReversed()), undefined)
  const whole = words()
  for (let place = 0; place < whole.length; place += place < 20 ? 1 : 37) {
    const changed = whole.slice()
    changed[place] ^= 1
    assert.equal(segmentsIn(changed, id), undefined, `word ${place}`)
  }
  for (const length of [0, 1, 15, 16, whole.length - 1]) {
    assert.equal(segmentsIn(whole.subarray(0, length), id), undefined)
  }
  const row = writeSnapshot(folder, whole)
  const wrong = 'its bytes have changed since they were written'
  assert.equal(await readSnapshot(folder, { ...row, start: 0 }, id), wrong)
  assert.equal(await readSnapshot(folder, { ...row, sum: row.sum ^ 1 }, id), wrong)
  assert.equal(await readSnapshot(folder, { ...row, size: 8 }, id), `it has ${row.size} bytes, not 8`)
  assert.equal(await readSnapshot(folder, { ...row, file: 'none' }, id), 'it is missing')
})
