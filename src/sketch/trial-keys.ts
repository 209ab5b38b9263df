/**
 * Trial keys: a small signature of a document for repeated trials, one 32-bit key for each trial.
 *
 *     m(t, i) = the least h(t, i)(x) over the shingles x of the document,  i = 1..hashes        (1)
 *     key(t)  = a hash of m(t, 1), ..., m(t, hashes)
 *
 * Two documents have the same key of a trial when all of its least hashes are equal, with probability s^hashes at
 * similarity s. Every h(t, i) is a hash function of its own: trials would not be independent otherwise, and equation
 * (1) of `trials.ts` would not hold.
 *
 * Source: the near-duplicate elimination of a search engine's manual (six trials of 14 hashes of word pairs).
 * Ours: the hash functions, two words of SplitMix64 each, mixed as MurmurHash3 finishes 32 bits.
 * Cost: trials * hashes * shingles steps. Error: other shingles give one hash once in 2^32.
 */

/** How many keys there are, and hashes of each; `seed` chooses the hash functions. */
export interface TrialHashing {
  readonly trials: number
  readonly hashes: number
  readonly seed: number
}

export class TrialKeys {
  readonly trials: number
  readonly #hashes: number
  /** [2 * trials * hashes] what the low and the high word of a shingle are combined with. */
  readonly #words: Uint32Array

  constructor({ trials, hashes, seed }: TrialHashing) {
    this.trials = trials
    this.#hashes = hashes
    this.#words = randomWords(2 * trials * hashes, seed)
  }

  /**
   * The keys of a set of shingles; repeats change nothing.
   *
   * @param shingles [2 * count] 64-bit hashes, low word first; count >= 1
   * @param keys [trials], written
   */
  write(shingles: Uint32Array, keys: Uint32Array): void {
    for (let trial = 0; trial < this.trials; trial++) {
      let key = trial
      for (let i = 0; i < this.#hashes; i++) {
        key = mixed(Math.imul(key, 31) ^ this.#least(shingles, trial * this.#hashes + i))
      }
      keys[trial] = key
    }
  }

  #least(shingles: Uint32Array, index: number): number {
    const low = this.#words[2 * index]
    const high = this.#words[2 * index + 1]
    let least = 0xffffffff
    for (let at = 0; at < shingles.length; at += 2) {
      // mixed(), written out: a call for each of some fifty thousand would be most of the time.
      let x = Math.imul(shingles[at] ^ low, 0x9e3779b1) ^ Math.imul(shingles[at + 1] ^ high, 0x85ebca77)
      x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
      x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
      x = (x ^ (x >>> 16)) >>> 0
      if (x < least) least = x
    }
    return least
  }
}

/** The finishing steps of MurmurHash3 x86_32. */
function mixed(word: number): number {
  let x = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}

/** The SplitMix64 stream that starts at `seed`, two words a step. */
function randomWords(count: number, seed: number): Uint32Array {
  const words = new Uint32Array(count)
  let state = BigInt(seed)
  for (let at = 0; at < count; at += 2) {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n)
    let x = state
    x = BigInt.asUintN(64, (x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n)
    x = BigInt.asUintN(64, (x ^ (x >> 27n)) * 0x94d049bb133111ebn)
    x ^= x >> 31n
    words[at] = Number(x & 0xffffffffn)
    words[at + 1] = Number(x >> 32n)
  }
  return words
}
