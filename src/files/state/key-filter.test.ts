import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openKernelThread } from '../../../test/worlds/kernel-thread.ts'
import { inputOrder } from '../../engine/batch/columns.ts'
import { type Chunk, newChunk } from '../../engine/columns/chunks.ts'
import type { Documents } from '../run/documents/documents.ts'
import { keysOf } from './key-blocks.ts'
import { KeyFilter } from './key-filter.ts'

const bands = 4

/** A document: its keys, and the first words of its hashes. */
const document = fc.record({
  keys: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: bands, maxLength: bands }),
  exact: fc.integer({ min: 0, max: 30 }),
  tokens: fc.integer({ min: 0, max: 30 }),
})
type Some = readonly (typeof document extends fc.Arbitrary<infer T> ? T : never)[]

/** Keys far from each other, as hashes are. */
const spread = (key: number) => Math.imul(key + 1, 0x9e3779b1) >>> 0

function chunkOfAll(all: Some, bits: number): Chunk {
  const chunk = newChunk({ bits, bands, sketches: false, places: false, textBytes: false, isShared: false })
  all.forEach(({ keys, exact, tokens }, row) => {
    for (let word = 0; word < 4; word++) {
      chunk.exact[4 * row + word] = spread(100 + exact + 1000 * word)
      chunk.tokens[4 * row + word] = spread(200 + tokens + 1000 * word)
    }
    chunk.tokenCount[row] = 1
    for (let band = 0; band < bands; band++) chunk.keys[band * 2 ** bits + row] = spread(keys[band])
  })
  return chunk
}

/** The rows that share keys in `agree` bands with one new document, or a hash with one. */
function naive(fresh: Some, old: Some, agree: number): number[] {
  return old.flatMap(({ keys, exact, tokens }, row) => {
    const isWanted = fresh.some(
      other =>
        other.exact === exact ||
        other.tokens === tokens ||
        keys.filter((key, band) => other.keys[band] === key).length >= agree,
    )
    return isWanted ? [row] : []
  })
}

function documentsOf(all: Some, bits: number): Documents {
  const slots = Uint32Array.from(all.keys())
  return {
    count: all.length,
    bands,
    chunkBits: bits,
    chunks: [chunkOfAll(all, bits)],
    slots,
  } as unknown as Documents
}

const thread = await openKernelThread()

test('the filter lets through what the naive one does, and nothing else if there are few', () => {
  const lists = fc.array(document, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(lists, lists, fc.integer({ min: 1, max: bands }), (fresh, old, agree) => {
      const documents = documentsOf(old, 3)
      const block = keysOf(inputOrder(old.length), documents, documents.chunks)
      assert.deepEqual(
        new KeyFilter(thread, documentsOf(fresh, 3), agree).rowsOf(block),
        Uint32Array.from(naive(fresh, old, agree)),
      )
    }),
  )
})

test('of documents without tokens, as without near duplicates all are, equal texts alone pass', () => {
  const without = (...exact: readonly number[]) => {
    const some = exact.map(each => ({ keys: [], exact: each, tokens: 0 }))
    const documents = { ...documentsOf(some, 3), bands: 0 } as Documents
    documents.chunks[0].tokenCount.fill(0)
    return documents
  }
  const old = without(1, 2, 3, 4)
  const block = keysOf(inputOrder(old.count), old, old.chunks)
  assert.deepEqual(new KeyFilter(thread, without(5, 3, 6, 1), 1).rowsOf(block), Uint32Array.of(0, 2))
})

test('where very many new documents share a key, the filter lets through more, and misses none', () => {
  const many = Array.from({ length: 2000 }, (_, i) => ({ keys: [1, i, i + 7, i], exact: i, tokens: i }))
  const old = Array.from({ length: 8 }, (_, i) => ({
    keys: [1, i, i + (i % 2 === 0 ? 7 : 20), 3000],
    exact: 3000 + i,
    tokens: 3000 + i,
  }))
  const documents = documentsOf(old, 3)
  const block = keysOf(inputOrder(old.length), documents, documents.chunks)
  assert.deepEqual(naive(many, old, 3), [0, 2, 4, 6])
  assert.deepEqual(
    new KeyFilter(thread, documentsOf(many, 11), 3).rowsOf(block),
    Uint32Array.from(old.keys()),
  )
})
