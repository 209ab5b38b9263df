/**
 * Random: a seeded stream of numbers, equal on every machine (integer arithmetic only).
 *
 * Source: "sfc32", C. Doty-Humphrey's PractRand 0.93, for the step.
 * Ours: the seeding from two integers, followed by twelve discarded steps.
 */
export class Random {
  #a: number
  #b: number
  #c = 0x9e3779b9
  #counter = 1

  /** Streams of different (seed, stream) pairs are unrelated. */
  constructor(seed: number, stream = 0) {
    this.#a = Math.imul(seed | 0, 0x85ebca6b) ^ 0x243f6a88
    this.#b = Math.imul(stream | 0, 0xc2b2ae35) ^ 0x13198a2e
    for (let i = 0; i < 12; i++) this.bits()
  }

  /** 32 random bits, in [0, 2^32). */
  bits(): number {
    const t = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0
    return this.#c >>> 0
  }

  /** In [0, 1). */
  unit(): number {
    return this.bits() / 4294967296
  }

  /** An integer in [0, end), end <= 2^32. */
  below(end: number): number {
    return Math.floor(this.unit() * end)
  }

  /** One of the values. */
  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T
  }

  /** A random order, in place (Fisher-Yates). */
  shuffle(values: Uint32Array): Uint32Array {
    for (let i = values.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const kept = values[i] as number
      values[i] = values[j] as number
      values[j] = kept
    }
    return values
  }
}
