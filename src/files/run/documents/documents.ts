/**
 * Documents: what the scan leaves of a run's input, as columns that grow at their end.
 *
 * 48 bytes a document (52 where a keep rule compares lengths), 4 for each band, and 84 for the sketch of a text that
 * may be measured; no JavaScript object for any. Documents are numbered from 0 in input order.
 */
import type { Columns } from '../../../engine/batch/columns.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { resized } from '../../../ground/lists/growing-lists.ts'
import {
  bandKeysWord,
  describeStride,
  oddSketchWords,
  tokenCountWord,
  tokenHashWord,
} from '../../../texts/kernels/layout/plan-layout.ts'
import type { PlainSource } from '../../sources/source.ts'
import type { RangeResult } from '../../tasks/scan-range.ts'
import type { RecordPlace } from '../../thread/record-reader.ts'
import { BadRecords } from './bad-records.ts'
import { RecordNumbers } from './record-numbers.ts'

/** What is kept of each document, beside its place. */
interface KeptColumns {
  /** Band keys. */
  readonly bands: number
  /** Whether the scan makes odd sketches. */
  readonly sketches: boolean
  /** Number of keep-rule fields. */
  readonly fields: number
  /** Whether a keep rule compares lengths. */
  readonly textBytes: boolean
  /** Whether all bad records are kept with their place, or only the first. */
  readonly allBad: boolean
}

export class Documents implements Columns {
  count = 0
  exact = new Uint32Array(0)
  tokens = new Uint32Array(0)
  tokenCount = new Uint32Array(0)
  exactTwin?: Uint8Array
  keys = new Uint32Array(0)
  /** [count * oddSketchWords] for bounds of similarities; empty unless the scan makes them. */
  sketches = new Uint32Array(0)
  offset = new Float64Array(0)
  length = new Uint32Array(0)
  /** [count] of the raw text; empty unless a keep rule compares lengths. */
  textBytes = new Uint32Array(0)
  readonly bands: number
  /** In input order; filled by the scan. */
  readonly sources: readonly PlainSource[]
  /** Values of keep-rule fields, one list for each field. */
  readonly fields: unknown[][]
  /** All records, of which the documents are those that are not bad. */
  readonly records = new RecordNumbers()
  readonly bad: BadRecords
  readonly #keepsLengths: boolean
  readonly #hasSketches: boolean
  #capacity = 0

  constructor(sources: readonly PlainSource[], kept: KeptColumns) {
    this.sources = sources
    this.bands = kept.bands
    this.fields = Array.from({ length: kept.fields }, () => [])
    this.bad = new BadRecords(sources, kept.allBad)
    this.#keepsLengths = kept.textBytes
    this.#hasSketches = kept.sketches
  }

  /**
   * Makes room for `expected` documents in all, or for fewer where the system refuses it, but for `least`: untouched
   * room costs no memory, and yet some systems give no more of it than they have.
   *
   * @throws NearsameError MEMORY_EXHAUSTED
   */
  #expect(expected: number, least: number): void {
    for (let capacity = Math.max(expected, least); ; capacity = Math.max(least, Math.ceil(capacity / 4))) {
      try {
        this.#resize(capacity)
        this.#capacity = capacity
        return
      } catch (cause) {
        if (!(cause instanceof RangeError)) throw cause
        if (capacity === least) throw noRoom(least, cause)
      }
    }
  }

  #resize(capacity: number): void {
    this.exact = roomier(this.exact, 4 * capacity)
    this.tokens = roomier(this.tokens, 4 * capacity)
    this.tokenCount = roomier(this.tokenCount, capacity)
    this.keys = roomier(this.keys, this.bands * capacity)
    if (this.#hasSketches) this.sketches = roomier(this.sketches, oddSketchWords * capacity)
    this.offset = roomier(this.offset, capacity)
    this.length = roomier(this.length, capacity)
    if (this.#keepsLengths) this.textBytes = roomier(this.textBytes, capacity)
  }

  /**
   * Takes the next range, in input order.
   *
   * @param share of the input that is read with it, in (0, 1]: when there is no room left, room is made for all
   */
  append(result: RangeResult, share: number): void {
    const needed = this.count + result.documents
    if (needed > this.#capacity)
      this.#expect(Math.ceil((1.1 * needed) / share), Math.ceil(1.25 * needed) + 64)
    const first = this.count
    this.#splitRows(result)
    this.offset.set(result.offsets, first)
    this.length.set(result.lengths, first)
    if (this.#keepsLengths) this.textBytes.set(result.textBytes, first)
    result.fields.forEach((values, i) => {
      for (const value of values) this.fields[i].push(value)
    })
    for (const array of [result.described, result.offsets, result.lengths, result.textBytes]) release(array)
    this.bad.append(result, this.records.append(result))
    this.count += result.documents
  }

  /** Bytes of the keys of all documents. */
  get keyBytes(): number {
    return this.keys.BYTES_PER_ELEMENT * this.count * this.bands
  }

  /** Drops the hashes of texts and token sequences, once equal documents are known. */
  dropHashes(): void {
    release(this.exact)
    release(this.tokens)
  }

  /** Drops the numbers of tokens, once documents are grouped. */
  dropTokenCounts(): void {
    release(this.tokenCount)
  }

  #splitRows({ described, documents }: RangeResult): void {
    const stride = describeStride(this.bands, this.#hasSketches)
    const sketchWords = stride - bandKeysWord - this.bands
    for (let i = 0; i < documents; i++) {
      const row = i * stride
      const document = this.count + i
      for (let word = 0; word < 4; word++) {
        this.exact[4 * document + word] = described[row + word]
        this.tokens[4 * document + word] = described[row + tokenHashWord + word]
      }
      this.tokenCount[document] = described[row + tokenCountWord]
      const keys = document * this.bands
      const keysAt = row + bandKeysWord
      for (let band = 0; band < this.bands; band++) this.keys[keys + band] = described[keysAt + band]
      const sketch = document * sketchWords
      const from = keysAt + this.bands
      for (let word = 0; word < sketchWords; word++) this.sketches[sketch + word] = described[from + word]
    }
  }

  /** Where a document's record is. */
  placeOf(document: number): RecordPlace {
    const source = this.sources[this.records.sourceOf(document)]
    return { source, offset: this.offset[document], length: this.length[document] }
  }

  /** `file:record`, as messages and files name a document. */
  at(document: number): string {
    const { path } = this.sources[this.records.sourceOf(document)]
    return `${path}:${this.records.numberOf(document)}`
  }
}

/** `resized` where there is not that much room already. */
function roomier<T extends Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  array: T,
  length: number,
): T {
  return array.length < length ? resized(array, length) : array
}

function noRoom(documents: number, cause: RangeError): NearsameError {
  return new NearsameError('MEMORY_EXHAUSTED', {
    expected: `room for what is kept of ${documents} documents`,
    got: cause.message,
    fix: 'free some memory, or divide the input and deduplicate what is kept of its parts',
    cause,
  })
}

/** Gives memory back at once instead of when the collector comes by; the array is empty afterwards. */
function release(array: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>): void {
  if (array.buffer.byteLength > 0) array.buffer.transfer(0)
}
