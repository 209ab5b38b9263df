/**
 * Hash of a string: `scala.util.hashing.MurmurHash3.stringHash`.
 *
 * It mixes like MurmurHash3 x86_32, but over UTF-16 units instead of bytes: two units form a word, the first one its
 * upper half; an odd unit at the end forms a word by itself; the length is counted in units. So it differs from
 * MurmurHash3 of the UTF-8 bytes and of the UTF-16 bytes.
 *
 * Source: Scala 2.11 API, object `MurmurHash3`; Austin Appleby, MurmurHash3 (public domain), for the mixing.
 * Cost: O(units), no memory.
 */

/**
 * The hash, int32. `seed` counts modulo 2^32.
 *
 * @example scalaStringHash('21 clearwater cafe', 42) // => 420835737
 */
export function scalaStringHash(text: string, seed: number): number {
  const even = text.length & ~1
  let hash = seed | 0
  for (let i = 0; i < even; i += 2) {
    hash ^= mixed((text.charCodeAt(i) << 16) | text.charCodeAt(i + 1))
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
  }
  if (even < text.length) hash ^= mixed(text.charCodeAt(even))
  hash ^= text.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

function mixed(word: number): number {
  const turned = Math.imul(word, 0xcc9e2d51)
  return Math.imul((turned << 15) | (turned >>> 17), 0x1b873593)
}
