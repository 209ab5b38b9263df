/**
 * Lookup3 on texts: from a string to 32 or 64 bits, without encoding it first.
 *
 * Symbols go into a, b, c in threes. A reversible mix follows each three, a final mix the last one to three. A symbol
 * is a code point, but pairs are formed without checking their second half: a high surrogate takes any unit after it.
 * The length is not mixed in.
 *
 * Source: Bob Jenkins, lookup3.c (public domain), `mix` and `final`; the handling of texts in Solr's
 * `Hash.lookup3ycs` and `lookup3ycs64` is observed.
 * Cost: one pass, no memory. Error: not keyed, so collisions can be constructed.
 */
import { checkArgument, checkString } from '../options/arguments.ts'

const start = 0xdeadbeef
/** high * 2^10 + low + this is a code point; the terms come from UTF-16. */
const pairOffset = 0x10000 - (0xd800 << 10) - 0xdc00

/** b and c of the last `digest`; shared, because digesting is never interrupted. */
const result = new Int32Array(2)

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by))
}

/** Leaves b and c in `result`; `low` starts all three words, `high` is added to c. */
function digest(text: string, low: number, high: number): void {
  const end = text.length
  let a = (start + low) | 0
  let b = a
  let c = (a + high) | 0
  for (let i = 0, taken = 1; i < end; taken = taken === 3 ? 1 : taken + 1) {
    let symbol = text.charCodeAt(i++)
    if ((symbol & 0xfc00) === 0xd800 && i < end) symbol = (symbol << 10) + text.charCodeAt(i++) + pairOffset
    if (taken === 1) a = (a + symbol) | 0
    else if (taken === 2) b = (b + symbol) | 0
    else {
      c = (c + symbol) | 0
      if (i === end) break
      a = (a - c) ^ rotate(c, 4)
      c = (c + b) | 0
      b = (b - a) ^ rotate(a, 6)
      a = (a + c) | 0
      c = (c - b) ^ rotate(b, 8)
      b = (b + a) | 0
      a = (a - c) ^ rotate(c, 16)
      c = (c + b) | 0
      b = (b - a) ^ rotate(a, 19)
      a = (a + c) | 0
      c = (c - b) ^ rotate(b, 4)
      b = (b + a) | 0
    }
  }
  if (end > 0) {
    c = ((c ^ b) - rotate(b, 14)) | 0
    a = ((a ^ c) - rotate(c, 11)) | 0
    b = ((b ^ a) - rotate(a, 25)) | 0
    c = ((c ^ b) - rotate(b, 16)) | 0
    a = ((a ^ c) - rotate(c, 4)) | 0
    b = ((b ^ a) - rotate(a, 14)) | 0
    c = ((c ^ b) - rotate(b, 24)) | 0
  }
  result[0] = b
  result[1] = c
}

/**
 * The 32-bit hash, in [0, 2^32). `seed` counts modulo 2^32.
 *
 * @throws NearsameError TEXT_NOT_STRING, OPTION_VALUE
 * @example lookup3ycs('', 0).toString(16) // => 'deadbeef'
 */
export function lookup3ycs(text: string, seed = 0): number {
  checkString('text', text)
  checkArgument(Number.isInteger(seed), 'seed', seed, 'a whole number')
  digest(text, seed | 0, 0)
  return result[1] >>> 0
}

/**
 * Replaces the 64-bit hash in `state`, which serves as the seed, by the hash of `text`.
 *
 * @param state shape [2], the high half first; written
 */
export function foldLookup3(state: Int32Array, text: string): void {
  digest(text, state[1], state[0])
  // c is added to b * 2^32 as a signed number: a negative one takes one from the high half.
  state[0] = result[0] - (result[1] < 0 ? 1 : 0)
  state[1] = result[1]
}

/**
 * The 64-bit hash, in [0, 2^64). `seed` counts modulo 2^64.
 *
 * @throws NearsameError TEXT_NOT_STRING, OPTION_VALUE
 * @example lookup3ycs64('abc').toString(16) // => '2219db7ae9075109'
 * @example lookup3ycs64('').toString(16) // => 'deadbeeedeadbeef'
 */
export function lookup3ycs64(text: string, seed = 0n): bigint {
  checkString('text', text)
  checkArgument(typeof seed === 'bigint', 'seed', seed, 'a bigint')
  const state = Int32Array.of(Number(BigInt.asIntN(32, seed >> 32n)), Number(BigInt.asIntN(32, seed)))
  foldLookup3(state, text)
  return (BigInt(state[0] >>> 0) << 32n) | BigInt(state[1] >>> 0)
}
