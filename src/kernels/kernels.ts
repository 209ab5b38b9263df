/**
 * Kernels: the hot loops, as one interface with three implementations that agree bit for bit:
 * `reference` (plain TypeScript, the definition), `wasm` (scalar WebAssembly) and `wasm-simd`.
 *
 * All work on one flat memory addressed by byte offsets ("pointers"). No method checks, allocates or
 * throws: the caller lays out the memory, keeps regions apart and aligned, and has checked the values.
 * Numbers are little-endian. A `u64` array is 8-byte aligned, a `u32` array 4-byte aligned.
 * Every source region must be followed by 64 readable bytes, every target region by 64 writable ones:
 * the kernels read and write in blocks.
 *
 *     bytes ─unescapeJson─▶ text ─canonicalise─▶ canonical text ─tokenHashes─▶ u64 tokens
 *                                                  ─shingles─▶ u64 shingles ─signature─▶ u32 values ─bandKeys─▶ u32 keys
 *
 * `describe` runs all of it for a batch of texts in one call.
 */
export type KernelName = 'reference' | 'wasm' | 'wasm-simd'

/** How shingles are cut; the numbers are part of the stored format. */
export const shingleUnits = { words: 0, chars: 1, stopword: 2 } as const

export interface Kernels {
  readonly name: KernelName
  /** First free byte: everything below belongs to the kernels (their tables). Multiple of 64. */
  readonly base: number
  /** The memory. A new ArrayBuffer may replace it in `reserve`; take views again afterwards. */
  readonly memory: { readonly buffer: ArrayBuffer }
  /** Makes [0, end) addressable. @returns false when the memory cannot grow that far. */
  reserve(end: number): boolean

  /**
   * The inside of a JSON string (no quotes) at [from, to), unescaped as WTF-8: `\ud83d\ude00` becomes one
   * 4-byte character, a lone surrogate its 3-byte generalised form.
   * REQUIRES: a valid JSON string body; target of to - from bytes.
   * @returns end of the target.
   */
  unescapeJson(from: number, to: number, out: number): number

  /**
   * Canonical text of the WTF-8 text at [from, to): NFC, simple case folding, NFC; then tokens (runs of
   * L, M, Nd; in scripts without spaces a base with its marks) kept, and between two tokens one byte: 0x20 where
   * other characters stood, 0x01 where nothing stood. None at the ends.
   * REQUIRES: well-formed WTF-8; target of 4 * (to - from) + 64 bytes.
   * @returns end of the target.
   */
  canonicalise(from: number, to: number, out: number): number

  /** First offset in [from, to) that is not well-formed UTF-8 (surrogates refused), or `to`. */
  validUtf8(from: number, to: number): number

  /** MurmurHash3 x64 128 (seed 0) of [from, to), 16 bytes at `out`. */
  hash128(from: number, to: number, out: number): void

  /**
   * The 64-bit hash of every token of a text at [from, to), which is canonical or plain ASCII (then lower-cased here).
   * REQUIRES: target of 8 * ((to - from + 1) / 2) bytes.
   * @returns number of tokens.
   */
  tokenHashes(from: number, to: number, out: number): number

  /** 16-byte hash of a sequence of `count` u64 token hashes at `tokens`; equal sequences, equal hashes. */
  sequenceHash(tokens: number, count: number, out: number): void

  /**
   * Shingle hashes of `count` tokens, in place of text order, repeats kept: one for each run of `size` tokens;
   * a shorter sequence (1 <= count < size) is its own single shingle; none for count 0. `out` may equal `tokens`.
   * @returns number of shingles.
   */
  wordShingles(tokens: number, count: number, size: number, out: number): number

  /**
   * The same over the code points of a canonical text: 0x20 counts as a character, 0x01 is not there.
   * REQUIRES: target of 8 * (to - from) bytes.
   */
  charShingles(from: number, to: number, size: number, out: number): number

  /**
   * Fast-similarity-sketching signature: `length` u32 values at `out` of `count` >= 1 u64 shingle hashes.
   * The set counts, not its order or repeats. Definition: `reference-signature.ts`.
   */
  signature(shingles: number, count: number, length: number, seed: number, out: number): void

  /** One u32 key for each of `bands` runs of `rows` signature values. REQUIRES: bands * rows <= signature length. */
  bandKeys(signature: number, bands: number, rows: number, out: number): void

  /**
   * Exact set sizes of two u64 arrays, repeats not counted. Writes u32 {shared, distinct a, distinct b} at `out`.
   * REQUIRES: zeroed work area of 16 * 2^k bytes at `table`, with 2^k >= 2 * (aCount + bCount); it is zeroed again after.
   */
  overlap(a: number, aCount: number, b: number, bCount: number, table: number, out: number): void
}
