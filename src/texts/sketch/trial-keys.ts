/**
 * Trial keys: a small signature of a document for repeated trials, one 32-bit key per trial.
 *
 *     m(t, i) = the least h(t, i)(x) over the shingles x of the document,  i = 1..hashes        (1)
 *     key(t)  = a hash of m(t, 1), ..., m(t, hashes)
 *
 * Two documents have the same key for a trial if all of its least hashes are equal, with probability s^hashes at
 * similarity s. Every h(t, i) is a separate hash function: otherwise trials would not be independent, and equation (1)
 * of `trials.ts` would not hold.
 *
 * Source: the near-duplicate elimination of a search engine's manual (six trials of 14 hashes of word pairs).
 * Ours: the hash functions, from two words of SplitMix64 each (`kernels/reference/least-hashes.ts`).
 * Cost: trials * hashes * shingles steps. Error: different shingles collide with probability 2^-32.
 */

import { checkArgument, checkCount, checkNamed } from '../../ground/options/arguments.ts'
import { leastHashesOf, mixed } from '../kernels/reference/least-hashes.ts'
import { roundMask } from '../kernels/reference/signature.ts'

/** The number of keys, and of hashes in each; `seed` chooses the hash functions. */
export interface TrialHashing {
  readonly trials: number
  readonly hashes: number
  readonly seed: number
}

/** Limit of all hashes together, 16 times the limit of the method: beyond, their memory alone shows a mistake. */
const maxHashes = 2 ** 22

export class TrialKeys {
  readonly trials: number
  readonly #hashes: number
  /** [2 * trials * hashes, rounded up to fours] XORed with the low and the high word of a shingle. */
  readonly #words: Int32Array
  /** [trials * hashes, rounded up to fours] */
  readonly #least: Int32Array

  /** @throws NearsameError OPTION_VALUE */
  constructor(hashing: TrialHashing) {
    checkNamed('hashing', hashing)
    const { trials, hashes, seed } = hashing
    checkCount('trials', trials, 1)
    checkCount('hashes', hashes, 1)
    checkCount('seed', seed)
    const bound = `at most ${maxHashes}`
    checkArgument(trials * hashes <= maxHashes, 'trials * hashes', trials * hashes, bound)
    this.trials = trials
    this.#hashes = hashes
    this.#least = new Int32Array(4 * Math.ceil((trials * hashes) / 4))
    const masks = BigUint64Array.from({ length: this.#least.length }, (_, i) => roundMask(seed, i))
    this.#words = new Int32Array(masks.buffer)
  }

  /**
   * The keys of a set of shingles; repeats do not matter.
   *
   * @param shingles [2 * count] 64-bit hashes, low word first; count >= 1
   * @param keys [trials], written
   * @throws NearsameError OPTION_VALUE
   */
  write(shingles: Uint32Array, keys: Uint32Array): void {
    const areHashes = shingles instanceof Uint32Array && shingles.length >= 2 && shingles.length % 2 === 0
    checkArgument(
      areHashes,
      'shingles',
      shingles,
      'a Uint32Array with two words for each shingle, at least one',
    )
    const isRoom = keys instanceof Uint32Array && keys.length >= this.trials
    checkArgument(isRoom, 'keys', keys, `a Uint32Array of at least ${this.trials}`)
    leastHashesOf(shingles, this.#words, this.#least)
    this.fold(this.#least, keys)
  }

  /** [2 * n] the hash functions in the form of `Kernels.leastHashes`: trial by trial, rounded up to fours. */
  get functions(): Int32Array {
    return this.#words
  }

  /**
   * Computes the keys from the least hashes of a set, unchecked.
   *
   * @param least [n] under `functions`
   */
  fold(least: ArrayLike<number>, keys: Uint32Array): void {
    for (let trial = 0; trial < this.trials; trial++) {
      let key = trial
      for (let i = 0; i < this.#hashes; i++) {
        key = mixed(Math.imul(key, 31) ^ least[trial * this.#hashes + i])
      }
      keys[trial] = key
    }
  }
}
