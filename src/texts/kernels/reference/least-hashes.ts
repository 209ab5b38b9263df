/**
 * Least hashes of a set of shingles: the smallest 32-bit hash under each of many hash functions.
 *
 * A function is two words (a, b); a shingle is its low and its high word, x and y:
 *
 *     h(x, y) = mixed((x ^ a) * C1 ^ (y ^ b) * C2)       modulo 2^32                          (1)
 *
 * where `mixed` is the finalizer of MurmurHash3 x86_32.
 *
 * Source: A. Appleby, MurmurHash3 (2011). Ours: (1), one multiplication per word before they are combined.
 * Cost: functions * shingles steps. Error: different shingles collide with probability 2^-32.
 */
const c1 = 0x9e3779b1
const c2 = 0x85ebca77

/** The finalizer of MurmurHash3 x86_32. */
export function mixed(word: number): number {
  let x = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}

/** Reads and writes as `Kernels.leastHashes`. */
export function leastHashes(
  memory: Uint8Array,
  shingles: number,
  count: number,
  functions: number,
  hashes: number,
  out: number,
): void {
  const words = (at: number, length: number) =>
    new Uint32Array(memory.buffer, memory.byteOffset + at, length)
  leastHashesOf(words(shingles, 2 * count), words(functions, 2 * hashes), words(out, hashes))
}

type Words = Uint32Array | Int32Array

/** Maps the order of unsigned numbers to that of signed ones, which compare without conversion. */
const sign = 1 << 31

/** The same of words in arrays, low word of a shingle first. */
export function leastHashesOf(set: Words, functions: Words, least: Words): void {
  for (let i = 0; i < least.length; i++) {
    const [a, b] = [functions[2 * i], functions[2 * i + 1]]
    let found = ~sign
    for (let at = 0; at < set.length; at += 2) {
      const both = Math.imul(set[at] ^ a, c1) ^ Math.imul(set[at + 1] ^ b, c2)
      const hash = mixed(both) ^ sign
      if (hash < found) found = hash
    }
    least[i] = found ^ sign
  }
}
