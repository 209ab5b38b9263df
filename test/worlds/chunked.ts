/** Columns from flat arrays, in small chunks whose rows are out of order, as several threads would leave them. */

import type { Columns } from '../../src/engine/batch/columns.ts'
import { type ChunkShape, newChunk, writeKeys } from '../../src/engine/columns/chunks.ts'
import { oddSketchWords } from '../../src/texts/kernels/layout/plan-layout.ts'

interface FlatColumns {
  readonly count: number
  /** [count * 4] */
  readonly exact?: Uint32Array
  readonly tokens?: Uint32Array
  /** [count] */
  readonly tokenCount?: Uint32Array
  /** [count * bands] */
  readonly keys?: Uint32Array
  readonly bands?: number
  /** [count * oddSketchWords] */
  readonly sketches?: Uint32Array
}

/** Rows are filled from both ends of the documents in turn, with garbage behind the last one. */
export function chunked(flat: FlatColumns, given: Partial<ChunkShape> = {}): Columns {
  const none = new Uint32Array(0)
  const { count, bands = 0, exact = none, tokens = none, keys = none, sketches = none } = flat
  const { tokenCount = new Uint32Array(count) } = flat
  const usual = { bits: 2, bands, sketches: sketches.length > 0, places: false, textBytes: false }
  const shape = { ...usual, isShared: false, ...given }
  const rows = 2 ** shape.bits
  const chunks = Array.from({ length: Math.ceil(count / rows) + 1 }, () => newChunk(shape))
  for (const chunk of chunks) for (const column of Object.values(chunk)) column.fill(7)
  const slots = new Uint32Array(count + 3).fill(7)
  for (let slot = 0; slot < count; slot++) {
    const document = slot % 2 === 0 ? slot / 2 : count - 1 - (slot - 1) / 2
    const chunk = chunks[Math.floor(slot / rows)]
    const row = slot % rows
    slots[document] = slot
    chunk.exact.set(exact.subarray(4 * document, 4 * document + 4), 4 * row)
    chunk.tokens.set(tokens.subarray(4 * document, 4 * document + 4), 4 * row)
    chunk.tokenCount[row] = tokenCount[document]
    writeKeys(chunk, row, keys.subarray(bands * document), { stride: bands, bands, count: 1 })
    const sketch = sketches.subarray(oddSketchWords * document, oddSketchWords * (document + 1))
    if (shape.sketches) chunk.sketches.set(sketch, oddSketchWords * row)
  }
  return { count, bands, chunkBits: shape.bits, chunks, slots }
}
