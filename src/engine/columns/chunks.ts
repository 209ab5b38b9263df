/**
 * Chunks: what a scan keeps of documents, column by column, for a fixed number of rows each.
 *
 *     slots [d] = number of the chunk * 2^bits + row
 *
 *     chunk   │ exact, tokens, tokenCount │ keys: band 0 of all rows, band 1 of all rows ... │ sketches │ places │
 *
 * The thread that scans a range writes its rows into its own open chunk, so nothing is copied and no row waits for the
 * ranges before it; the documents of a range are consecutive rows. Only `slots` is in the order of documents. On files
 * a chunk is shared memory, which all threads read and write. Keys are stored by band, because grouping reads one band
 * of all documents. No array has a value for each document and band, so 2^32 documents fit, if memory does.
 *
 * A chunk has four buffers, by the stage that needs them last; `drop` gives back those that no stage needs.
 * A document takes 236 bytes at the default, its slot included, and 4 more with `textBytes`.
 * After group 36 are given back, and the keys, 100 bytes: their groups are listed.
 *
 * Ours: all of it. Cost: 4 bytes a document beside the columns; memory of rows not written yet is not touched.
 * Error: MEMORY_EXHAUSTED.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { release } from '../../ground/lists/release.ts'
import {
  bandKeysWord,
  describeStride,
  oddSketchWords,
  tokenCountWord,
  tokenHashWord,
} from '../../texts/kernels/layout/plan-layout.ts'

/** The columns of some documents; row r is entry r of each. Empty columns are absent or were dropped. */
export interface Chunk {
  /** [rows * 4] 128-bit hash of the raw decoded text. */
  readonly exact: Uint32Array
  /** [rows * 4] 128-bit hash of the token sequence. */
  readonly tokens: Uint32Array
  /** [rows]; a document without a token (0) matches only texts equal to it byte for byte. */
  readonly tokenCount: Uint32Array
  /** [bands * rows] band keys, band by band; `groupBands` turns them into group numbers, and drops them. */
  readonly keys: Uint32Array
  /** [rows * oddSketchWords] for bounds of similarities. */
  readonly sketches: Uint32Array
  /** [rows] of each record in its file. */
  readonly offset: Float64Array
  readonly length: Uint32Array
  /** [rows] of the raw text; only if a keep rule compares lengths. */
  readonly textBytes: Uint32Array
}

export interface ChunkShape {
  /** log2 of the number of rows. */
  readonly bits: number
  readonly bands: number
  readonly sketches: boolean
  /** Whether documents are records of files. */
  readonly places: boolean
  readonly textBytes: boolean
  /** Whether several threads use the chunk. */
  readonly isShared: boolean
}

/** Where the rows of documents are; document d has slot `slots[d]`. */
export interface Chunked {
  readonly chunkBits: number
  readonly chunks: readonly Chunk[]
  /** [count] or longer. */
  readonly slots: Uint32Array
}

/** An empty chunk. @throws NearsameError MEMORY_EXHAUSTED */
export function newChunk(
  { bits, bands, sketches, places, textBytes, isShared }: ChunkShape,
  rows = 2 ** bits,
): Chunk {
  const buffer = (bytes: number) => (isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes))
  try {
    const hashes = buffer(36 * rows)
    const place = buffer(places ? (textBytes ? 16 : 12) * rows : 0)
    return {
      exact: new Uint32Array(hashes, 0, 4 * rows),
      tokens: new Uint32Array(hashes, 16 * rows, 4 * rows),
      tokenCount: new Uint32Array(hashes, 32 * rows, rows),
      keys: new Uint32Array(buffer(4 * bands * rows)),
      sketches: new Uint32Array(buffer(sketches ? 4 * oddSketchWords * rows : 0)),
      offset: new Float64Array(place, 0, places ? rows : 0),
      length: new Uint32Array(place, places ? 8 * rows : 0, places ? rows : 0),
      textBytes: new Uint32Array(
        place,
        places && textBytes ? 12 * rows : 0,
        places && textBytes ? rows : 0,
      ),
    }
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new NearsameError('MEMORY_EXHAUSTED', {
      expected: `room for what is kept of ${rows} documents`,
      got: cause.message,
      fix: 'free some memory, or divide the input and deduplicate what is kept of its parts',
      cause,
    })
  }
}

/** Gives the memory of a chunk back at once. */
export function releaseChunk(chunk: Chunk): void {
  for (const column of Object.values(chunk) as Uint32Array[]) {
    if (column.buffer instanceof ArrayBuffer) release(column as Uint32Array<ArrayBuffer>)
  }
}

