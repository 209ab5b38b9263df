/**
 * Text workspace: kernels and the layout of their memory, for texts that come from JavaScript.
 *
 *     base │ plan │ small results │ stop words │ kept shingle sets ... │ texts ... │ tables │ scratch ...
 *
 * `base` to `free` is laid out once. What lies behind belongs to the call at work, but for shingle sets that the owner
 * keeps (`ShingleSets`).
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Kernels } from '../kernels/layout/kernels.ts'
import { align64, setTableBytes, stopTableBits, writeStopTable } from '../kernels/layout/memory-layout.ts'
import {
  bandKeysWord,
  describeStride,
  type KernelPlan,
  mostSketched,
  notSketched,
  oddSketchWords,
  scratchBytes,
  tokenCountWord,
  tokenHashWord,
  writePlan,
} from '../kernels/layout/plan-layout.ts'
import { withoutMarks } from './token-rule.ts'

export class TextWorkspace {
  readonly kernels: Kernels
  readonly plan: KernelPlan
  readonly planAt: number
  /** 64 bytes for what single calls answer. */
  readonly resultAt: number
  /** First byte that is not laid out. */
  readonly free: number

  /** @param stops token hashes of the stop words, for the unit `stopword` */
  constructor(kernels: Kernels, plan: KernelPlan, stops: BigUint64Array) {
    this.kernels = kernels
    this.planAt = kernels.base
    this.resultAt = this.planAt + 64
    const stopsAt = this.resultAt + 64
    const stopBits = stopTableBits(stops.length)
    this.free = align64(stopsAt + 8 * 2 ** stopBits)
    this.plan = { ...plan, stops: stopsAt, stopBits }
    this.reserve(this.free + 64)
    writePlan(kernels.memory.buffer, this.planAt, this.plan)
    writeStopTable(kernels.memory.buffer, stopsAt, stopBits, stops)
  }

  /** Makes [0, end) addressable. @throws NearsameError MEMORY_EXHAUSTED */
  reserve(end: number): void {
    if (this.kernels.reserve(end + 64)) return
    throw new NearsameError('MEMORY_EXHAUSTED', {
      expected: 'at most 4 GiB of kernel memory',
      got: `a need of ${end} bytes`,
      fix: 'cut the text, or leave it out; texts that are compared share the memory',
    })
  }

  /** The memory as bytes. Take it anew after `reserve`. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.kernels.memory.buffer)
  }

  /** `length` u32 at `at`, a view. */
  words(at: number, length: number): Uint32Array {
    return new Uint32Array(this.kernels.memory.buffer, at, length)
  }

  /**
   * Rows of `Kernels.describe` for texts, a copy.
   *
   * @param at free memory
   */
  describe(texts: readonly Uint8Array[], at: number): Uint32Array {
    const total = texts.reduce((sum, { length }) => sum + length, 0)
    const longest = texts.reduce((most, { length }) => Math.max(most, length), 0)
    const tableAt = align64(at + total + 64)
    const rowsAt = align64(tableAt + 8 * texts.length)
    const words = describeStride(this.plan.bands, this.plan.sketches) * texts.length
    const scratchAt = align64(rowsAt + 4 * words + 64)
    this.reserve(scratchAt + scratchBytes(longest, this.plan))
    const { bytes } = this
    const table = this.words(tableAt, 2 * texts.length)
    let from = at
    texts.forEach((text, i) => {
      bytes.set(text, from)
      table.set([from, from + text.length], 2 * i)
      from += text.length
    })
    this.kernels.describe(tableAt, texts.length, this.planAt, scratchAt, rowsAt)
    return this.words(rowsAt, words).slice()
  }

  /** The same for one text whose tokens are those of a canonical text. @param at free memory */
  describeTokens(raw: Uint8Array, canonical: Uint8Array, at: number): Uint32Array {
    const { kernels, plan } = this
    const row = new Uint32Array(describeStride(plan.bands, plan.sketches))
    this.reserve(at + raw.length + 64)
    this.bytes.set(raw, at)
    kernels.hash128(at, at + raw.length, this.resultAt)
    row.set(this.words(this.resultAt, 4))
    if (plan.bands === 0) return row
    const shingles = this.cutTokens(canonical, at)
    row.set(this.words(this.resultAt, 4), tokenHashWord)
    row[tokenCountWord] = shingles.tokens
    if (shingles.tokens === 0) return row
    row.set(this.bandKeys(at, shingles.count), bandKeysWord)
    if (plan.sketches) row.set(this.oddSketch(at, shingles.count), bandKeysWord + plan.bands)
    return row
  }

  /**
   * Shingle hashes (u64, at `at`) of a text. `canonical`: its tokens are those between blanks, as `canonicalise` leaves
   * them without marks. Behind them the memory is used up to the return.
   */
  cut(text: Uint8Array, at: number, canonical: boolean): number {
    if (canonical) return this.cutTokens(text, at).count
    // The text is no longer needed once its shingles are known: they take its place.
    const from = align64(at)
    const scratchAt = align64(from + text.length + 64)
    this.reserve(scratchAt + scratchBytes(text.length, this.plan))
    this.bytes.set(text, from)
    return this.kernels.shinglesOf(from, from + text.length, this.planAt, scratchAt, at)
  }

  /** Shingles of a canonical text at `at`, its sequence hash at `resultAt`. */
  cutTokens(canonical: Uint8Array, at: number): { tokens: number; count: number } {
    const { kernels, plan } = this
    const { size, sequence = 1, stops, stopBits } = plan
    const from = align64(at + 8 * (canonical.length + size + sequence + 2) + 64)
    const to = from + canonical.length
    const tokensAt = align64(to + 64)
    this.reserve(tokensAt + 8 * canonical.length + 128)
    this.bytes.set(canonical, from)
    const tokens = kernels.tokenHashes(from, to, tokensAt)
    if (plan.unit === 'chars')
      kernels.sequenceHash(at, kernels.charShingles(from, to, 1, at), this.resultAt)
    else kernels.sequenceHash(tokensAt, tokens, this.resultAt)
    if (plan.unit === 'words') return { tokens, count: kernels.wordShingles(tokensAt, tokens, size, at) }
    if (plan.unit === 'chars') return { tokens, count: kernels.charShingles(from, to, size, at) }
    // Sequences are shingles of shingles; one is written before its first item is overwritten.
    const itemsAt = sequence > 1 ? at + 8 * (sequence + 1) : at
    const items = kernels.stopwordShingles(tokensAt, tokens, size, stops, stopBits, itemsAt)
    const count = sequence > 1 ? kernels.wordShingles(itemsAt, items, sequence, at) : items
    return { tokens, count }
  }

  /** Odd sketch of `count` shingle hashes at `shingles`, a copy; repeats among them are gone afterwards. */
  oddSketch(shingles: number, count: number): Uint32Array {
    if (count > mostSketched) return new Uint32Array(oddSketchWords).fill(notSketched, -1)
    const at = align64(shingles + 8 * count + 64)
    this.reserve(at + setTableBytes(count) + 64)
    const size = this.kernels.distinct(shingles, count, at, shingles)
    this.kernels.oddSketch(shingles, size, at)
    return this.words(at, oddSketchWords).slice()
  }

  /** Signature of `count` >= 1 shingle hashes at `shingles`, a copy. */
  signature(shingles: number, count: number): Uint32Array {
    const { signatureLength, seed } = this.plan
    const at = align64(shingles + 8 * count + 64)
    this.reserve(at + 4 * signatureLength + 64)
    this.kernels.signature(shingles, count, signatureLength, seed, at)
    return this.words(at, signatureLength).slice()
  }

  /** Band keys of the same, a copy. */
  bandKeys(shingles: number, count: number): Uint32Array {
    const { bands, rows, signatureLength, seed } = this.plan
    const at = align64(shingles + 8 * count + 64)
    const keysAt = align64(at + 4 * signatureLength + 64)
    this.reserve(keysAt + 4 * bands + 64)
    this.kernels.signature(shingles, count, signatureLength, seed, at)
    this.kernels.bandKeys(at, bands, rows, keysAt)
    return this.words(keysAt, bands).slice()
  }

  /** Canonical text of a text, a copy. @param at free memory */
  canonicalise(text: Uint8Array, at: number): Uint8Array {
    const out = align64(at + text.length + 64)
    this.reserve(out + 4 * text.length + 128)
    this.bytes.set(text, at)
    const end = this.kernels.canonicalise(at, at + text.length, out)
    return this.bytes.slice(out, end)
  }

  /** Canonical text in which what stands between blanks is one token. @param at free memory */
  fold(text: Uint8Array, at: number): Uint8Array {
    return withoutMarks(this.canonicalise(text, at))
  }
}
