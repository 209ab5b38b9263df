/** Placed trials: trial keys of shingles in kernel memory, computed by the kernels. */
import { type TrialHashing, TrialKeys } from '../sketch/trial-keys.ts'
import type { Workspace } from './workspace.ts'

export class PlacedTrials {
  readonly #space: Workspace
  readonly #trials: TrialKeys
  readonly #functionsAt: number
  readonly #leastAt: number

  /** Claims room for the hash functions. REQUIRES: the plan of the workspace cuts the shingles of the method. */
  constructor(space: Workspace, hashing: TrialHashing) {
    this.#space = space
    this.#trials = new TrialKeys(hashing)
    const { functions } = this.#trials
    this.#functionsAt = space.claim(functions.byteLength)
    this.#leastAt = space.claim(2 * functions.length)
    space.words.set(functions, this.#functionsAt / 4)
  }

  /** Number of keys of a text. */
  get trials(): number {
    return this.#trials.trials
  }

  /** The keys of `count` shingle hashes at `at`; undefined if there are none, as in a text without tokens. */
  keys(at: number, count: number): Uint32Array | undefined {
    if (count === 0) return undefined
    const hashes = this.#trials.functions.length / 2
    this.#space.kernels.leastHashes(at, count, this.#functionsAt, hashes, this.#leastAt)
    const keys = new Uint32Array(this.trials)
    this.#trials.fold(this.#space.wordsAt(this.#leastAt, hashes), keys)
    return keys
  }
}
