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
import { type Columns, inputOrder, kinds, type Outcome } from './columns.ts'

/**
 * The first visited document with the same raw text, for every document.
 *
 * @param order [count] document numbers in visiting order; undefined: input order.
 * @returns [count], owned by the caller.
 */
export function exactRepresentatives(columns: Columns, order?: Int32Array): Int32Array {
  return firstOfEqual(columns.exact, columns.count, order)
}

/**
 * The first visited document with the same raw text or, if there are tokens, the same token sequence.
 *
 * @param order [count] document numbers in visiting order; undefined: input order.
 * @returns [count], owned by the caller.
 */
export function representatives(columns: Columns, order?: Int32Array): Int32Array {
  const first = exactRepresentatives(columns, order)
  groupEqual(columns.tokens, first, order, columns.tokenCount)
  // By now the representative of an exact class may itself have an earlier one.
  for (let document = 0; document < columns.count; document++) {
    first[document] = first[first[document]]
  }
  return first
}

/** [count] 1 where a document's raw text equals that of its representative. */
export function exactTwins(columns: Columns, representative: Int32Array): Uint8Array {
  const twins = new Uint8Array(columns.count)
  for (let document = 0; document < columns.count; document++) {
    const first = representative[document]
    if (first === document || isEqualHash(columns.exact, document, first)) twins[document] = 1
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

/** Whether two rows of a [count * 4] column of hashes are equal. */
export function isEqualHash(hashes: Uint32Array, left: number, right: number): boolean {
  const a = left * 4
  const b = right * 4
  return (
    hashes[a] === hashes[b] &&
    hashes[a + 1] === hashes[b + 1] &&
    hashes[a + 2] === hashes[b + 2] &&
    hashes[a + 3] === hashes[b + 3]
  )
}

/** The size of a hash table for `count` entries: a power of two, at most two thirds full. */
export function tableSize(count: number): number {
  return 2 ** Math.max(4, Math.ceil(Math.log2(count * 1.5 + 1)))
}

/** [count] the first visited document of equal hash, for every document; `hashes` are 4 words each. */
export function firstOfEqual(hashes: Uint32Array, count: number, order?: Int32Array): Int32Array {
  const first = inputOrder(count)
  groupEqual(hashes, first, order)
  return first
}

/** Sets `first` of each document still alone to the first visited one of equal hash; skips rows with `only` 0. */
function groupEqual(
  hashes: Uint32Array,
  first: Int32Array,
  order: Int32Array | undefined,
  only?: Uint32Array,
): void {
  const count = first.length
  const mask = tableSize(count) - 1
  const table = new Int32Array(mask + 1) // document + 1; 0: free
  for (let place = 0; place < count; place++) {
    const document = order === undefined ? place : order[place]
    if (first[document] !== document || (only !== undefined && only[document] === 0)) continue
    // Mixed from two words, so that a column whose first word is weak still spreads.
    const mixed = Math.imul(hashes[document * 4], 0x9e3779b1) ^ hashes[document * 4 + 1]
    let slot = mixed & mask
    for (;;) {
      const holder = table[slot]
      if (holder === 0) {
        table[slot] = document + 1
        break
      }
      if (isEqualHash(hashes, holder - 1, document)) {
        first[document] = holder - 1
        break
      }
      slot = (slot + 1) & mask
    }
  }
  release(table)
}
