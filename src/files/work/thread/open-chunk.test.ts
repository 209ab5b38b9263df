/** What waits of a task that forgets its rows has the bytes of its rows, however many ranges it read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chunk } from '../../../engine/columns/chunks.ts'
import { OpenChunk } from './open-chunk.ts'

const shape = { bits: 9, bands: 5, sketches: true, places: true, textBytes: true, isShared: false }

function opened(isPassing: boolean): OpenChunk {
  return new OpenChunk({ shape, next: new Int32Array(new SharedArrayBuffer(4)), isPassing })
}

const bytesOf = (chunk: Chunk) => Object.values(chunk).reduce((sum, { byteLength }) => sum + byteLength, 0)

test('256 ranges of three rows take one chunk and a half, with the bytes of 768 rows', () => {
  const open = opened(true)
  const ranges = Array.from({ length: 256 }, (_, range) => {
    const runs = [open.take(3)]
    if (runs[0].count < 3) runs.push(open.take(3 - runs[0].count))
    let value = 10 * range
    for (const { chunk, row, count } of runs) {
      for (let at = row; at < row + count; at++) {
        chunk.length[at] = value
        for (let band = 0; band < 5; band++) chunk.keys[band * 512 + at] = 100 * value + band
        value++
      }
    }
    return { runs }
  })
  const ended = open.ended(ranges)
  const chunks = [...new Set(ended.flatMap(({ runs }) => runs.map(({ chunk }) => chunk)))]
  assert.deepEqual(
    chunks.map(({ tokenCount }) => tokenCount.length),
    [512, 256],
  )
  assert.equal(3 * bytesOf(chunks[1]), bytesOf(chunks[0]) + bytesOf(chunks[1]))
  for (const [range, { runs }] of ended.entries()) {
    let value = 10 * range
    for (const { chunk, row, count } of runs) {
      const rows = chunk.tokenCount.length
      for (let at = row; at < row + count; at++, value++) {
        assert.equal(chunk.length[at], value)
        for (let band = 0; band < 5; band++) assert.equal(chunk.keys[band * rows + at], 100 * value + band)
      }
    }
  }
  assert.equal(open.take(1).row, 0, 'the next task has a chunk of its own')
})

test('shared chunks stay open behind a task', () => {
  const open = opened(false)
  const ranges = [{ runs: [open.take(3)] }]
  assert.equal(open.ended(ranges), ranges)
  assert.equal(open.take(1).row, 3)
})
