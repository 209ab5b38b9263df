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
  hashes.set(space.hash128(encodeText(text), space.free))
  if (compared === undefined) return hashes
  const bytes = typeof compared === 'string' ? encodeText(compared) : compared
  hashes.set(space.hash128(bytes, space.free), hashWords)
  return hashes
}
