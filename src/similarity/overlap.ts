/**
 * Overlap: exact sizes of two sets of u64 hashes and of what they share, and the two measures made of them.
 *
 *     jaccard = shared / (a + b - shared),     containment = shared / min(a, b).
 *
 * Arrays may be in any order and hold repeats; both are sorted (copies, unless they are sorted already) and merged.
 * The kernels' `distinct` and `shared` do the same in WebAssembly with hash tables; this one needs no memory laid out.
 *
 * Cost: O(n log n), O(n) for sorted arrays. Error: none, given that different shingles have different hashes;
 * among 10^5 shingles two share one with a chance of 3e-10.
 */
import { NearsameError } from '../errors/nearsame-error.ts'

export interface Overlap {
  /** Distinct hashes in both. */
  readonly shared: number
  /** Distinct hashes in the first. */
  readonly a: number
  /** Distinct hashes in the second. */
  readonly b: number
}

/** The measure from the sizes, in [0, 1]; 0 where there is nothing to share. */
export function similarityOf(measure: 'jaccard' | 'containment', { shared, a, b }: Overlap): number {
  const whole = measure === 'jaccard' ? a + b - shared : Math.min(a, b)
  return whole === 0 ? 0 : shared / whole
}

/** @example overlap(new BigUint64Array([3n, 1n, 3n]), new BigUint64Array([3n, 4n, 5n])) // => { shared: 1, a: 2, b: 3 } */
export function overlap(a: BigUint64Array, b: BigUint64Array): Overlap {
  const x = new SortedHashes(a)
  const y = new SortedHashes(b)
  let shared = 0
  let onlyA = 0
  let onlyB = 0
  // What was passed has been counted; both stand at the first of a run of repeats.
  while (!x.isAtEnd && !y.isAtEnd) {
    const order = x.compare(y)
    if (order === 0) shared++
    else if (order < 0) onlyA++
    else onlyB++
    if (order <= 0) x.passRun()
    if (order >= 0) y.passRun()
  }
  for (; !x.isAtEnd; x.passRun()) onlyA++
  for (; !y.isAtEnd; y.passRun()) onlyB++
  return { shared, a: shared + onlyA, b: shared + onlyB }
}

/** Jaccard similarity in [0, 1]; 1 for two empty sets. */
export function jaccard(a: BigUint64Array, b: BigUint64Array): number {
  return jaccardOf(overlap(a, b))
}

/** Share of the smaller set that is in the other, in [0, 1]; 1 for two empty sets, 0 if only one is empty. */
export function containment(a: BigUint64Array, b: BigUint64Array): number {
  return containmentOf(overlap(a, b))
}

/** Of measures whose sets cannot be empty, because what has no shingle is no candidate. */
export function noShingles(): NearsameError {
  return new NearsameError('BUG', {
    expected: 'candidates with at least one shingle',
    got: 'a text without any',
    fix: 'please report this',
  })
}

/** @example jaccardOf({ shared: 1, a: 2, b: 3 }) // => 0.25 */
export function jaccardOf({ shared, a, b }: Overlap): number {
  const union = a + b - shared
  return union === 0 ? 1 : shared / union
}

/** @example containmentOf({ shared: 1, a: 2, b: 3 }) // => 0.5 */
export function containmentOf({ shared, a, b }: Overlap): number {
  if (a === 0 || b === 0) return a === b ? 1 : 0
  return shared / Math.min(a, b)
}

/**
 * A walk over sorted hashes. Reads halves of 32 bits, because an element read as a bigint is an object; half
 * 2i + 1 is the higher one on little-endian machines, which is all that run JavaScript.
 */
class SortedHashes {
  readonly #halves: Uint32Array
  #at = 0

  constructor(hashes: BigUint64Array) {
    const given = halvesOf(hashes)
    this.#halves = isAscending(given) ? given : halvesOf(hashes.slice().sort())
  }

  get isAtEnd(): boolean {
    return this.#at === this.#halves.length
  }

  compare(other: SortedHashes): number {
    const halves = this.#halves
    const at = this.#at
    return halves[at + 1] - other.#halves[other.#at + 1] || halves[at] - other.#halves[other.#at]
  }

  passRun(): void {
    const halves = this.#halves
    const at = this.#at
    const low = halves[at]
    const high = halves[at + 1]
    do this.#at += 2
    while (this.#at < halves.length && halves[this.#at] === low && halves[this.#at + 1] === high)
  }
}

function halvesOf(hashes: BigUint64Array): Uint32Array {
  return new Uint32Array(hashes.buffer, hashes.byteOffset, 2 * hashes.length)
}

function isAscending(halves: Uint32Array): boolean {
  for (let i = 2; i < halves.length; i += 2) {
    const difference = halves[i + 1] - halves[i - 1] || halves[i] - halves[i - 2]
    if (difference < 0) return false
  }
  return true
}
