/**
 * Salted hashes: tokens and windows hashed again when two different ones had the same hash.
 *
 * The hashes of the kernels are fixed, so texts can be made whose different tokens, or windows of thousands of them,
 * have equal ones. A salt that was not known when the text was made gives other hashes:
 *
 *     token   two lanes of 32 bits over its bytes, begun with the salt
 *     window  h(2m, i) = mix(h(m, i), h(m, i + m)), by doubling; the last step overlaps to reach N tokens
 *
 * Ours. Cost: log2 N passes in JavaScript, for input made to need it.
 */

/** Hashes of the tokens of a normalised canonical text (tokens with one blank between two), two u32 each. */
export function saltedTokens(canonical: Uint8Array, salt: number): Uint32Array {
  const hashes = new Uint32Array(canonical.length + 1)
  let end = 0
  let low = salt
  let high = ~salt
  for (let at = 0; at <= canonical.length; at++) {
    const byte = canonical[at]
    if (at < canonical.length && byte !== 0x20) {
      low = mixed(low ^ byte, 0x9e3779b1)
      high = mixed(high ^ byte, 0x85ebca77)
      continue
    }
    if (canonical.length > 0) hashes.set([low, high], end)
    end += 2
    low = salt
    high = ~salt
  }
  return hashes.subarray(0, canonical.length === 0 ? 0 : end)
}

/** Hashes of all windows of `least` consecutive tokens, two u32 each. REQUIRES: as many tokens */
export function saltedWindows(tokens: Uint32Array, least: number, salt: number): Uint32Array {
  let hashes = tokens.slice()
  let length = 1
  while (length < least) {
    const step = Math.min(length, least - length)
    const count = tokens.length / 2 - (length + step) + 1
    const next = new Uint32Array(2 * count)
    for (let i = 0; i < count; i++) {
      const [a, b] = [2 * i, 2 * (i + step)]
      next[a] = mixed(mixed(hashes[a] ^ salt, 0x9e3779b1) ^ hashes[b], 0x85ebca77)
      next[a + 1] = mixed(mixed(hashes[a + 1] ^ salt, 0xc2b2ae35) ^ hashes[b + 1], 0x85ebca6b)
    }
    hashes = next
    length += step
  }
  return hashes
}

/** A bijection of u32 for every odd factor. */
function mixed(value: number, factor: number): number {
  let x = Math.imul(value ^ (value >>> 16), factor)
  x = Math.imul(x ^ (x >>> 13), 0x27d4eb2f)
  return (x ^ (x >>> 15)) >>> 0
}
