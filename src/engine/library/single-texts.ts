/** Single texts: the sketcher's methods as functions. They share kernels, which the first call loads. */
import type { Signature } from '../../texts/sketch/signature-format.ts'
import { useEngine } from './open-engine.ts'
import type { EngineOptions } from './settings.ts'
import { Sketcher } from './sketcher.ts'

function sketch<T>(options: EngineOptions, use: (sketcher: Sketcher) => T): Promise<T> {
  return useEngine(options, engine => use(new Sketcher(engine)))
}

/**
 * The tokens of a text, in order: folded (NFKC_Casefold), sequences of letters, marks and digits.
 *
 * @throws NearsameError TEXT_NOT_STRING, OPTION_UNKNOWN, OPTION_VALUE
 * @example tokens('The Café, 東京 – 3.5!') // => ['the', 'café', '東', '京', '3', '5']
 */
export function tokens(text: string, options: EngineOptions = {}): Promise<string[]> {
  return sketch(options, sketcher => sketcher.tokens(text))
}

/**
 * The shingles of a text, each once, in reading order; a text of fewer tokens than `shingle` asks for is one shingle.
 *
 * @throws NearsameError TEXT_NOT_STRING, OPTION_UNKNOWN, OPTION_VALUE
 * @example shingles('To be or not to be', { shingle: 'words:2' }) // => ['to be', 'be or', 'or not', 'not to']
 */
export function shingles(text: string, options: EngineOptions = {}): Promise<string[]> {
  return sketch(options, sketcher => sketcher.shingles(text))
}

/**
 * The 64-bit hashes of the shingles of a text, each once, ascending: what `bottomK` and `simHash` take.
 *
 * @throws NearsameError TEXT_NOT_STRING, OPTION_UNKNOWN, OPTION_VALUE
 * @example shingleHashes('to be to be', { shingle: 'words:2' }).then(({ length }) => length) // => 2
 */
export function shingleHashes(text: string, options: EngineOptions = {}): Promise<BigUint64Array> {
  return sketch(options, sketcher => sketcher.shingleHashes(text))
}

/**
 * The MinHash signature of a text; undefined for a text without tokens, which is like no other text.
 *
 * @throws NearsameError TEXT_NOT_STRING, OPTION_UNKNOWN, OPTION_VALUE
 * @example minHash('The old bridge', { signatureLength: 64 }).then(signature => signature.values.length) // => 64
 */
export function minHash(text: string, options: EngineOptions = {}): Promise<Signature | undefined> {
  return sketch(options, sketcher => sketcher.minHash(text))
}

/**
 * Exact Jaccard similarity of the shingle sets of two texts, in [0, 1]. A text without tokens has 1 with its equals,
 * and 0 with all others.
 *
 * @throws NearsameError TEXT_NOT_STRING, OPTION_UNKNOWN, OPTION_VALUE
 * @example jaccard('a b c', 'B, c, d', { shingle: 'words:1' }) // => 0.5
 */
export function jaccard(a: string, b: string, options: EngineOptions = {}): Promise<number> {
  return sketch(options, sketcher => sketcher.jaccard(a, b))
}

/**
 * Share of the smaller shingle set that is in the other, in [0, 1]. A text without tokens has 1 with its equals, and 0
 * with all others.
 *
 * @throws NearsameError TEXT_NOT_STRING, OPTION_UNKNOWN, OPTION_VALUE
 * @example containment('a b c d', 'c b', { shingle: 'words:1' }) // => 1
 */
export function containment(a: string, b: string, options: EngineOptions = {}): Promise<number> {
  return sketch(options, sketcher => sketcher.containment(a, b))
}
