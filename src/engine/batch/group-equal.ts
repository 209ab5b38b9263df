/**
 * Equal texts: maps 128-bit hashes to the first document of each class of equal ones.
 *
 * One pass over the documents in visiting order with one open-addressing table of document numbers: the document that
 * first brings a hash is the representative of the class, and later ones with that hash find it in the table. The table
 * stores no hashes; it looks them up in the column.
 *
 * Ours: all of it. Cost: one or two probes a document; 6 to 12 bytes a document while it runs.
 * Error: two different texts count as equal once in 2^128 pairs.
 */
import { release } from '../../ground/lists/release.ts'
import { type Chunk, type Chunked, chunkOf, rowOf } from '../columns/chunks.ts'
import { type Columns, inputOrder, kinds, type Outcome } from './columns.ts'

/**
 * The first visited document with the same raw text, for every document.
 *
 * @param order [count] document numbers in visiting order; undefined: input order.
 * @returns [count], owned by the caller.
 */
export function exactRepresentatives(columns: Columns, order?: Int32Array): Int32Array {
  return firstOfEqual(hashesOf(columns, 'exact'), columns.count, order)
}

/**
 * The first visited document with the same raw text or, if there are tokens, the same token sequence.
 *
 * @param order [count] document numbers in visiting order; undefined: input order.
 * @returns [count], owned by the caller.
 */
export function representatives(columns: Columns, order?: Int32Array): Int32Array {
  const first = inputOrder(columns.count)
  groupTexts(columns, 'exact', first, order)
  groupTexts(columns, 'tokens', first, order)
  // By now the representative of an exact class may itself have an earlier one.
  for (let document = 0; document < columns.count; document++) {
    first[document] = first[first[document]]
  }
  return first
}

/**
 * Sets `first` [count] of each document that is still alone to the first visited one of equal hash; by the hash of
 * tokens only where there are some.
 */
function groupTexts(
  columns: Chunked,
  name: 'exact' | 'tokens',
  first: Int32Array,
  order: Int32Array | undefined,
): void {
  const only = name === 'tokens' ? columns.chunks.map(({ tokenCount }) => tokenCount) : undefined
  groupEqual(hashesOf(columns, name), first, order, only)
}

/** [count] 1 where a document's raw text equals that of its representative. */
export function exactTwins(columns: Columns, representative: Int32Array): Uint8Array {
  const twins = new Uint8Array(columns.count)
  for (let document = 0; document < columns.count; document++) {
    const first = representative[document]
    if (first === document || areEqual(columns, 'exact', document, first)) twins[document] = 1
  }
  return twins
}

/** The outcome if only equal raw texts are duplicates. */
export function exactOutcome(columns: Columns, order?: Int32Array): Outcome {
  const survivor = exactRepresentatives(columns, order)
  const kind = new Uint8Array(columns.count)
  for (let document = 0; document < columns.count; document++) {
    if (survivor[document] !== document) kind[document] = kinds.exact
  }
  return { survivor, kind, similarity: new Float64Array(columns.count).fill(1) }
}

/** A 128-bit hash of each document: where its four words are in the chunks. */
interface Hashes {
  readonly parts: readonly Uint32Array[]
  readonly slots: Uint32Array
  readonly bits: number
  /** From a row to the next one, and from a word to the next one. */
  readonly rowStep: number
  readonly wordStep: number
}

/** @param name `keys`: those of a signature, four words in four bands */
export function hashesOf(columns: Chunked, name: 'exact' | 'tokens' | 'keys'): Hashes {
  const { chunks, chunkBits: bits, slots } = columns
  const [rowStep, wordStep] = stepsOf(columns, name)
  return { parts: chunks.map(chunk => chunk[name]), slots, bits, rowStep, wordStep }
}

/** Whether two documents have the same raw text, tokens, or key of a signature. */
export function areEqual(
  columns: Chunked,
  name: 'exact' | 'tokens' | 'keys',
  left: number,
  right: number,
): boolean {
  const [rowStep, wordStep] = stepsOf(columns, name)
  const a = chunkOf(columns, left)[name]
  const b = chunkOf(columns, right)[name]
  return areEqualWords(a, rowStep * rowOf(columns, left), b, rowStep * rowOf(columns, right), wordStep)
}

/** From a row to the next one, and from a word to the next one. */
function stepsOf({ chunkBits }: Chunked, name: keyof Chunk): readonly [number, number] {
  return name === 'keys' ? [1, 2 ** chunkBits] : [4, 1]
}

/** Whether two hashes are equal, whose words are `step` apart. */
function areEqualWords(a: Uint32Array, x: number, b: Uint32Array, y: number, step: number): boolean {
  return (
    a[x] === b[y] &&
    a[x + step] === b[y + step] &&
    a[x + 2 * step] === b[y + 2 * step] &&
    a[x + 3 * step] === b[y + 3 * step]
  )
}

/** The size of a hash table for `count` entries: a power of two, at most two thirds full. */
export function tableSize(count: number): number {
  return 2 ** Math.max(4, Math.ceil(Math.log2(count * 1.5 + 1)))
}

/** [count] the first visited document of equal hash, for every document. */
export function firstOfEqual(hashes: Hashes, count: number, order?: Int32Array): Int32Array<ArrayBuffer> {
  const first = inputOrder(count)
  groupEqual(hashes, first, order)
  return first
}

/** Sets `first` of each document still alone to the first visited one of equal hash; skips rows with `only` 0. */
function groupEqual(
  hashes: Hashes,
  first: Int32Array,
  order: Int32Array | undefined,
  only?: readonly Uint32Array[],
): void {
  const { parts, slots, bits, rowStep, wordStep } = hashes
  const rowMask = 2 ** bits - 1
  const count = first.length
  const mask = tableSize(count) - 1
  const table = new Int32Array(mask + 1) // document + 1; 0: free
  for (let place = 0; place < count; place++) {
    const document = order === undefined ? place : order[place]
    if (first[document] !== document) continue
    const chunk = slots[document] >>> bits
    const row = slots[document] & rowMask
    if (only !== undefined && only[chunk][row] === 0) continue
    // Mixed from two words, so that a column whose first word is weak still spreads.
    const part = parts[chunk]
    const mixed = Math.imul(part[row * rowStep], 0x9e3779b1) ^ part[row * rowStep + wordStep]
    let slot = mixed & mask
    for (;;) {
      const holder = table[slot]
      if (holder === 0) {
        table[slot] = document + 1
        break
      }
      const other = slots[holder - 1]
      if (
        areEqualWords(part, row * rowStep, parts[other >>> bits], (other & rowMask) * rowStep, wordStep)
      ) {
        first[document] = holder - 1
        break
      }
      slot = (slot + 1) & mask
    }
  }
  release(table)
}
