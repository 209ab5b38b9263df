/** Trial signer: the keys of repeated trials, for texts in kernel memory. */
import { align64 } from '../../../texts/kernels/layout/memory-layout.ts'
import type { TrialHashing } from '../../../texts/sketch/trial-keys.ts'
import { PlacedTrials } from '../../../texts/workspace/placed-trials.ts'
import type { Workspace } from '../../../texts/workspace/workspace.ts'
import type { KeySigner } from './key-signer.ts'

export class TrialSigner implements KeySigner {
  readonly #space: Workspace
  readonly #trials: PlacedTrials

  /** REQUIRES: the plan of the workspace cuts the shingles of the method. */
  constructor(space: Workspace, hashing: TrialHashing) {
    this.#space = space
    this.#trials = new PlacedTrials(space, hashing)
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

  #keysOf(from: number, to: number, free: number): Uint32Array | undefined {
    const at = align64(free)
    const scratch = align64(at + 8 * (to - from + this.#space.plan.size + 1) + 64)
    return this.#trials.keys(at, this.#space.shingles(from, to, scratch, at))
  }
}
