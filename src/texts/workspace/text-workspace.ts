/** Text workspace: a workspace for texts from JavaScript, with the text rule or the tokens of another rule. */
import { totalLength } from '../../ground/lists/joined.ts'
import type { Kernels } from '../kernels/layout/kernels.ts'
import { align64 } from '../kernels/layout/memory-layout.ts'
import {
  bandKeysWord,
  describeStride,
  type KernelPlan,
  mostSketched,
  notSketched,
  oddSketchWords,
  ruleOf,
  tokenCountWord,
  tokenHashWord,
} from '../kernels/layout/plan-layout.ts'
import { Workspace } from './workspace.ts'

export class TextWorkspace extends Workspace {
  /** @param stops token hashes of the stop words, for the unit `stopword` */
  constructor(kernels: Kernels, plan: KernelPlan, stops: BigUint64Array) {
    super(kernels, plan, stops, 'cut the text, or leave it out; texts that are compared share the memory')
  }

  /**
   * Rows of `Kernels.describe` for texts, a copy.
   *
   * @param at free memory
   */
  describe(texts: readonly Uint8Array[], at: number): Uint32Array {
    const total = totalLength(texts)
    const tableAt = align64(at + total + 64)
    const rowsAt = align64(tableAt + 8 * texts.length)
    const words = describeStride(this.plan.bands, this.plan.sketches) * texts.length
    const scratchAt = align64(rowsAt + 4 * words + 64)
    this.reserve(scratchAt)
    const { bytes } = this
    const table = this.wordsAt(tableAt, 2 * texts.length)
    let from = at
    let scratch = 0
    texts.forEach((text, i) => {
      bytes.set(text, from)
      table.set([from, from + text.length], 2 * i)
      scratch = Math.max(scratch, this.scratch(from, from + text.length, this.plan))
      from += text.length
    })
    this.reserve(scratchAt + scratch)
    this.kernels.describe(tableAt, texts.length, this.planAt, scratchAt, rowsAt)
    return this.wordsAt(rowsAt, words).slice()
  }

  /** The row of one text with the tokens of a canonical text. @param at free memory */
  describeTokens(raw: Uint8Array, canonical: Uint8Array, at: number): Uint32Array {
    const { plan } = this
    const row = new Uint32Array(describeStride(plan.bands, plan.sketches))
    row.set(this.hash128(raw, at))
    if (plan.bands === 0) return row
    const shingles = this.cutTokens(canonical, at)
    row.set(this.wordsAt(this.resultAt, 4), tokenHashWord)
    row[tokenCountWord] = shingles.tokens
    if (shingles.tokens === 0) return row
    row.set(this.bandKeys(at, shingles.count), bandKeysWord)
    if (plan.sketches) row.set(this.oddSketch(at, shingles.count), bandKeysWord + plan.bands)
    return row
  }

  /**
   * Shingle hashes (u64, at `at`) of a text. `canonical`: its tokens are separated by blanks, as in the result of
   * `canonicalise` without marks. The memory behind them is used until the call returns.
   */
  cut(text: Uint8Array, at: number, canonical: boolean): number {
    return canonical ? this.cutTokens(text, at).count : this.cutText(text, at)
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
    const tokens = kernels.tokenHashes(from, to, tokensAt, ruleOf(plan))
    if (plan.unit === 'chars')
      kernels.sequenceHash(at, kernels.charShingles(from, to, 1, at), this.resultAt)
    else kernels.sequenceHash(tokensAt, tokens, this.resultAt)
    if (plan.unit === 'words') return { tokens, count: kernels.wordShingles(tokensAt, tokens, size, at) }
    if (plan.unit === 'chars') return { tokens, count: kernels.charShingles(from, to, size, at) }
    // Sequences are shingles of shingles; each is written before its first item is overwritten.
    const itemsAt = sequence > 1 ? at + 8 * (sequence + 1) : at
    const items = kernels.stopwordShingles(tokensAt, tokens, size, stops, stopBits, itemsAt)
    const count = sequence > 1 ? kernels.wordShingles(itemsAt, items, sequence, at) : items
    return { tokens, count }
  }

  /** Odd sketch of `count` shingle hashes at `shingles`, a copy; removes repeats among them. */
  oddSketch(shingles: number, count: number): Uint32Array {
    if (count > mostSketched) return new Uint32Array(oddSketchWords).fill(notSketched, -1)
    const size = this.distinct(shingles, count)
    const at = align64(shingles + 8 * size + 64)
    this.reserve(at + 4 * oddSketchWords)
    this.kernels.oddSketch(shingles, size, at)
    return this.wordsAt(at, oddSketchWords).slice()
  }

  /** Canonical text in which each part between blanks is one token. @param at free memory */
  fold(text: Uint8Array, at: number): Uint8Array {
    // The marks between adjacent tokens are 1.
    return this.canonicalise(text, at).filter(byte => byte !== 1)
  }
}
