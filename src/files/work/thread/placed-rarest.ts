/** Placed rarest: what a thread needs to give the rarest shingles of texts while it describes them. */
import { rarestPlanWords, writeRarestPlan } from '../../../texts/kernels/layout/rarest-plan.ts'
import type { Workspace } from '../../../texts/workspace/workspace.ts'

export interface RarestSettings {
  /** Of the counters of `rarity.ts`; shared, and complete before the first text is described. */
  readonly classes: Uint8Array
  /** Lowest Jaccard of a match. */
  readonly threshold: number
}

const planRoom = 64

export class PlacedRarest {
  readonly #space: Workspace
  readonly #settings: RarestSettings
  readonly #planAt: number
  #hasClasses = false

  /** Only before the first use of the workspace. */
  constructor(space: Workspace, settings: RarestSettings) {
    this.#space = space
    this.#settings = settings
    this.#planAt = space.claim(planRoom + settings.classes.length)
  }

  /** Makes the kernels write from `to` on. @returns address of the plan */
  begin(to: number): number {
    const { classes, threshold } = this.#settings
    const classesAt = this.#planAt + planRoom
    if (!this.#hasClasses) this.#space.bytes.set(classes, classesAt)
    this.#hasClasses = true
    writeRarestPlan(this.#space.wordsAt(this.#planAt, rarestPlanWords), threshold, classesAt, to)
    return this.#planAt
  }

  /** What the kernels wrote from `to` on, a view. */
  taken(to: number): Uint32Array {
    const end = this.#space.words[this.#planAt / 4 + rarestPlanWords - 1]
    return this.#space.wordsAt(to, (end - to) / 4)
  }
}
