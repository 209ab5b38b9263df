/**
 * Text batch: the texts of several records of a block in kernel memory, described in one call.
 *
 *     │ block │ bounds of the records │ table: u32 {from, to} of each text │ decoded texts ... │ rows │ scratch │
 *
 * Call order: `(begin (findPlain admit* | takeOne)* describe?)*`.
 */
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { WordList } from '../../ground/lists/growing-lists.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import { describeStride } from '../../texts/kernels/layout/plan-layout.ts'
import { rarestRoom } from '../../texts/kernels/layout/rarest-plan.ts'
import { addFingerprints } from '../../texts/passages/document-windows.ts'
import type { WindowReader } from '../../texts/passages/window-reader.ts'
import type { Workspace } from '../../texts/workspace/workspace.ts'
import type { Extractor } from './thread/extract.ts'
import type { KeySigner } from './thread/key-signer.ts'
import type { PlacedRarest } from './thread/placed-rarest.ts'
import type { TextRange } from './thread/text-range.ts'

export class TextBatch {
  readonly #space: Workspace
  readonly #extractor: Extractor
  readonly #signer: KeySigner | undefined
  readonly #rarest: PlacedRarest | undefined
  readonly #range: TextRange = { from: 0, to: 0, free: 0 }
  #bounds = 0
  #table = 0
  /** First byte behind the decoded texts. */
  #out = 0
  /** Scratch bytes for each of the texts. */
  #scratch = 0
  /** The next text that the kernel has found, by its place in the table. */
  #found = 0
  /** Number of texts in the batch. */
  texts = 0

  /** @param rarest gives the rarest shingles of each text, if they are wanted */
  constructor(space: Workspace, extractor: Extractor, signer?: KeySigner, rarest?: PlacedRarest) {
    this.#space = space
    this.#rarest = rarest
    this.#extractor = extractor
    this.#signer = signer
  }

  /**
   * Starts a new batch.
   *
   * @param free first byte behind the block
   * @param bounds addresses of the records, and the one behind the last
   */
  begin(free: number, bounds: Uint32Array): void {
    const records = bounds.length - 1
    this.#bounds = align64(free)
    this.#table = align64(this.#bounds + 4 * bounds.length)
    this.#out = align64(this.#table + 8 * records + 64)
    this.#scratch = 0
    this.texts = 0
    this.#space.reserve(this.#out + bounds[records] - bounds[0] + 128 * records + 64)
    this.#space.words.set(bounds, this.#bounds / 4)
  }

  /**
   * Finds the texts of up to `count` records from `first` on, as long as the kernel does. Each of them, in order, is
   * then taken by `admit`. @returns how many
   */
  findPlain(first: number, count: number): number {
    const texts = this.#table + 8 * this.texts
    const lines = { bounds: this.#bounds + 4 * first, count }
    const found = this.#extractor.texts(lines, this.#out, texts)
    if (found > 0) this.#out = this.#space.words[texts / 4 + 2 * found]
    this.#found = this.texts
    return found
  }

  /** Takes the next text that was found. @returns whether it is one: false if it counts as null */
  admit(): boolean {
    const { words } = this.#space
    const at = this.#table / 4 + 2 * this.#found++
    if (this.#extractor.isNull(words[at], words[at + 1])) return false
    const to = this.#table / 4 + 2 * this.texts++
    words[to] = words[at]
    words[to + 1] = words[at + 1]
    this.#noteScratch()
    return true
  }

  /** Takes the next record, at [from, to). @returns undefined, or its error */
  takeOne(from: number, to: number): NearsameError | undefined {
    const error = this.#extractor.text(from, to, this.#out, this.#range)
    if (error === undefined) this.#add(this.#range)
    return error
  }

  #add({ from, to, free }: TextRange): void {
    this.#space.words.set([from, to], this.#table / 4 + 2 * this.texts++)
    this.#noteScratch()
    this.#out = free
  }

  /** For the last text. */
  #noteScratch(): void {
    const at = this.#table / 4 + 2 * (this.texts - 1)
    const { words, plan } = this.#space
    this.#scratch = Math.max(this.#scratch, this.#space.scratch(words[at], words[at + 1], plan))
  }

  /** Bytes of a text, by its place counted from the end: -1 is the last one. */
  bytesOf(text: number): number {
    const at = this.#table / 4 + 2 * (this.texts + text)
    return this.#space.words[at + 1] - this.#space.words[at]
  }

  /** The last text, and the first address behind it. */
  get lastText(): TextRange {
    const at = this.#table / 4 + 2 * (this.texts - 1)
    const { words } = this.#space
    return { from: words[at], to: words[at + 1], free: Math.max(words[at + 1], this.#out) }
  }

  /** Adds the fingerprints of each text. */
  addFingerprints(reader: WindowReader, prints: WordList): void {
    const free = align64(this.#out)
    for (let text = 0; text < this.texts; text++) {
      const at = this.#table / 4 + 2 * text
      const [from, to] = this.#space.words.subarray(at, at + 2)
      // Behind room for its tokens.
      reader.read(from, to, align64(free + 4 * (to - from) + 128), free)
      addFingerprints(reader, prints)
    }
  }

  /**
   * Rows of `Kernels.describe`, a view of kernel memory; with a signer its keys are in them. REQUIRES: texts > 0.
   *
   * @param lists gets the rarest shingles of each text, if they are wanted
   */
  describe(lists: WordList): Uint32Array {
    const { plan } = this.#space
    const stride = describeStride(plan.bands, plan.sketches)
    const rowsAt = align64(this.#out)
    const scratchAt = align64(rowsAt + 4 * stride * this.texts)
    this.#space.reserve(scratchAt + this.#scratch)
    this.#describe(scratchAt, rowsAt, lists)
    const table = this.#table / 4
    const signer = this.#signer
    const keys = signer?.keys([...this.#space.words.subarray(table, table + 2 * this.texts)], scratchAt)
    const rows = this.#space.words.subarray(rowsAt / 4, rowsAt / 4 + stride * this.texts)
    return keys === undefined ? rows : withKeys(rows, stride, keys, signer?.words ?? 0)
  }

  #describe(scratchAt: number, rowsAt: number, lists: WordList): void {
    const { kernels, planAt } = this.#space
    if (this.#rarest === undefined) {
      kernels.describe(this.#table, this.texts, planAt, scratchAt, rowsAt)
      return
    }
    const to = align64(scratchAt + this.#scratch)
    let room = 0
    for (let text = -this.texts; text < 0; text++) room += rarestRoom(this.bytesOf(text))
    this.#space.reserve(to + room)
    const rarestPlan = this.#rarest.begin(to)
    kernels.describeRarest(this.#table, this.texts, planAt, scratchAt, rowsAt, rarestPlan)
    lists.append(this.#rarest.taken(to))
  }
}

/** Rows with the key of each text's signature instead of bands; for a text without one, hashes of the text itself. */
function withKeys(
  rows: Uint32Array,
  stride: number,
  keys: readonly (Uint32Array | undefined)[],
  words: number,
): Uint32Array {
  const hashes = describeStride(0)
  const signed = new Uint32Array(keys.length * (hashes + words))
  for (const [i, key] of keys.entries()) {
    const row = rows.subarray(i * stride, i * stride + hashes)
    const at = i * (hashes + words)
    signed.set(row, at)
    signed.set(key ?? row.subarray(0, Math.min(words, 4)), at + hashes)
  }
  return signed
}
