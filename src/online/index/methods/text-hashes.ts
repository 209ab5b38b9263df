/** Hashes of a sketch: 128 bits of a raw text and 128 bits of what a method compares in its place, by the kernels. */

import { encodeText } from '../../../texts/text/text-bytes.ts'
import type { TextWorkspace } from '../../../texts/workspace/text-workspace.ts'

const hashWords = 4

/** @param compared undefined: those of a text without anything to compare, which are 0 */
export function textHashes(
  space: TextWorkspace,
  text: string,
  compared: string | Uint8Array | undefined,
): Uint32Array {
  const hashes = new Uint32Array(2 * hashWords)
  hashes.set(hash128(space, encodeText(text)))
  if (compared === undefined) return hashes
  hashes.set(hash128(space, typeof compared === 'string' ? encodeText(compared) : compared), hashWords)
  return hashes
}

/** The 128 bits of some bytes, as a view of what the next call overwrites. */
export function hash128(space: TextWorkspace, bytes: Uint8Array): Uint32Array {
  const { kernels, free, resultAt } = space
  space.reserve(free + bytes.length + 64)
  space.bytes.set(bytes, free)
  kernels.hash128(free, free + bytes.length, resultAt)
  return space.words(resultAt, hashWords)
}
