/**
 * Document index: finds the documents of a collection by postings and names, in memory.
 *
 * A name is found by its 32-bit key, then compared with the name of the document. That costs 5 bytes per document in
 * sealed segments, and 16 to 28 in the tail.
 */
import { PostingIndex } from '../postings/posting-index.ts'
import type { PostingSegment } from '../postings/posting-segment.ts'
import type { StoreChanges } from './store.ts'

/** The postings and names of documents with consecutive numbers. */
export interface SegmentPair {
  readonly postings: PostingSegment
  readonly names: PostingSegment
}

export class DocumentIndex {
  protected readonly postings: PostingIndex
  protected readonly names = new PostingIndex(1)
  readonly #nameOf: (number: number) => string | undefined

  /** @param nameOf the name of a document */
  constructor(agree: number, nameOf: (number: number) => string | undefined) {
    this.postings = new PostingIndex(agree)
    this.#nameOf = nameOf
  }

  has(number: number): boolean {
    return this.postings.has(number) && this.names.has(number)
  }

  candidates(postings: Uint32Array): Uint32Array {
    return this.postings.candidates(postings)
  }

  holders(key: number, limit: number): Uint32Array {
    return this.postings.holders(key, limit)
  }

  holderCount(key: number): number {
    return this.postings.holderCount(key)
  }

  numberOf(name: string): number | undefined {
    const numbers = this.names.candidates(Uint32Array.of(nameKey(name)))
    return numbers.find(number => this.#nameOf(number) === name)
  }

  /** First number of the tail. */
  get tailFrom(): number {
    return this.names.tailFrom
  }

  /** Applies committed changes. @param sealed the segment sealed with them, which has its numbers' documents */
  apply({ added, removed }: Pick<StoreChanges, 'added' | 'removed'>, sealed?: SegmentPair): void {
    for (const number of removed) {
      this.postings.remove(number)
      this.names.remove(number)
    }
    if (sealed !== undefined) this.attach(sealed)
    const from = this.tailFrom
    for (const { number, name, sketch } of added) {
      if (number < from) continue
      this.postings.add(number, sketch.postings)
      this.names.add(number, Uint32Array.of(nameKey(name)))
    }
  }

  /** Drops the postings of removed documents. */
  compact(): void {
    this.postings.compact()
    this.names.compact()
  }

  attach({ postings, names }: SegmentPair): void {
    this.postings.attach(postings)
    this.names.attach(names)
  }
}

/**
 * The key of a name: FNV-1a over its units, then mixed, because names often differ only in their last digits.
 *
 * @example nameKey('"a"') // => 921681762
 */
export function nameKey(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
