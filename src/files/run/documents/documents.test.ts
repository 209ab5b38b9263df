import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Chunk,
  type ChunkShape,
  chunkOf,
  gathered,
  newChunk,
  readKeys,
  rowOf,
} from '../../../engine/columns/chunks.ts'
import { describeStride } from '../../../texts/kernels/layout/plan-layout.ts'
import { BadRows } from '../../work/bad-rows.ts'
import { type RowColumns, Rows } from '../../work/rows.ts'
import type { RangeResult } from '../../work/scan-range.ts'
import { OpenChunk } from '../../work/thread/open-chunk.ts'
import { Documents } from './documents.ts'

const shape: ChunkShape = {
  bits: 3,
  bands: 3,
  sketches: false,
  places: true,
  textBytes: true,
  isShared: true,
}

function documentsOf(given: ChunkShape): Documents {
  return new Documents([], { shape: given, fields: 0, allBad: false, nulls: true })
}

function rangeOf(rows: RowColumns): RangeResult {
  const { documents } = rows
  return { source: 0, to: 0, records: documents, bad: new BadRows().finish(), nulls: [], ...rows }
}

/** The rows of one range: those of document d hold numbers that begin with `first + d`. */
function written(open: OpenChunk, first: number, count: number): RowColumns {
  const rows = new Rows(open, shape.bands, 0)
  const stride = describeStride(shape.bands)
  const values = new Uint32Array(count * stride)
  for (let i = 0; i < count; i++) {
    rows.add(first + i, first + i + 1, first + i + 2, [])
    for (let word = 0; word < stride; word++) values[i * stride + word] = 100 * (first + i) + word
  }
  rows.describe(values)
  return rows.finish()
}

test('documents are those of the ranges in order, whichever thread wrote which of them into which chunk', () => {
  const ranges = fc.array(fc.record({ thread: fc.nat(2), count: fc.nat(20) }), { maxLength: 12 })
  fc.assert(
    fc.property(ranges, fc.boolean(), (given, isPassing) => {
      const next = new Int32Array(new SharedArrayBuffer(4))
      const threads = Array.from({ length: 3 }, () => new OpenChunk({ shape, next, isPassing }))
      const documents = documentsOf(shape)
      for (const { thread, count } of given)
        documents.append(rangeOf(written(threads[thread], documents.count, count)))
      const { count } = documents
      assert.equal(
        count,
        given.reduce((sum, range) => sum + range.count, 0),
      )
      const keys = new Uint32Array(shape.bands)
      for (let document = 0; document < count; document++) {
        const chunk = chunkOf(documents, document)
        const row = rowOf(documents, document)
        readKeys(documents, document, keys)
        const words = (from: number, to: number) =>
          Array.from({ length: to - from }, (_, i) => 100 * document + from + i)
        assert.deepEqual([...chunk.exact.subarray(4 * row, 4 * row + 4)], words(0, 4))
        assert.deepEqual([...chunk.tokens.subarray(4 * row, 4 * row + 4)], words(4, 8))
        assert.deepEqual([...keys], words(9, 12))
        assert.deepEqual([chunk.offset[row], chunk.length[row]], [document, document + 1])
      }
      assert.deepEqual(
        [...documents.textBytes],
        Array.from({ length: count }, (_, d) => d + 2),
      )
      assert.deepEqual(
        [...gathered(documents, count, 'tokenCount')],
        Array.from({ length: count }, (_, d) => 100 * d + 8),
      )
    }),
  )
})

test('340 million documents, with more keys than 2^32, have places', () => {
  const bits = 18
  const rows = 2 ** bits
  const last = Math.floor(340e6 / rows)
  assert((last + 1) * rows * 25 > 2 ** 32)
  const chunk = newChunk({ ...shape, bits: 0 })
  const documents = documentsOf({ ...shape, bits })
  // The last rows of chunks, up to the last one that a slot can name; chunks between are left out.
  for (const number of [0, last, 2 ** 32 / rows - 1])
    documents.append(
      rangeOf({ documents: 2, runs: [{ number, chunk, row: rows - 2, count: 2 }], fields: [] }),
    )
  assert.deepEqual(
    Array.from({ length: 6 }, (_, document) => [
      documents.chunks.indexOf(chunk, documents.slots[document] >>> bits),
      rowOf(documents, document),
    ]),
    [0, last, 2 ** 32 / rows - 1].flatMap(number => [
      [number, rows - 2],
      [number, rows - 1],
    ]),
  )
})

test('a chunk that does not fit is refused with what to do', () => {
  assert.throws(() => newChunk({ ...shape, bits: 18, bands: 2 ** 32 }), {
    code: 'MEMORY_EXHAUSTED',
    message:
      /^MEMORY_EXHAUSTED: expected room for what is kept of 262144 documents, got .+ divide the input/u,
  })
})

test('a document takes as many bytes as the header of chunks says', () => {
  const header = readFileSync(resolve(import.meta.dirname, '../../../engine/columns/chunks.ts'), 'utf8')
  const chunk = newChunk({ ...shape, bits: 10, bands: 25, sketches: true })
  const bytesOf = (...names: (keyof Chunk)[]) =>
    names.reduce((sum, name) => sum + chunk[name].byteLength / 1024, 0)
  const slot = 4
  const all = bytesOf(...(Object.keys(chunk) as (keyof Chunk)[])) + slot
  assert(header.includes(`takes ${all - bytesOf('textBytes')} bytes at the default`))
  assert(header.includes(`${bytesOf('textBytes')} more with \`textBytes\``))
  assert(header.includes(`After group ${bytesOf('exact', 'tokens', 'tokenCount')} are given back`))
  assert(header.includes(`and the keys, ${bytesOf('keys')} bytes`))
})

test('rows beyond 2^32 are refused, not written over others', () => {
  const documents = documentsOf(shape)
  const chunk = newChunk(shape)
  const rows = (number: number): RowColumns => ({
    runs: [{ number, chunk, row: 0, count: 2 }],
    documents: 2,
    fields: [],
  })
  documents.append(rangeOf(rows(2 ** 29 - 1)))
  assert.deepEqual([...documents.slots.subarray(0, 2)], [2 ** 32 - 8, 2 ** 32 - 7])
  assert.throws(
    () => documents.append(rangeOf(rows(2 ** 29))),
    /MEMORY_EXHAUSTED: expected fewer than 2\^32 rows/,
  )
})
