/**
 * Shingle method: the index side of `minhash`, of the methods of equal signatures, and of exact duplicates. The kernels
 * make the postings; pairs are measured on shingle sets.
 */
import type { Engine } from '../../../engine/library/open-engine.ts'
import { areEqualNumbers } from '../../../ground/lists/equal-numbers.ts'
import type { MeasureName } from '../../../methods/contract/measures.ts'
import type { Compared, Measured, OnlineMethod } from '../../../methods/contract/online-method.ts'
import { signatureKey } from '../../../methods/contract/signature-key.ts'
import {
  areEqualTexts,
  areEqualTokens,
  ofText,
  posting,
  type Sketch,
} from '../../../methods/contract/sketch.ts'
import type { SketchDecision } from '../../../methods/options/decision.ts'
import { align64 } from '../../../texts/kernels/layout/memory-layout.ts'
import { bandKeysWord, describeStride, tokenCountWord } from '../../../texts/kernels/layout/plan-layout.ts'
import { similarityOf } from '../../../texts/similarity/overlap.ts'
import { encodeText } from '../../../texts/text/text-bytes.ts'
import { ascending } from '../../postings/posting-index.ts'

/** Number of other texts above which keeping the shingles of each costs less than cutting them again. */
const few = 3

export class ShingleMethod implements OnlineMethod {
  readonly measure: MeasureName
  readonly isDistance = false
  readonly isDecidedBySketch = false
  readonly #engine: Engine
  readonly #kind: SketchDecision['kind']
  readonly #agree: number
  /** Shingles of texts among many: in a large cluster, each is measured with all others. */
  readonly #cut = new WeakMap<Compared, BigUint64Array>()

  constructor(engine: Engine, { kind, measure }: SketchDecision, agree: number) {
    this.#engine = engine
    this.#kind = kind
    this.measure = measure
    this.#agree = agree
  }

  sketches(texts: readonly string[]): Sketch[] {
    const { space } = this.#engine
    const rows = space.describe(texts.map(encodeText), space.free)
    const stride = describeStride(space.plan.bands)
    return texts.map((text, i) => {
      const row = rows.subarray(i * stride, (i + 1) * stride)
      const hashes = row.slice(0, tokenCountWord)
      if (row[tokenCountWord] === 0) hashes.fill(0, 4) // as in `areEqualTokens`
      return { hashes, postings: this.#postings(text, row) }
    })
  }

  shingles(text: string): BigUint64Array {
    const { space } = this.#engine
    const count = space.cut(encodeText(text), space.free, false)
    return space.hashes(space.free, space.distinct(space.free, count)).sort()
  }

  same(a: Sketch, b: Sketch): Measured | undefined {
    const isEqual = areEqualTexts(a, b)
    if (this.#kind === 'exact') return isEqual ? { similarity: 1 } : undefined
    if (this.#kind === 'signature') return isEqual ? { similarity: 1, jaccard: 1 } : undefined
    return isEqual || areEqualTokens(a, b) ? { similarity: 1 } : undefined
  }

  oddSketch(of: Compared): Uint32Array | undefined {
    if (this.#kind !== 'measure') return undefined
    const { space } = this.#engine
    const count = this.#place(of, space.free)
    return count === 0 ? undefined : space.oddSketch(space.free, count)
  }

  measured(query: Compared, others: readonly Compared[]): readonly (Measured | undefined)[] {
    if (others.length === 0 || this.#kind === 'exact') return others.map(() => undefined)
    const { measure, threshold } = this.#engine.settings.result
    const isSignature = this.#kind === 'signature'
    const { space } = this.#engine
    const left = { at: space.free, count: this.#place(query, space.free) }
    const behind = align64(left.at + 8 * left.count + 64)
    return others.map(other => {
      if (isSignature && !areEqualNumbers(query.sketch.postings, other.sketch.postings)) return undefined
      const right = { at: behind, count: this.#place(other, behind, others.length > few) }
      const free = align64(behind + 8 * right.count + 64)
      const isEmpty = left.count === 0 || right.count === 0
      const sizes = isEmpty
        ? { shared: 0, a: left.count, b: right.count }
        : space.overlap(left, right, free)
      left.count = sizes.a
      const similarity = similarityOf(isSignature ? 'jaccard' : measure, sizes)
      if (isSignature) return { similarity: 1, jaccard: similarity }
      return similarity >= threshold ? { similarity } : undefined
    })
  }

  /** Places the shingle hashes at `at`: the stored set, or cut from the text. @returns their number */
  #place(of: Compared, at: number, isKept = false): number {
    const { space } = this.#engine
    const shingles = of.shingles ?? this.#cut.get(of)
    if (shingles === undefined) {
      const count = space.cut(encodeText(of.text ?? ''), at, false)
      if (isKept) this.#cut.set(of, space.hashes(at, count))
      return count
    }
    space.reserve(at + 8 * shingles.length + 64)
    new BigUint64Array(space.kernels.memory.buffer, at, shingles.length).set(shingles)
    return shingles.length
  }

  #postings(text: string, row: Uint32Array): Uint32Array {
    if (this.#kind === 'signature') return this.#signaturePostings(text)
    const isWithoutTokens = row[tokenCountWord] === 0
    if (this.#kind === 'exact') return Uint32Array.of(posting(row[0], 0))
    // Only an equal text may find it: just enough postings for a candidate, from the hash of the text.
    if (isWithoutTokens)
      return Uint32Array.from({ length: this.#agree }, (_, i) => posting(row[i % 4], ofText + i))
    // Ascending, as lookups need them.
    return ascending(row.subarray(bandKeysWord).map((key, band) => posting(key, band)))
  }

  /** From the 128 bits of the signature, or of the text's hash if it has no signature. */
  #signaturePostings(text: string): Uint32Array {
    const { signature, space } = this.#engine
    return signatureKey(space, signature?.(text) ?? text, space.free).map((word, i) => posting(word, i))
  }
}
