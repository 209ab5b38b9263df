/**
 * Window reader: the tokens, fingerprints and windows of a text in kernel memory.
 *
 *     text ─▶ tokens ─▶ hashes of grams ─▶ fingerprints        (pass 1)
 *                  └──▶ hashes of windows                      (pass 2, if one of its fingerprints is wanted)
 *
 * Call order: `(read fingerprints windows*)*`; each overwrites the results of the one before.
 */
import { align64, canonicalRoom } from '../kernels/layout/memory-layout.ts'
import { type KernelPlan, planBytes, ruleOf, writePlan } from '../kernels/layout/plan-layout.ts'
import type { PlacedPlan, Workspace } from '../workspace/workspace.ts'
import { saltedTokens, saltedWindows } from './salted-tokens.ts'
import type { WindowShape } from './window-shape.ts'

/** Where fingerprints stand, and the windows that take each: those from `first` up to that of the next one. */
export interface Fingerprints {
  readonly count: number
  /** Two u32 for each: its place, the first window. */
  readonly rows: Uint32Array
  /** Two u32 for the gram at each place. */
  readonly grams: Uint32Array
  /** First byte behind both, which are views. */
  readonly free: number
}

export class WindowReader {
  readonly #space: Workspace
  readonly #shape: WindowShape
  readonly #plan: PlacedPlan
  /** 0 for the hashes of the kernels. */
  salt = 0
  /** Where the tokens are, and the first byte behind them. */
  #at = 0
  #free = 0
  /** Tokens of the text read last. */
  count = 0

  constructor(space: Workspace, shape: WindowShape) {
    this.#space = space
    this.#shape = shape
    const plan: KernelPlan = { ...space.plan, sequence: 1, sketches: false, unit: 'words', size: 1 }
    const planAt = space.claim(planBytes)
    this.#plan = { plan, planAt }
    writePlan(space.kernels.memory.buffer, planAt, plan)
  }

  get least(): number {
    return this.#shape.least
  }

  /** Windows of the text read last. */
  get windows(): number {
    return Math.max(0, this.count - this.#shape.least + 1)
  }

  /**
   * Reads the text at [from, to).
   *
   * @param at where its tokens go: its own place, or before it
   * @param scratch free memory behind it
   * @returns their number
   */
  read(from: number, to: number, scratch: number, at: number): number {
    if (this.salt !== 0) return this.#readSalted(from, to, scratch, at)
    this.count = this.#space.shingles(from, to, scratch, at, this.#plan)
    return this.#placed(at)
  }

  /** The fingerprints of the text read last. REQUIRES: windows > 0 */
  fingerprints(): Fingerprints {
    const { kernels } = this.#space
    const { gram, choices } = this.#shape
    const gramsAt = this.#free
    const grams = this.count - gram + 1
    const rowsAt = align64(gramsAt + 8 * grams + 64)
    this.#space.reserve(rowsAt + 8 * this.windows)
    kernels.wordShingles(this.#at, this.count, gram, gramsAt)
    const count = kernels.winnow(gramsAt, grams, choices, rowsAt)
    const words = (from: number, length: number) => this.#space.wordsAt(from, length)
    const free = align64(rowsAt + 8 * count)
    // Room for the hashes of all windows, which may move memory.
    this.#space.reserve(free + 8 * this.windows + 64)
    return { count, rows: words(rowsAt, 2 * count), grams: words(gramsAt, 2 * grams), free }
  }

  /**
   * Hashes of all windows of `size` tokens of the text read last, two u32 each; a view. REQUIRES: size <= count
   *
   * @param out where they go. Default: where the grams are
   */
  hashesOf(size: number, out = this.#free): Uint32Array {
    const tokens = this.#space.wordsAt(this.#at, 2 * this.count)
    if (this.salt !== 0) return saltedWindows(tokens, size, this.salt)
    const windows = this.count - size + 1
    this.#space.reserve(out + 8 * windows + 64)
    this.#space.kernels.wordShingles(this.#at, this.count, size, out)
    return this.#space.wordsAt(out, 2 * windows)
  }

  /** Hash of all tokens of the text read last, two u32; a view. REQUIRES: count > 0 */
  wholeHash(): Uint32Array {
    const tokens = this.#space.wordsAt(this.#at, 2 * this.count)
    if (this.salt !== 0) return saltedWindows(tokens, this.count, this.salt)
    this.#space.kernels.sequenceHash(this.#at, this.count, this.#space.resultAt)
    return this.#space.wordsAt(this.#space.resultAt, 2)
  }

  #placed(at: number): number {
    this.#at = at
    this.#free = align64(at + 8 * this.count + 64)
    this.#space.reserve(this.#free)
    return this.count
  }

  #readSalted(from: number, to: number, scratch: number, at: number): number {
    const { kernels } = this.#space
    this.#space.reserve(scratch + canonicalRoom(to - from))
    const end = kernels.canonicalise(from, to, scratch, ruleOf(this.#space.plan))
    const tokens = saltedTokens(plainCanonical(this.#space.bytes.slice(scratch, end)), this.salt)
    this.count = tokens.length / 2
    this.#placed(at)
    this.#space.words.set(tokens, at / 4)
    return this.count
  }
}

/** A canonical text with a blank between any two tokens. @param canonical changed in place */
export function plainCanonical(canonical: Uint8Array): Uint8Array {
  for (let at = canonical.indexOf(1); at >= 0; at = canonical.indexOf(1, at + 1)) canonical[at] = 0x20
  return canonical
}
