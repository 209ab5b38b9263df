import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Chunk, newChunk } from '../../engine/columns/chunks.ts'
import type { Documents } from '../run/documents/documents.ts'
import { KeyFilter } from './key-filter.ts'
import type { SurvivorBlock } from './survivor-blocks.ts'

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

/** The rows that share keys in `agree` bands with new documents, in any of them, or a hash with one. */
function naive(fresh: Some, old: Some, agree: number): number[] {
  return old.flatMap(({ keys, exact, tokens }, row) => {
    const shared = keys.filter((key, band) => fresh.some(other => other.keys[band] === key)).length
    const isEqual = fresh.some(other => other.exact === exact || other.tokens === tokens)
    return shared >= agree || isEqual ? [row] : []
  })
}

test('the filter lets through what the naive one does, and little else', () => {
  const lists = fc.array(document, { minLength: 1, maxLength: 8 })
  let [wanted, more] = [0, 0]
  fc.assert(
    fc.property(lists, lists, fc.integer({ min: 1, max: bands }), (fresh, old, agree) => {
      const columns = {
        count: fresh.length,
        bands,
        chunkBits: 3,
        chunks: [chunkOfAll(fresh, 3)],
        slots: Uint32Array.from(fresh.keys()),
      }
      const { exact, tokens, keys } = chunkOfAll(old, 3)
      const by = (band: number) => [...keys.subarray(8 * band, 8 * band + old.length)]
      const block = {
        rows: old.length,
        exact,
        tokens,
        keys: Uint32Array.from([0, 1, 2, 3].flatMap(by)),
      } as unknown as SurvivorBlock
      const found = new KeyFilter(columns as unknown as Documents, agree).rowsOf(block)
      const least = naive(fresh, old, agree)
      assert.deepEqual(
        least.filter(row => !found.includes(row)),
        [],
      )
      wanted += least.length
      more += found.length - least.length
    }),
  )
  assert(more <= 0.1 * wanted, `${more} beside ${wanted}`)
})
