/**
 * MD5: from bytes to 16 bytes. Not secure against constructed collisions; here it is the hash with which Solr and
 * Nutch identify a text.
 *
 * Bytes may come in portions of any size; whole blocks of 64 are digested in place, only the rest of a portion is
 * copied.
 *
 * Source: RFC 1321, also for the names of the functions and of a, b, c, d.
 * Cost: one pass; about 200 bytes of state.
 */
import { checkBytes } from '../options/arguments.ts'
import { hexOf } from './hex.ts'

const blockBytes = 64

/** The words of one block; shared, because digesting is never interrupted. */
const blockWords = new Int32Array(16)
const blockState = new Int32Array(4)

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by))
}

// Each of the sixteen steps of a round adds floor(2^32 * |sin(i + 1)|), i = 0 to 63 over the four rounds.

function roundF(state: Int32Array, words: Int32Array): void {
  let a = state[0]
  let b = state[1]
  let c = state[2]
  let d = state[3]
  a = (b + rotate(a + (d ^ (b & (c ^ d))) + words[0] + 0xd76aa478, 7)) | 0
  d = (a + rotate(d + (c ^ (a & (b ^ c))) + words[1] + 0xe8c7b756, 12)) | 0
  c = (d + rotate(c + (b ^ (d & (a ^ b))) + words[2] + 0x242070db, 17)) | 0
  b = (c + rotate(b + (a ^ (c & (d ^ a))) + words[3] + 0xc1bdceee, 22)) | 0
  a = (b + rotate(a + (d ^ (b & (c ^ d))) + words[4] + 0xf57c0faf, 7)) | 0
  d = (a + rotate(d + (c ^ (a & (b ^ c))) + words[5] + 0x4787c62a, 12)) | 0
  c = (d + rotate(c + (b ^ (d & (a ^ b))) + words[6] + 0xa8304613, 17)) | 0
  b = (c + rotate(b + (a ^ (c & (d ^ a))) + words[7] + 0xfd469501, 22)) | 0
  a = (b + rotate(a + (d ^ (b & (c ^ d))) + words[8] + 0x698098d8, 7)) | 0
  d = (a + rotate(d + (c ^ (a & (b ^ c))) + words[9] + 0x8b44f7af, 12)) | 0
  c = (d + rotate(c + (b ^ (d & (a ^ b))) + words[10] + 0xffff5bb1, 17)) | 0
  b = (c + rotate(b + (a ^ (c & (d ^ a))) + words[11] + 0x895cd7be, 22)) | 0
  a = (b + rotate(a + (d ^ (b & (c ^ d))) + words[12] + 0x6b901122, 7)) | 0
  d = (a + rotate(d + (c ^ (a & (b ^ c))) + words[13] + 0xfd987193, 12)) | 0
  c = (d + rotate(c + (b ^ (d & (a ^ b))) + words[14] + 0xa679438e, 17)) | 0
  b = (c + rotate(b + (a ^ (c & (d ^ a))) + words[15] + 0x49b40821, 22)) | 0
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

function roundG(state: Int32Array, words: Int32Array): void {
  let a = state[0]
  let b = state[1]
  let c = state[2]
  let d = state[3]
  a = (b + rotate(a + (c ^ (d & (b ^ c))) + words[1] + 0xf61e2562, 5)) | 0
  d = (a + rotate(d + (b ^ (c & (a ^ b))) + words[6] + 0xc040b340, 9)) | 0
  c = (d + rotate(c + (a ^ (b & (d ^ a))) + words[11] + 0x265e5a51, 14)) | 0
  b = (c + rotate(b + (d ^ (a & (c ^ d))) + words[0] + 0xe9b6c7aa, 20)) | 0
  a = (b + rotate(a + (c ^ (d & (b ^ c))) + words[5] + 0xd62f105d, 5)) | 0
  d = (a + rotate(d + (b ^ (c & (a ^ b))) + words[10] + 0x02441453, 9)) | 0
  c = (d + rotate(c + (a ^ (b & (d ^ a))) + words[15] + 0xd8a1e681, 14)) | 0
  b = (c + rotate(b + (d ^ (a & (c ^ d))) + words[4] + 0xe7d3fbc8, 20)) | 0
  a = (b + rotate(a + (c ^ (d & (b ^ c))) + words[9] + 0x21e1cde6, 5)) | 0
  d = (a + rotate(d + (b ^ (c & (a ^ b))) + words[14] + 0xc33707d6, 9)) | 0
  c = (d + rotate(c + (a ^ (b & (d ^ a))) + words[3] + 0xf4d50d87, 14)) | 0
  b = (c + rotate(b + (d ^ (a & (c ^ d))) + words[8] + 0x455a14ed, 20)) | 0
  a = (b + rotate(a + (c ^ (d & (b ^ c))) + words[13] + 0xa9e3e905, 5)) | 0
  d = (a + rotate(d + (b ^ (c & (a ^ b))) + words[2] + 0xfcefa3f8, 9)) | 0
  c = (d + rotate(c + (a ^ (b & (d ^ a))) + words[7] + 0x676f02d9, 14)) | 0
  b = (c + rotate(b + (d ^ (a & (c ^ d))) + words[12] + 0x8d2a4c8a, 20)) | 0
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

function roundH(state: Int32Array, words: Int32Array): void {
  let a = state[0]
  let b = state[1]
  let c = state[2]
  let d = state[3]
  a = (b + rotate(a + (b ^ c ^ d) + words[5] + 0xfffa3942, 4)) | 0
  d = (a + rotate(d + (a ^ b ^ c) + words[8] + 0x8771f681, 11)) | 0
  c = (d + rotate(c + (d ^ a ^ b) + words[11] + 0x6d9d6122, 16)) | 0
  b = (c + rotate(b + (c ^ d ^ a) + words[14] + 0xfde5380c, 23)) | 0
  a = (b + rotate(a + (b ^ c ^ d) + words[1] + 0xa4beea44, 4)) | 0
  d = (a + rotate(d + (a ^ b ^ c) + words[4] + 0x4bdecfa9, 11)) | 0
  c = (d + rotate(c + (d ^ a ^ b) + words[7] + 0xf6bb4b60, 16)) | 0
  b = (c + rotate(b + (c ^ d ^ a) + words[10] + 0xbebfbc70, 23)) | 0
  a = (b + rotate(a + (b ^ c ^ d) + words[13] + 0x289b7ec6, 4)) | 0
  d = (a + rotate(d + (a ^ b ^ c) + words[0] + 0xeaa127fa, 11)) | 0
  c = (d + rotate(c + (d ^ a ^ b) + words[3] + 0xd4ef3085, 16)) | 0
  b = (c + rotate(b + (c ^ d ^ a) + words[6] + 0x04881d05, 23)) | 0
  a = (b + rotate(a + (b ^ c ^ d) + words[9] + 0xd9d4d039, 4)) | 0
  d = (a + rotate(d + (a ^ b ^ c) + words[12] + 0xe6db99e5, 11)) | 0
  c = (d + rotate(c + (d ^ a ^ b) + words[15] + 0x1fa27cf8, 16)) | 0
  b = (c + rotate(b + (c ^ d ^ a) + words[2] + 0xc4ac5665, 23)) | 0
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

function roundI(state: Int32Array, words: Int32Array): void {
  let a = state[0]
  let b = state[1]
  let c = state[2]
  let d = state[3]
  a = (b + rotate(a + (c ^ (b | ~d)) + words[0] + 0xf4292244, 6)) | 0
  d = (a + rotate(d + (b ^ (a | ~c)) + words[7] + 0x432aff97, 10)) | 0
  c = (d + rotate(c + (a ^ (d | ~b)) + words[14] + 0xab9423a7, 15)) | 0
  b = (c + rotate(b + (d ^ (c | ~a)) + words[5] + 0xfc93a039, 21)) | 0
  a = (b + rotate(a + (c ^ (b | ~d)) + words[12] + 0x655b59c3, 6)) | 0
  d = (a + rotate(d + (b ^ (a | ~c)) + words[3] + 0x8f0ccc92, 10)) | 0
  c = (d + rotate(c + (a ^ (d | ~b)) + words[10] + 0xffeff47d, 15)) | 0
  b = (c + rotate(b + (d ^ (c | ~a)) + words[1] + 0x85845dd1, 21)) | 0
  a = (b + rotate(a + (c ^ (b | ~d)) + words[8] + 0x6fa87e4f, 6)) | 0
  d = (a + rotate(d + (b ^ (a | ~c)) + words[15] + 0xfe2ce6e0, 10)) | 0
  c = (d + rotate(c + (a ^ (d | ~b)) + words[6] + 0xa3014314, 15)) | 0
  b = (c + rotate(b + (d ^ (c | ~a)) + words[13] + 0x4e0811a1, 21)) | 0
  a = (b + rotate(a + (c ^ (b | ~d)) + words[4] + 0xf7537e82, 6)) | 0
  d = (a + rotate(d + (b ^ (a | ~c)) + words[11] + 0xbd3af235, 10)) | 0
  c = (d + rotate(c + (a ^ (d | ~b)) + words[2] + 0x2ad7d2bb, 15)) | 0
  b = (c + rotate(b + (d ^ (c | ~a)) + words[9] + 0xeb86d391, 21)) | 0
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

export class Md5 {
  readonly #state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  /** Bytes of the incomplete block. */
  readonly #rest = new Uint8Array(blockBytes)
  #length = 0

  /** Adds bytes, without keeping a reference to them. @throws NearsameError OPTION_VALUE */
  update(bytes: Uint8Array): this {
    checkBytes('bytes', bytes)
    const held = this.#length % blockBytes
    this.#length += bytes.length
    let from = 0
    if (held > 0) {
      from = Math.min(blockBytes - held, bytes.length)
      this.#rest.set(bytes.subarray(0, from), held)
      if (held + from < blockBytes) return this
      this.#digestBlocks(this.#rest, 0, blockBytes)
    }
    const to = bytes.length - ((bytes.length - from) % blockBytes)
    this.#digestBlocks(bytes, from, to)
    this.#rest.set(bytes.subarray(to))
    return this
  }

  /** The hash of all bytes so far, shape [16]. Nothing can be added afterwards. */
  digest(): Uint8Array {
    const bits = 8 * this.#length
    const held = this.#length % blockBytes
    const padding = new Uint8Array((held < 56 ? 64 : 128) - held)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, bits % 2 ** 32, true)
    view.setUint32(padding.length - 4, Math.floor(bits / 2 ** 32), true)
    this.update(padding)
    const digest = new DataView(new ArrayBuffer(16))
    this.#state.forEach((word, i) => {
      digest.setInt32(4 * i, word, true)
    })
    return new Uint8Array(digest.buffer)
  }

  #digestBlocks(bytes: Uint8Array, from: number, to: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = from; at < to; at += blockBytes) {
      for (let i = 0; i < 16; i++) blockWords[i] = view.getInt32(at + 4 * i, true)
      blockState.set(this.#state)
      roundF(blockState, blockWords)
      roundG(blockState, blockWords)
      roundH(blockState, blockWords)
      roundI(blockState, blockWords)
      for (let i = 0; i < 4; i++) this.#state[i] += blockState[i]
    }
  }
}

/**
 * The MD5 hash of bytes, shape [16].
 *
 * @throws NearsameError OPTION_VALUE
 * @example hexOf(md5(new Uint8Array(0))) // => 'd41d8cd98f00b204e9800998ecf8427e'
 */
export function md5(bytes: Uint8Array): Uint8Array {
  return new Md5().update(bytes).digest()
}

/** The MD5 hash as 32 lower-case hexadecimal digits. @throws NearsameError OPTION_VALUE */
export function md5Hex(bytes: Uint8Array): string {
  return hexOf(md5(bytes))
}
