/** Trial signer: the keys of repeated trials, for texts in kernel memory. */
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import { scratchBytes } from '../../texts/kernels/layout/plan-layout.ts'
import { type TrialHashing, TrialKeys } from '../../texts/sketch/trial-keys.ts'
import type { KeySigner } from './key-signer.ts'
import type { Workspace } from './workspace.ts'

export class TrialSigner implements KeySigner {
  readonly #space: Workspace
  readonly #trials: TrialKeys
  readonly #functionsAt: number
  readonly #leastAt: number

  /** REQUIRES: the plan of the workspace cuts the shingles of the method. */
  constructor(space: Workspace, hashing: TrialHashing) {
    this.#space = space
    this.#trials = new TrialKeys(hashing)
    const { functions } = this.#trials
    this.#functionsAt = space.claim(functions.byteLength)
    this.#leastAt = space.claim(2 * functions.length)
    space.words.set(functions, this.#functionsAt / 4)
  }

  get words(): number {
    return this.#trials.trials
  }

  shown(from: number, to: number, free: number): readonly string[] | null {
    const keys = this.#keysOf(from, to, free)
    return keys === undefined ? null : Array.from(keys, key => key.toString(16).padStart(8, '0'))
  }

  keys(texts: readonly number[], free: number): (Uint32Array | undefined)[] {
    return Array.from({ length: texts.length / 2 }, (_, i) =>
      this.#keysOf(texts[2 * i], texts[2 * i + 1], free),
    )
  }

  /** Undefined for a text without any token. */
  #keysOf(from: number, to: number, free: number): Uint32Array | undefined {
    const { kernels, plan, planAt } = this.#space
    const at = align64(free)
    const scratch = align64(at + 8 * (to - from + plan.size + 1) + 64)
    this.#space.reserve(scratch + scratchBytes(to - from, plan))
    const count = kernels.shinglesOf(from, to, planAt, scratch, at)
    if (count === 0) return undefined
    const hashes = this.#trials.functions.length / 2
    kernels.leastHashes(at, count, this.#functionsAt, hashes, this.#leastAt)
    const keys = new Uint32Array(this.#trials.trials)
    this.#trials.fold(this.#space.words.subarray(this.#leastAt / 4, this.#leastAt / 4 + hashes), keys)
    return keys
  }
}
