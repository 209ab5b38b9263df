/** Trial method: `repeated-trials` online: a posting for each trial, and as similarity how many two documents share. */
import type { Engine } from '../../../engine/library/open-engine.ts'
import { limitsOf } from '../../../methods/options/chosen-method.ts'
import { encodeText } from '../../../texts/text/text-bytes.ts'
import type { PlacedTrials } from '../../../texts/workspace/placed-trials.ts'
import type { Sketch } from '../../store/store.ts'
import {
  areEqualTexts,
  type Compared,
  type Measured,
  type OnlineMethod,
  ofText,
  posting,
} from './online-method.ts'
import { textHashes } from './text-hashes.ts'

export class TrialMethod implements OnlineMethod {
  readonly measure = 'agreed-trials'
  readonly isDistance = false
  readonly isDecidedBySketch = true
  readonly #engine: Engine
  readonly #trials: PlacedTrials
  readonly #least: number
  readonly #same: number

  /** REQUIRES: a method that is decided by trials. */
  constructor(engine: Engine) {
    this.#engine = engine
    this.#trials = engine.trials as PlacedTrials
    const { same, least } = limitsOf(engine.settings.result)
    this.#same = same
    this.#least = least
  }

  sketches(texts: readonly string[]): Sketch[] {
    const { space } = this.#engine
    const { free } = space
    return texts.map(text => {
      const count = space.cut(encodeText(text), free, false)
      const keys = this.#trials.keys(free, count)
      const hashes = textHashes(space, text, undefined)
      // Without tokens nothing but the same text has the same postings.
      const postings = Uint32Array.from({ length: this.#trials.trials }, (_, trial) =>
        posting(keys === undefined ? posting(hashes[trial % 4], ofText + trial) : keys[trial], trial),
      )
      return { hashes, postings }
    })
  }

  shingles(): BigUint64Array {
    return new BigUint64Array(0)
  }

  same(a: Sketch, b: Sketch): Measured | undefined {
    return areEqualTexts(a, b) ? { similarity: this.#same } : undefined
  }

  measured({ sketch }: Compared, others: readonly Compared[]): readonly (Measured | undefined)[] {
    return others.map(other => {
      let similarity = 0
      for (let trial = 0; trial < sketch.postings.length; trial++) {
        if (sketch.postings[trial] === other.sketch.postings[trial]) similarity++
      }
      return similarity >= this.#least ? { similarity } : undefined
    })
  }
}
