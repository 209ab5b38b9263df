/** Signer: the signatures of a method, for texts in kernel memory. */
import { decodeWtf8 } from '../io/wtf8.ts'
import type { ShownSignature, TextSignature } from '../method/method.ts'
import type { Workspace } from './workspace.ts'

const encoder = new TextEncoder()

export class Signer {
  readonly #space: Workspace
  readonly #signature: TextSignature

  constructor(space: Workspace, signature: TextSignature) {
    this.#space = space
    this.#signature = signature
  }

  /** As files show it. */
  shown(from: number, to: number): ShownSignature {
    return this.#signature(decodeWtf8(this.#space.bytes.subarray(from, to)))
  }

  /**
   * The 128-bit key of a text's signature: equal where the signatures are.
   *
   * @param free kernel memory
   * @returns 4 words, a view; undefined for a text that has no signature
   */
  key(from: number, to: number, free: number): Uint32Array | undefined {
    const shown = this.shown(from, to)
    if (shown === null) return undefined
    const bytes = encoder.encode(typeof shown === 'string' ? shown : shown.join('\n'))
    const { kernels, resultAt } = this.#space
    this.#space.reserve(free + bytes.length + 64)
    this.#space.bytes.set(bytes, free)
    kernels.hash128(free, free + bytes.length, resultAt)
    return this.#space.words.subarray(resultAt / 4, resultAt / 4 + 4)
  }
}
