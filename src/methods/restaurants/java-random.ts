/**
 * Random numbers of `java.util.Random`, and of `scala.util.Random`, which is the same.
 *
 *     X ← (X * 0x5DEECE66D + 11) mod 2^48                                                  (1)
 *
 * X starts as the seed XOR the factor; a number is the upper 32 bits of X. Here X is kept in two halves of 24 bits, so
 * that every product is exact as a double.
 *
 * Source: Java SE 17 API, class `java.util.Random`, for (1); Knuth, "The Art of Computer Programming", volume 2, 3.2.1.
 * Error: not for secrets, and its lower bits are poor; needed here for equal results.
 */

const factorHigh = 0x5de
const factorLow = 0xece66d
const half = 2 ** 24

export class JavaRandom {
  #high: number
  #low: number

  /** `seed` is a whole number of at most 53 bits, possibly negative. */
  constructor(seed: number) {
    const start = BigInt.asUintN(48, BigInt(seed) ^ 0x5deece66dn)
    this.#high = Number(start >> 24n)
    this.#low = Number(start & 0xffffffn)
  }

  /**
   * The next number, int32.
   *
   * @example new JavaRandom(42).nextInt() // => -1170105035
   */
  nextInt(): number {
    const low = this.#low * factorLow + 11
    const high = this.#high * factorLow + this.#low * factorHigh + Math.floor(low / half)
    this.#low = low % half
    this.#high = high % half
    return (this.#high << 8) | (this.#low >>> 16)
  }
}
