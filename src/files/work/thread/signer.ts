/**
 * Signer: the signatures of a method, for texts in kernel memory.
 *
 * If the method has a kernel, it signs many texts at once and its results are the keys. Otherwise each text becomes a
 * string, and the key is a 128-bit hash of the signature as shown.
 */
import type { ShownSignature, SignatureKernel, TextSignature } from '../../../methods/contract/method.ts'
import { signatureKey, signatureWords } from '../../../methods/contract/signature-key.ts'
import { align64 } from '../../../texts/kernels/layout/memory-layout.ts'
import {
  luceneScratchBytes,
  md5ScratchBytes,
  profilePlanBytes,
  profileScratchBytes,
  profileUnitsBytes,
  signatureBytes,
  signatureEncodings,
  writeProfilePlan,
  writeProfileUnits,
} from '../../../texts/kernels/layout/signature-layout.ts'
import { decodeText } from '../../../texts/text/text-bytes.ts'
import type { Workspace } from '../../../texts/workspace/workspace.ts'
import type { KeySigner } from './key-signer.ts'

export class Signer implements KeySigner {
  readonly words = signatureWords
  readonly #space: Workspace
  readonly #signature: TextSignature
  readonly #kernel: SignatureKernel | undefined
  /** Whether the kernel returns the signature itself, or only a hash of it (zeros if there is none). */
  readonly #isItself: boolean
  /** Table and plan of profiles. */
  readonly #units: number = 0
  readonly #plan: number = 0

  constructor(space: Workspace, signature: TextSignature, kernel: SignatureKernel | undefined) {
    this.#space = space
    this.#signature = signature
    this.#kernel = kernel
    this.#isItself = kernel !== undefined && kernel.name !== 'lucene'
    if (kernel?.name !== 'profile') return
    this.#units = space.claim(profileUnitsBytes)
    this.#plan = space.claim(profilePlanBytes)
    const memory = space.kernels.memory.buffer
    writeProfileUnits(memory, this.#units)
    writeProfilePlan(memory, this.#plan, { ...kernel.rule, units: this.#units })
  }

  shown(from: number, to: number, free: number): ShownSignature {
    // The method defines the signature of an empty text, here and in `keys`; kernels do not handle it.
    if (this.#kernel === undefined || !this.#isItself || from === to) {
      return this.#signature(decodeText(this.#space.bytes.subarray(from, to)))
    }
    const table = align64(free)
    this.#space.reserve(table + 64)
    this.#space.words.set([from, to], table / 4)
    const at = this.#sign(this.#kernel, table, 1, to - from)
    const length = this.#kernel.name === 'lookup3' ? 8 : signatureBytes
    return Buffer.from(this.#space.bytes.subarray(at, at + length)).toString('hex')
  }

  keys(texts: readonly number[], free: number): (Uint32Array | undefined)[] {
    const count = texts.length / 2
    if (this.#kernel === undefined) {
      return Array.from({ length: count }, (_, i) => this.#keyOf(texts[2 * i], texts[2 * i + 1], free))
    }
    let longest = 0
    for (let i = 0; i < count; i++) longest = Math.max(longest, texts[2 * i + 1] - texts[2 * i])
    const table = align64(free)
    this.#space.reserve(table + 8 * count)
    this.#space.words.set(texts, table / 4)
    const at = this.#sign(this.#kernel, table, count, longest)
    for (let i = 0; i < count; i++) {
      if (this.#isItself && texts[2 * i] === texts[2 * i + 1]) this.#writeEmpty(at + signatureBytes * i)
    }
    const words = this.#space.words.slice(at / 4, at / 4 + 4 * count)
    return Array.from({ length: count }, (_, i) => {
      const key = words.subarray(4 * i, 4 * i + 4)
      return this.#isItself || key.some(word => word !== 0) ? key : undefined
    })
  }

  /** Signs the texts of a table. @returns address of the signatures, 16 bytes each */
  #sign(kernel: SignatureKernel, table: number, count: number, longest: number): number {
    const { kernels } = this.#space
    const out = align64(table + 8 * count)
    const scratch = align64(out + signatureBytes * count)
    if (kernel.name === 'profile') {
      this.#space.reserve(scratch + profileScratchBytes(longest, kernel.rule.minTokenLen))
      kernels.profileSignatures(table, count, this.#plan, scratch, out)
    } else if (kernel.name === 'md5') {
      this.#space.reserve(scratch + md5ScratchBytes(longest))
      kernels.md5Signatures(table, count, signatureEncodings[kernel.encoding], scratch, out)
    } else if (kernel.name === 'lucene') {
      const { shingleSize, hashCount, bucketCount } = kernel.rule
      this.#space.reserve(scratch + luceneScratchBytes(longest, kernel.rule))
      kernels.luceneSignatures(table, count, shingleSize, hashCount, bucketCount, scratch, out)
    } else {
      this.#space.reserve(scratch)
      kernels.lookup3Signatures(table, count, out)
    }
    return out
  }

  /** Writes the signature of an empty text in place of a kernel's. */
  #writeEmpty(at: number): void {
    const row = this.#space.bytes.subarray(at, at + signatureBytes)
    row.fill(0).set(Buffer.from(String(this.#signature('')), 'hex'))
  }

  #keyOf(from: number, to: number, free: number): Uint32Array | undefined {
    const shown = this.shown(from, to, free)
    if (shown === null) return undefined
    return signatureKey(this.#space, shown, free).slice()
  }
}
