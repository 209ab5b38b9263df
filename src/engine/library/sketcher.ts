/**
 * Sketcher: the parts of single texts, and the exact similarity of two. For many calls: it keeps its kernels, and all
 * its methods are synchronous. For single calls there are the functions of `single-texts.ts`.
 */

import { checkString } from '../../ground/options/arguments.ts'
import type { KernelName } from '../../texts/kernels/layout/kernels.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import { bandKey } from '../../texts/kernels/reference/signature.ts'
import type { BandShape } from '../../texts/lsh/banding.ts'
import { checkBandShape } from '../../texts/lsh/banding.ts'
import { type Overlap, similarityOf } from '../../texts/similarity/overlap.ts'
import { checkSignature, type Signature, signatureFrom } from '../../texts/sketch/signature-format.ts'
import { tokenRuleNumber } from '../../texts/workspace/token-rule.ts'
import { namedShingles } from '../explain/named-shingles.ts'
import { type ShingledText, shingleSet } from '../explain/shingle-overlap.ts'
import { openEngine, type TextEngine } from './open-engine.ts'
import type { EngineOptions } from './settings.ts'

export class Sketcher {
  readonly #engine: TextEngine

  /** Internal: use `openSketcher`. */
  constructor(engine: TextEngine) {
    this.#engine = engine
  }

  /** The kernels that run; `reference` where the engine has no WebAssembly, or a page's policy forbids it. */
  get kernels(): KernelName {
    return this.#engine.space.kernels.name
  }

  /** The tokens of a text, folded, in order. */
  tokens(text: string): string[] {
    checkString('text', text)
    const { reader, space } = this.#engine
    return reader.tokens(text, space.free)
  }

  /** The shingles of a text, each once, in reading order; words of a shingle are separated by a blank. */
  shingles(text: string): string[] {
    const { runs, set, read } = this.#shingledText(text)
    const wanted = new Set(set)
    const found: string[] = []
    for (let at = 0; at < runs.length; at++) if (wanted.delete(runs[at])) found.push(read(at))
    return found
  }

  /** The 64-bit hashes of the shingles, each once, ascending. */
  shingleHashes(text: string): BigUint64Array {
    checkString('text', text)
    const { space } = this.#engine
    return shingleSet(space.hashes(space.free, this.#cut(text, space.free)))
  }

  /** The MinHash signature; undefined for a text without tokens, which has no shingles. */
  minHash(text: string): Signature | undefined {
    checkString('text', text)
    const { settings, space } = this.#engine
    const count = this.#cut(text, space.free)
    if (count === 0) return undefined
    const values = space.signature(space.free, count)
    return signatureFrom(space.plan, tokenRuleNumber(settings.rule), values)
  }

  /** Exact Jaccard similarity of the shingle sets, in [0, 1]; a text without shingles matches only its equals. */
  jaccard(a: string, b: string): number {
    return this.#measure('jaccard', a, b)
  }

  /** Share of the smaller shingle set that is in the other, in [0, 1]; without shingles as for `jaccard`. */
  containment(a: string, b: string): number {
    return this.#measure('containment', a, b)
  }

  /** The shingles of a text with their words. */
  #shingledText(text: string): ShingledText {
    checkString('text', text)
    const { reader, space } = this.#engine
    const canonical = reader.canonical(text, space.free)
    const { count } = space.cutTokens(canonical, space.free)
    return namedShingles(space, canonical, space.hashes(space.free, count), space.free)
  }

  #measure(measure: 'jaccard' | 'containment', a: string, b: string): number {
    checkString('a', a)
    checkString('b', b)
    return a === b ? 1 : similarityOf(measure, this.#shared(a, b))
  }

  #shared(a: string, b: string): Overlap {
    const { reader, space } = this.#engine
    const at = space.free
    // Both before either is cut: the caller's steps and segmenters may call this sketcher.
    const [textA, textB] = [reader.canonical(a, at), reader.canonical(b, at)]
    const left = { at, count: space.cutTokens(textA, at).count }
    const behind = align64(at + 8 * left.count + 64)
    const right = { at: behind, count: space.cutTokens(textB, behind).count }
    if (left.count === 0 || right.count === 0) return { shared: 0, a: left.count, b: right.count }
    return space.overlap(left, right, align64(behind + 8 * right.count + 64))
  }

  /** Writes the shingle hashes to `at`. @returns how many */
  #cut(text: string, at: number): number {
    const { reader, space } = this.#engine
    return space.cutTokens(reader.canonical(text, at), at).count
  }
}

/**
 * Opens a sketcher with its own kernels.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 * @example openSketcher({ shingle: 'words:2' }).then(sketcher => sketcher.shingles('One two three')) // => ['one two', 'two three']
 */
export async function openSketcher(options: EngineOptions = {}): Promise<Sketcher> {
  return new Sketcher(await openEngine(options, 'texts'))
}

/**
 * One 32-bit key for each band of a signature: texts that agree in a whole band have equal keys for it.
 *
 * @returns [shape.bands]
 * @throws NearsameError OPTION_VALUE; BAND_SHAPE if the signature is too short for the shape
 */
export function bandKeys(signature: Signature, shape: BandShape): Uint32Array {
  checkSignature('signature', signature)
  const { values } = signature
  const { bands, rows } = checkBandShape(values.length, shape)
  return Uint32Array.from({ length: bands }, (_, band) =>
    bandKey(values.subarray(band * rows, (band + 1) * rows)),
  )
}