/** Rows of `Kernels.describe`. */
interface DescribedRows {
  readonly values: Uint32Array
  /** Keys in a row. */
  readonly bands: number
  /** Whether the chunk gets them; other keys are written separately. */
  readonly takesKeys: boolean
  readonly sketches: boolean
}

/** Writes described rows [from, from + count) to the rows of a chunk from `to` on. REQUIRES: they fit. */
export function writeRows(
  chunk: Chunk,
  to: number,
  rows: DescribedRows,
  from: number,
  count: number,
): void {
  const { values, bands, takesKeys, sketches } = rows
  const stride = describeStride(bands, sketches)
  const { exact, tokens, tokenCount } = chunk
  let at = from * stride
  for (let row = to; row < to + count; row++, at += stride) {
    for (let word = 0; word < 4; word++) {
      exact[4 * row + word] = values[at + word]
      tokens[4 * row + word] = values[at + tokenHashWord + word]
    }
    tokenCount[row] = values[at + tokenCountWord]
  }
  const keysAt = from * stride + bandKeysWord
  if (takesKeys) writeKeys(chunk, to, values.subarray(keysAt), { stride, bands, count })
  if (!sketches) return
  for (let row = 0; row < count; row++) {
    const sketch = keysAt + bands + row * stride
    const into = oddSketchWords * (to + row)
    for (let word = 0; word < oddSketchWords; word++) chunk.sketches[into + word] = values[sketch + word]
  }
}

/** Writes the keys of `count` rows, which begin every `stride` values, to the rows of a chunk from `to` on. */
export function writeKeys(
  { keys, tokenCount }: Chunk,
  to: number,
  values: Uint32Array,
  { stride, bands, count }: { readonly stride: number; readonly bands: number; readonly count: number },
): void {
  const rows = tokenCount.length
  for (let band = 0; band < bands; band++) {
    let into = band * rows + to
    for (let row = 0, at = band; row < count; row++, at += stride) keys[into++] = values[at]
  }
}

export function chunkOf({ chunks, chunkBits, slots }: Chunked, document: number): Chunk {
  return chunks[slots[document] >>> chunkBits]
}

/** The row of a document in its chunk. */
export function rowOf({ chunkBits, slots }: Chunked, document: number): number {
  return slots[document] & (2 ** chunkBits - 1)
}

/** The keys of a document, written to `into` from `at` on. REQUIRES: nothing is grouped. */
export function readKeys(
  columns: Chunked & { readonly bands: number },
  document: number,
  into: Uint32Array,
  at = 0,
): void {
  const { keys } = chunkOf(columns, document)
  const row = rowOf(columns, document)
  for (let band = 0; band < columns.bands; band++) into[at + band] = keys[(band << columns.chunkBits) + row]
}

/** [count] a column of one number for each document, in the order of documents; empty if the column is. */
export function gathered(
  { chunks, chunkBits, slots }: Chunked,
  count: number,
  name: 'tokenCount' | 'length' | 'textBytes',
): Uint32Array<ArrayBuffer> {
  if (chunks.length === 0 || chunks[0][name].length === 0) return new Uint32Array(0)
  const parts = chunks.map(chunk => chunk[name])
  const values = new Uint32Array(count)
  const mask = 2 ** chunkBits - 1
  for (let document = 0; document < count; document++) {
    const slot = slots[document]
    values[document] = parts[slot >>> chunkBits][slot & mask]
  }
  return values
}

/** Chunks without some columns, whose buffers are released. REQUIRES: these columns have buffers of their own. */
export function without(chunks: readonly Chunk[], names: readonly (keyof Chunk)[]): Chunk[] {
  const none = Object.fromEntries(names.map(name => [name, new Uint32Array(0)]))
  return chunks.map(chunk => {
    for (const name of names) {
      // Shared memory is freed when the last thread has collected its view.
      if (chunk[name].buffer instanceof ArrayBuffer) release(chunk[name] as Uint32Array<ArrayBuffer>)
    }
    return { ...chunk, ...none }
  })
}

/** Whether documents have sketches, in memory. */
export function hasSketches({ chunks }: Chunked): boolean {
  return chunks.length > 0 && chunks[0].sketches.length > 0
}

/** Writes the sketches of documents to `into` from `to` on. */
export function copySketches(
  { chunks, chunkBits, slots }: Chunked,
  documents: Int32Array | Uint32Array,
  into: Uint32Array,
  to: number,
): void {
  const parts = chunks.map(({ sketches }) => sketches)
  const mask = 2 ** chunkBits - 1
  let next = to
  for (const document of documents) {
    const sketches = parts[slots[document] >>> chunkBits]
    const from = (slots[document] & mask) * oddSketchWords
    for (let at = from; at < from + oddSketchWords; at++) into[next++] = sketches[at]
  }
}
