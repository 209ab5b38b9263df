/** Columns of a scan on disk: what is written comes back, part by part, and other bytes are noticed. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import { newChunk } from '../../engine/columns/chunks.ts'
import type { RangeResult } from '../tasks/scan-range.ts'
import type { RowSettings } from '../thread/open-chunk.ts'
import { type ColumnPart, ScanColumns } from './scan-columns.ts'

const shape = { bits: 3, bands: 2, sketches: false, places: true, textBytes: false, isShared: false }
const rows = { shape, next: new Int32Array(1), isPassing: false } as unknown as RowSettings

/** A chunk of eight documents whose words are all different. */
const chunk = newChunk(shape, 8)
let word = 1
for (const column of [chunk.exact, chunk.tokens, chunk.tokenCount, chunk.keys, chunk.length])
  for (let i = 0; i < column.length; i++) column[i] = word++

const rangeOf = (source: number, row: number, count: number) =>
  ({
    source,
    to: 100,
    records: count,
    documents: count,
    runs: [{ number: 7, chunk, row, count }],
  }) as unknown as RangeResult

/** Two parts: documents 0 to 4 in two ranges, then 5 to 7. */
function written(): { directory: string; parts: ColumnPart[] } {
  const directory = temporaryFolder()
  const columns = new ScanColumns(directory, shape, 1 << 20)
  columns.append(rangeOf(0, 0, 2), false)
  columns.append(rangeOf(1, 2, 3), false)
  assert.equal(columns.count, 0)
  const first = columns.flush()
  assert.equal(columns.count, 5)
  columns.append(rangeOf(1, 5, 3), false)
  const second = columns.flush()
  assert.equal(columns.flush(), undefined)
  return { directory, parts: [first as ColumnPart, second as ColumnPart] }
}

test('rows come back at their documents, those of keys band by band', () => {
  const { directory, parts } = written()
  const columns = new ScanColumns(directory, shape, 1 << 20)
  assert.deepEqual(
    parts.map(part => columns.restore(part)),
    [true, true],
  )
  const read = (name: 'exact' | 'length' | 'keys', band?: number) => {
    const found: number[][] = []
    // Rows are valid until the next part.
    for (const { first, rows } of columns.read(name, band)) found.push([first, ...rows])
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
  // The first document of all is at the start of the file.
  assert.equal(readFileSync(join(directory, 'exact')).readUInt32LE(0), exact[0])
})

test('the ranges of a part come back with their documents', () => {
  const { directory, parts } = written()
  const columns = new ScanColumns(directory, shape, 1 << 20)
  for (const part of parts) columns.restore(part)
  const found = parts.map((part, at) =>
    [...columns.ranges(at, part, rows)].map(({ source, runs }) => [
      source,
      ...runs.flatMap(({ chunk, row, count }) => [...chunk.length.subarray(row, row + count)]),
    ]),
  )
  const { length } = chunk
  assert.deepEqual(found, [
    [
      [0, ...length.subarray(0, 2)],
      [1, ...length.subarray(2, 5)],
    ],
    [[1, ...length.subarray(5, 8)]],
  ])
})

test('all columns come back in chunks of any size, in the order of documents', () => {
  const { directory, parts } = written()
  const columns = new ScanColumns(directory, shape, 1 << 20)
  for (const part of parts) columns.restore(part)
  for (const bits of [1, 2, 3, 4]) {
    const chunks = Array.from({ length: Math.ceil(8 / 2 ** bits) }, () => newChunk({ ...shape, bits }))
    columns.fill(chunks, bits)
    const all = (name: 'exact' | 'tokens' | 'tokenCount' | 'offset' | 'length', words = 1) =>
      chunks.flatMap(filled => [...filled[name]]).slice(0, 8 * words)
    for (const [name, words] of [
      ['exact', 4],
      ['tokens', 4],
      ['tokenCount', 1],
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
  writeFileSync(join(directory, 'exact'), Buffer.alloc(128))
  assert.throws(() => columns.fill([newChunk(shape)], 3), { code: 'TEMPORARY_CORRUPT' })
})

test('a part with other bytes, or fewer, is not taken', () => {
  const changes: [number, (bytes: Buffer) => Buffer][] = [
    [0, bytes => bytes.fill(bytes[0] ^ 1, 0, 1)],
    [5, bytes => bytes.subarray(0, bytes.length - 1)],
  ]
  for (const [documents, change] of changes) {
    const { directory, parts } = written()
    const path = join(directory, 'tokens')
    writeFileSync(path, change(readFileSync(path)))
    const columns = new ScanColumns(directory, shape, 1 << 20)
    assert.equal(
      parts.every(part => columns.restore(part)),
      false,
    )
    assert.equal(columns.count, documents)
  }
})

test('a part is full by the bytes of its rows', () => {
  const columns = new ScanColumns(temporaryFolder(), shape, 2_048)
  columns.append(rangeOf(0, 0, 2), false)
  assert.equal(columns.isFull, false)
  columns.append(rangeOf(0, 2, 2), false)
  assert.equal(columns.isFull, true)
})
