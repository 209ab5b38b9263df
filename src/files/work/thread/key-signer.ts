/** Key signer: computes the keys of methods other than minhash, for texts in kernel memory. */
import type { ShownSignature } from '../../../methods/contract/method.ts'

export interface KeySigner {
  /** Words of a key. */
  readonly words: number
  /** The signature of one text as files show it. @param free kernel memory */
  shown(from: number, to: number, free: number): ShownSignature
  /**
   * Keys of texts: equal if the signatures are.
   *
   * @param texts [2 * count] {from, to}
   * @param free kernel memory
   * @returns [count] of `words` each; undefined for a text without a signature
   */
  keys(texts: readonly number[], free: number): readonly (Uint32Array | undefined)[]
}
