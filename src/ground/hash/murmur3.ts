/**
 * MurmurHash3, variants x86_32 and x64_128: bytes to a 32-bit or a 128-bit hash.
 *
 * x64_128 takes 16 bytes at a time as two 64-bit words k1, k2 and folds them into h1, h2:
 *
 *     h1 ^= rotl(k1 * C1, 31) * C2;   h1 = (rotl(h1, 27) + h2) * 5 + 0x52dce729              (1)
 *     h2 ^= rotl(k2 * C2, 33) * C1;   h2 = (rotl(h2, 31) + h1) * 5 + 0x38495ab5
 *
 * Source: Austin Appleby, MurmurHash3 (public domain); the tail and the two `codec` variants behave like the classes
 * of Apache Commons Codec 1.17, with which Solr and Lucene agree, except for the deprecated methods.
 * Ours: 64-bit words are pairs of 32-bit halves, so no BigInt is created.
 * Cost: O(bytes), no memory. Error: not keyed, so collisions can be constructed.
 */
import { checkArgument, checkBytes } from '../options/arguments.ts'
import { hexOfWord } from './hex.ts'

const D1 = 0xcc9e2d51
const D2 = 0x1b873593

const C1 = 0x87c37b91
const C1_LOW = 0x114253d5
const C2 = 0x4cf5ad43
const C2_LOW = 0x2745937f

/**
 * MurmurHash3 x86_32, in [0, 2^32). `seed` counts modulo 2^32.
 *
 * @throws NearsameError OPTION_VALUE
 * @example murmur3Hash32(new Uint8Array(0), 1) // => 0x514e28b7
 */
export function murmur3Hash32(bytes: Uint8Array, seed = 0): number {
  checkInput(bytes, seed)
  return hash32(bytes, seed, false)
}

/**
 * The deprecated `hash32` of Commons Codec: its last one to three bytes count as signed, so a byte of 0x80 or more
 * corrupts the bits above it. Its own default seed is 104729.
 *
 * @example codecHash32(new Uint8Array([0x3c]), 104729) === murmur3Hash32(new Uint8Array([0x3c]), 104729) // => true
 * @example codecHash32(new Uint8Array([0xff])) === murmur3Hash32(new Uint8Array([0xff])) // => false
 */
export function codecHash32(bytes: Uint8Array, seed = 0): number {
  checkInput(bytes, seed)
  return hash32(bytes, seed, true)
}

