/**
 * Signature of the restaurant search: reduces word n-grams to a few hashes, one for each random mask.
 *
 *     signature[i] = extremum over the n-grams g of (hash(g) XOR mask[i])                  (1)
 *
 * hash is Scala's hash of a string; masks are the first numbers of Java's random generator. The text of the source says
 * minimum, but its code takes the first after sorting in descending order, the signed maximum; both are available.
 *
 * XOR with a mask inverts the order of hashes bit by bit, so two masks that agree in their upper bits choose the same
 * n-gram. The values are not independent samples, and the share of equal positions is a poor estimate of the Jaccard
 * similarity. For finding candidates, one common value is enough.
 *
 * Source: "Near Duplicate Detection using MinHashing and Solr", 2014, class ShingleProcessor.
 * Ours: the minimum as a choice; a text without n-grams, on which the source's program fails, has no signature.
 */
import { scalaStringHash } from '../../ground/hash/scala-string-hash.ts'
import { checkString } from '../../ground/options/arguments.ts'
import { JavaRandom } from './java-random.ts'
import {
  checkRestaurantOptions,
  type Extremum,
  type ResolvedSignatureOptions,
  type SignatureOptions,
} from './params.ts'
import { wordNgrams } from './restaurant-text.ts'

/** @example signatureMasks(2, 42) // => Int32Array.of(-1170105035, 234785527) */
export function signatureMasks(count: number, seed: number): Int32Array {
  const random = new JavaRandom(seed)
  return Int32Array.from({ length: count }, () => random.nextInt())
}

/** Hashes of n-grams, in their order. */
export function ngramHashes(ngrams: readonly string[], seed: number): Int32Array {
  return Int32Array.from(ngrams, ngram => scalaStringHash(ngram, seed))
}

/**
 * The signed extremum of hashes, each XOR `mask`.
 *
 * @example extremeHash(Int32Array.of(5, -3, 4), 'max') // => 5
 * @example extremeHash(Int32Array.of(5, -3, 4), 'min', 1) // => -4
 */
export function extremeHash(hashes: Int32Array, extremum: Extremum, mask = 0): number {
  // The minimum of int32 is the complement of the maximum of their complements.
  const flip = extremum === 'max' ? 0 : -1
  let best = -(2 ** 31)
  for (let i = 0; i < hashes.length; i++) {
    const value = hashes[i] ^ mask ^ flip
    if (value > best) best = value
  }
  return best ^ flip
}

/**
 * Equation (1) for every mask; empty without n-grams.
 *
 * @param masks by `signatureMasks`
 * @returns shape [masks.length] or [0]; values may repeat
 */
export function signaturesOf(
  ngrams: readonly string[],
  masks: Int32Array,
  { hashSeed, extremum }: Pick<ResolvedSignatureOptions, 'hashSeed' | 'extremum'>,
): Int32Array {
  if (ngrams.length === 0) return new Int32Array(0)
  const hashes = ngramHashes(ngrams, hashSeed)
  return masks.map(mask => extremeHash(hashes, extremum, mask))
}

/**
 * The signature of a text.
 *
 * @example restaurantSignature('21 Clearwater Cafe 168 W. Colorado Blvd. Los Angeles')[0] // => 2047409978
 */
export function restaurantSignature(text: string, options: SignatureOptions = {}): Int32Array {
  checkString('text', text)
  const all = checkRestaurantOptions(options)
  return signaturesOf(wordNgrams(text, all.size), signatureMasks(all.signatures, all.seed), all)
}
