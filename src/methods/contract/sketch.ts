/**
 * Sketch: the data of a text that an index keeps to find and compare it.
 *
 *     hashes    128 bits of the raw text │ 128 bits of what the method compares in its place
 *     postings  keys under which it is found, each mixed with its place
 *
 * `docs/formats/hashes.md` has the bits.
 */
import { encodeText } from '../../texts/text/text-bytes.ts'
import type { TextWorkspace } from '../../texts/workspace/text-workspace.ts'

/** How a document is found and compared; the same words for the same text, always. */
export interface Sketch {
  /** [8]: 128 bits of the raw text, 128 bits of its tokens. */
  readonly hashes: Uint32Array
  /** [0 or more]: the keys under which it is found. A repeated key finds it once. */
  readonly postings: Uint32Array
}

const hashWords = 4

/** @param compared undefined for a text without anything to compare, whose hashes are 0 */
export function textHashes(
  space: TextWorkspace,
  text: string,
  compared: string | Uint8Array | undefined,
): Uint32Array {
  const hashes = new Uint32Array(2 * hashWords)
  hashes.set(space.hash128(encodeText(text), space.free))
  if (compared === undefined) return hashes
  const bytes = typeof compared === 'string' ? encodeText(compared) : compared
  hashes.set(space.hash128(bytes, space.free), hashWords)
  return hashes
}

/** Whether two raw texts are equal, by 128 bits. */
export function areEqualTexts({ hashes: a }: Sketch, { hashes: b }: Sketch): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3]
}

/** Whether two texts have the same tokens, at least one, by 128 bits; those of a text without tokens are 0. */
export function areEqualTokens({ hashes: a }: Sketch, { hashes: b }: Sketch): boolean {
  if ((a[4] | a[5] | a[6] | a[7]) === 0) return false
  return a[4] === b[4] && a[5] === b[5] && a[6] === b[6] && a[7] === b[7]
}

/** The place of postings that come from the text itself. */
export const ofText = 1000

/** A key with its place mixed in, so that keys of different bands are different postings. */
export function posting(key: number, place: number): number {
  let mixed = Math.imul(key ^ Math.imul(place + 1, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