function hash32(bytes: Uint8Array, seed: number, tailIsSigned: boolean): number {
  const whole = bytes.length & ~3
  let h = seed | 0
  for (let p = 0; p < whole; p += 4) {
    h ^= mixed32(bytes[p] | (bytes[p + 1] << 8) | (bytes[p + 2] << 16) | (bytes[p + 3] << 24))
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
  }
  let k = 0
  for (let p = bytes.length - 1; p >= whole; p--) {
    const byte = tailIsSigned ? (bytes[p] << 24) >> 24 : bytes[p]
    k ^= byte << (8 * (p - whole))
  }
  h ^= mixed32(k) ^ bytes.length
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

function mixed32(k: number): number {
  const t = Math.imul(k, D1)
  return Math.imul((t << 15) | (t >>> 17), D2)
}

/**
 * MurmurHash3 x64_128 as `[h1 low, h1 high, h2 low, h2 high]`. `seed` counts modulo 2^32.
 *
 * @throws NearsameError OPTION_VALUE
 * @example murmur3Hex128(murmur3Hash128(new Uint8Array([97, 98, 99]))) // => 'b4963f3f3fad78673ba2744126ca2d52'
 */
export function murmur3Hash128(bytes: Uint8Array, seed = 0): Uint32Array {
  checkInput(bytes, seed)
  const state = Uint32Array.of(seed, 0, seed, 0)
  foldHash128(bytes, 0, bytes.length, state)
  return state
}

/**
 * The deprecated `hash128` of Commons Codec: its seed is an int32, sign-extended. Its own default seed is
 * 104729.
 *
 * @example murmur3Hex128(codecHash128(new Uint8Array([0x94]), 104729)) // => '7b64f3b65e3f922afb30ffa80ef1fb1c'
 */
export function codecHash128(bytes: Uint8Array, seed = 0): Uint32Array {
  checkInput(bytes, seed)
  const high = (seed | 0) >> 31
  const state = Uint32Array.of(seed, high, seed, high)
  foldHash128(bytes, 0, bytes.length, state)
  return state
}

/** h1, then h2, as 32 hexadecimal digits. @throws NearsameError OPTION_VALUE */
export function murmur3Hex128(hash: Uint32Array): string {
  const isHash = hash instanceof Uint32Array && hash.length === 4
  checkArgument(isHash, 'hash', hash, 'what `murmur3Hash128` gives')
  return [hash[1], hash[0], hash[3], hash[2]].map(hexOfWord).join('')
}

function checkInput(bytes: Uint8Array, seed: number): void {
  checkBytes('bytes', bytes)
  checkArgument(Number.isInteger(seed), 'seed', seed, 'a whole number')
}

/**
 * x64_128 of `bytes[from, to)`, without checks or allocation.
 *
 * @param state in: h1 and h2 to begin with, each low half first (both the seed); out: the hash
 */
export function foldHash128(bytes: Uint8Array, from: number, to: number, state: Uint32Array): void {
  foldBlocks(bytes, from, to, state)
  state[0] ^= to - from
  state[2] ^= to - from
  add(state, 0, 2)
  add(state, 2, 0)
  finish(state, 0)
  finish(state, 2)
  add(state, 0, 2)
  add(state, 2, 0)
}

/**
 * The blocks, equation (1). The last one may be short: it is padded with zeros, and h1 and h2 are not rotated after
 * it. A pair of variables, `x` and `xHigh`, is one 64-bit word.
 */
function foldBlocks(bytes: Uint8Array, from: number, to: number, state: Uint32Array): void {
  let h1 = state[0] | 0
  let h1High = state[1] | 0
  let h2 = state[2] | 0
  let h2High = state[3] | 0
  for (let p = from; p < to; p += 16) {
    const isWhole = p + 16 <= to
    let k = isWhole ? wordAt(bytes, p) : wordBefore(bytes, p, to)
    let kHigh = isWhole ? wordAt(bytes, p + 4) : wordBefore(bytes, p + 4, to)
    let t = productHigh(k, kHigh, C1_LOW, C1)
    let s = Math.imul(k, C1_LOW)
    k = (s << 31) | (t >>> 1)
    kHigh = (t << 31) | (s >>> 1)
    h1 ^= Math.imul(k, C2_LOW)
    h1High ^= productHigh(k, kHigh, C2_LOW, C2)
    if (isWhole) {
      t = (h1 << 27) | (h1High >>> 5)
      s = (t + h2) >>> 0
      h1High = ((h1High << 27) | (h1 >>> 5)) + h2High + (s < t >>> 0 ? 1 : 0)
      // Five times 32 bits plus a constant is exact as a double.
      t = s * 5 + 0x52dce729
      h1 = t | 0
      h1High = (Math.imul(h1High, 5) + (t - (t >>> 0)) / 0x100000000) | 0
    }

    k = isWhole ? wordAt(bytes, p + 8) : wordBefore(bytes, p + 8, to)
    kHigh = isWhole ? wordAt(bytes, p + 12) : wordBefore(bytes, p + 12, to)
    t = productHigh(k, kHigh, C2_LOW, C2)
    s = Math.imul(k, C2_LOW)
    // A rotation by 33 is one by 1 with the halves swapped.
    k = (t << 1) | (s >>> 31)
    kHigh = (s << 1) | (t >>> 31)
    h2 ^= Math.imul(k, C1_LOW)
    h2High ^= productHigh(k, kHigh, C1_LOW, C1)
    if (isWhole) {
      t = (h2 << 31) | (h2High >>> 1)
      s = (t + h1) >>> 0
      h2High = ((h2High << 31) | (h2 >>> 1)) + h1High + (s < t >>> 0 ? 1 : 0)
      t = s * 5 + 0x38495ab5
      h2 = t | 0
      h2High = (Math.imul(h2High, 5) + (t - (t >>> 0)) / 0x100000000) | 0
    }
  }
  state[0] = h1
  state[1] = h1High
  state[2] = h2
  state[3] = h2High
}

function wordAt(bytes: Uint8Array, p: number): number {
  return bytes[p] | (bytes[p + 1] << 8) | (bytes[p + 2] << 16) | (bytes[p + 3] << 24)
}

/** The word at `p`, with zeros from `to` on. */
function wordBefore(bytes: Uint8Array, p: number, to: number): number {
  let word = 0
  for (let i = Math.min(p + 4, to) - 1; i >= p; i--) word = (word << 8) | bytes[i]
  return word
}

/** The upper half of the product of two words modulo 2^64; the lower one is `Math.imul(a, b)`. */
function productHigh(a: number, aHigh: number, b: number, bHigh: number): number {
  // Schoolbook multiplication in 16 bits: no partial sum reaches 2^32, so no carry is lost.
  const crossed = (Math.imul(a >>> 16, b & 0xffff) + (Math.imul(a & 0xffff, b & 0xffff) >>> 16)) | 0
  const middle = ((crossed & 0xffff) + Math.imul(a & 0xffff, b >>> 16)) | 0
  const carried = (Math.imul(a >>> 16, b >>> 16) + (crossed >>> 16) + (middle >>> 16)) | 0
  return (((carried + Math.imul(a, bHigh)) | 0) + Math.imul(aHigh, b)) | 0
}

/** state[to] += state[from], as words of two halves. */
function add(state: Uint32Array, to: number, from: number): void {
  const low = state[to] + state[from]
  state[to + 1] += state[from + 1] + (low > 0xffffffff ? 1 : 0)
  state[to] = low
}

/** The final mix of one word: h ^= h >>> 33 XORs the upper half, shifted by one, into the lower. */
function finish(state: Uint32Array, at: number): void {
  let low = state[at]
  let high = state[at + 1]
  low ^= high >>> 1
  high = productHigh(low, high, 0xed558ccd, 0xff51afd7)
  low = Math.imul(low, 0xed558ccd)
  low ^= high >>> 1
  high = productHigh(low, high, 0x1a85ec53, 0xc4ceb9fe)
  low = Math.imul(low, 0x1a85ec53)
  low ^= high >>> 1
  state[at] = low
  state[at + 1] = high
}
