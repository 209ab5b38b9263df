/**
 * Truth, shingles: each distinct word 5-gram of a corpus gets its own integer, without trusting any hash.
 *
 * A Map numbers words. A 5-gram is looked up in an open-addressing table whose cells point to its first
 * occurrence, where five word numbers are compared, so two different 5-grams never share a number.
 * A text of one to four tokens is a single shingle (padded with 0, which is not the number of a word).
 */
import { tokensOf } from './truth-tokens.ts'

const size = 5

/** Numbers the shingles of texts. */
export class ShingleNumbers {
  readonly #words = new Map<string, number>()
  #table = new Int32Array(1 << 20).fill(-1)
  /** Five word numbers for each shingle number. */
  #grams = new Uint32Array(size << 19)
  #count = 0

  /** Distinct shingles so far. */
  get count(): number {
    return this.#count
  }

  /** The distinct shingle numbers of a text, in no order. */
  shinglesOf(text: string): Uint32Array {
    const tokens = tokensOf(text)
    if (tokens.length === 0) return new Uint32Array(0)
    const words = new Uint32Array(Math.max(tokens.length, size))
    tokens.forEach((token, i) => {
      let word = this.#words.get(token)
      if (word === undefined) {
        word = this.#words.size + 1
        this.#words.set(token, word)
      }
      words[i] = word
    })
    const numbers = new Uint32Array(words.length - size + 1)
    for (let i = 0; i < numbers.length; i++) numbers[i] = this.#number(words, i)
    numbers.sort()
    return numbers.filter((number, i) => i === 0 || number !== numbers[i - 1])
  }

  #number(words: Uint32Array, at: number): number {
    if (this.#count * 2 >= this.#table.length) this.#grow()
    const mask = this.#table.length - 1
    let cell = slot(words, at) & mask
    for (; ; cell = (cell + 1) & mask) {
      const known = this.#table[cell] as number
      if (known < 0) break
      if (same(this.#grams, known * size, words, at)) return known
    }
    this.#table[cell] = this.#count
    this.#grams.set(words.subarray(at, at + size), this.#count * size)
    return this.#count++
  }

  #grow(): void {
    const grams = new Uint32Array(this.#grams.length * 2)
    grams.set(this.#grams)
    this.#grams = grams
    this.#table = new Int32Array(this.#table.length * 2).fill(-1)
    const mask = this.#table.length - 1
    for (let number = 0; number < this.#count; number++) {
      let cell = slot(grams, number * size) & mask
      while ((this.#table[cell] as number) >= 0) cell = (cell + 1) & mask
      this.#table[cell] = number
    }
  }
}

function slot(words: Uint32Array, at: number): number {
  let hash = 0
  for (let i = at; i < at + size; i++) {
    hash = Math.imul(hash ^ (words[i] as number), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return Math.imul(hash, 0x85ebca6b) >>> 1
}

function same(a: Uint32Array, aAt: number, b: Uint32Array, bAt: number): boolean {
  for (let i = 0; i < size; i++) if (a[aAt + i] !== b[bAt + i]) return false
  return true
}
