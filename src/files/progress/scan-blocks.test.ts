/** Blocks of a scan on disk: what is written comes back, block by block, and other bytes are noticed. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { newChunk } from '../../engine/columns/chunks.ts'
import type { RangeResult } from '../work/scan-range.ts'
import type { RowSettings } from '../work/thread/open-chunk.ts'
import { LogFile } from './log-file.ts'
import { ScanBlocks } from './scan-blocks.ts'

const shape = { bits: 3, bands: 2, sketches: false, places: true, textBytes: false, isShared: false }
const rows = { shape, next: new Int32Array(1), isPassing: false } as unknown as RowSettings

/** A chunk of eight documents whose words are all different. */
const chunk = newChunk(shape, 8)
let word = 1
for (const column of [chunk.exact, chunk.tokens, chunk.tokenCount, chunk.keys, chunk.length, chunk.offset])
  for (let i = 0; i < column.length; i++) column[i] = word++

const rangeOf = (source: number, row: number, count: number) =>
  ({
    source,
    to: 100,
    records: count,
    documents: count,
    runs: [{ number: 7, chunk, row, count }],
  }) as unknown as RangeResult

const path = join(temporaryFolder(), 'scan')

/** Two blocks: documents 0 to 4 in two ranges, then 5 to 7. */
function written(): ScanBlocks {
  const log = new LogFile(path)
  log.cutAt(0)
  const blocks = new ScanBlocks(log, shape, 1 << 20)
  blocks.append(rangeOf(0, 0, 2), false)
  blocks.append(rangeOf(1, 2, 3), false)
  assert.equal(blocks.count, 0)
  blocks.flush()
  assert.equal(blocks.count, 5)
  blocks.append(rangeOf(1, 5, 3), false)
  blocks.flush()
  blocks.flush()
  assert.equal(blocks.count, 8)
  return blocks
}

function restored(): ScanBlocks {
  const log = new LogFile(path)
  const blocks = new ScanBlocks(log, shape, 1 << 20)
  for (const frame of log.frames()) blocks.restore(frame)
  return blocks
}

test('rows come back at their documents, those of keys band by band', () => {
  for (const blocks of [written(), restored()]) {
    const read = (name: 'exact' | 'length' | 'keys', band?: number) => {
      const found: number[][] = []
      // Rows are valid until the next block.
      for (const { first, rows } of blocks.read(name, band)) found.push([first, ...rows])
      return found
    }
    const { exact, keys, length } = chunk
    assert.deepEqual(read('exact'), [
      [0, ...exact.subarray(0, 20)],
      [5, ...exact.subarray(20, 32)],
    ])
    assert.deepEqual(read('length'), [
      [0, ...length.subarray(0, 5)],
      [5, ...length.subarray(5, 8)],
    ])
    assert.deepEqual(read('keys', 1), [
      [0, ...keys.subarray(8, 13)],
      [5, ...keys.subarray(13, 16)],
    ])
    const readRow = blocks.rowsOf('tokens')
    const row = new Uint32Array(4)
    for (let document = 7; document >= 0; document--) {
      readRow(document, new Uint8Array(row.buffer))
      assert.deepEqual([...row], [...chunk.tokens.subarray(4 * document, 4 * document + 4)])
    }
  }
})

test('the ranges of blocks come back with their documents', () => {
  written()
  const blocks = restored()
  assert.deepEqual(blocks.scannedTo?.source, 1)
  const found = [...blocks.scanned(rows)].map(({ source, runs }) => [
    source,
    ...runs.flatMap(({ chunk, row, count }) => [...chunk.length.subarray(row, row + count)]),
  ])
  const { length } = chunk
  assert.deepEqual(found, [
    [0, ...length.subarray(0, 2)],
    [1, ...length.subarray(2, 5)],
    [1, ...length.subarray(5, 8)],
  ])
})

test('all columns come back in chunks of any size, in the order of documents', () => {
  const blocks = written()
  for (const bits of [1, 2, 3, 4]) {
    const chunks = Array.from({ length: Math.ceil(8 / 2 ** bits) }, () => newChunk({ ...shape, bits }))
    blocks.fill(chunks, bits)
    const all = (name: 'exact' | 'tokens' | 'tokenCount' | 'offset' | 'length', words = 1) =>
      chunks.flatMap(filled => [...filled[name]]).slice(0, 8 * words)
    for (const [name, words] of [
      ['exact', 4],
      ['tokens', 4],
      ['tokenCount', 1],
      ['offset', 1],
      ['length', 1],
    ] as const)
      assert.deepEqual(all(name, words), [...chunk[name]], `${name} in 2^${bits} rows`)
    const keys = [0, 1].flatMap(band =>
      chunks.flatMap(filled =>
        [...filled.keys.subarray(band * 2 ** bits, (band + 1) * 2 ** bits)].slice(0, 8),
      ),
    )
    assert.deepEqual(keys, [...chunk.keys], `keys in 2^${bits} rows`)
  }
})

test('a block with another byte, or one fewer, is refused where it was written, and not there for another run', () => {
  const changes: [number, (bytes: Buffer) => Buffer][] = [
    [0, bytes => bytes.fill(bytes[40] ^ 1, 40, 41)],
    [5, bytes => bytes.subarray(0, bytes.length - 1)],
  ]
  for (const [documents, change] of changes) {
    const blocks = written()
    writeFileSync(path, change(readFileSync(path)))
    assert.throws(() => blocks.fill([newChunk(shape)], 3), { code: 'TEMPORARY_CORRUPT' })
    assert.throws(() => [...blocks.read('exact')], { code: 'TEMPORARY_CORRUPT' })
    assert.throws(() => blocks.rowsOf('exact'), { code: 'TEMPORARY_CORRUPT' })
    assert.equal(restored().count, documents)
  }
})

test('a block is written by the bytes of its rows', () => {
  const log = new LogFile(path)
  log.cutAt(0)
  const blocks = new ScanBlocks(log, shape, 2_048)
  blocks.append(rangeOf(0, 0, 2), false)
  blocks.endTask()
  assert.equal(blocks.count, 0)
  blocks.append(rangeOf(0, 2, 2), false)
  blocks.endTask()
  assert.equal(blocks.count, 4)
})
