/** Signature key: 128 bits, equal for equal signatures. One in 2^128 pairs of different ones has the same key. */
import { encodeText } from '../../texts/text/text-bytes.ts'
import type { Workspace } from '../../texts/workspace/workspace.ts'
import type { ShownSignature } from './method.ts'

/** Words of a key. */
export const signatureWords = 4

/**
 * The key of a signature; a text without one gets a key from the text itself.
 *
 * @param at free kernel memory
 * @returns a view that the next call overwrites
 */
export function signatureKey(
  space: Workspace,
  shown: NonNullable<ShownSignature>,
  at: number,
): Uint32Array {
  return space.hash128(encodeText(typeof shown === 'string' ? shown : shown.join('\n')), at)
}
