/** Online trials: a posting for each trial; the similarity is the number of common postings. */
import { encodeText } from '../../texts/text/text-bytes.ts'
import { PlacedTrials } from '../../texts/workspace/placed-trials.ts'
import type { TextWorkspace } from '../../texts/workspace/text-workspace.ts'
import type { WordTrials } from '../contract/method.ts'
import type { Compared, Measured, OnlineMethod, OnlinePlace } from '../contract/online-method.ts'
import { areEqualTexts, ofText, posting, type Sketch, textHashes } from '../contract/sketch.ts'

export class OnlineTrials implements OnlineMethod {
  readonly measure = 'agreed-trials'
  readonly isDistance = false
  readonly isDecidedBySketch = true
  readonly #space: TextWorkspace
  readonly #trials: PlacedTrials
  readonly #agree: number

  constructor({ space, params, seed }: OnlinePlace<WordTrials>) {
    this.#space = space
    this.#trials = new PlacedTrials(space, { ...params, seed })
    this.#agree = params.agree
  }

  sketches(texts: readonly string[]): Sketch[] {
    const space = this.#space
    const { free } = space
    return texts.map(text => {
      const count = space.cut(encodeText(text), free, false)
      const keys = this.#trials.keys(free, count)
      const hashes = textHashes(space, text, undefined)
      // Without tokens, only the same text has the same postings.
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
    return areEqualTexts(a, b) ? { similarity: this.#trials.trials } : undefined
  }

  measured({ sketch }: Compared, others: readonly Compared[]): readonly (Measured | undefined)[] {
    return others.map(other => {
      let similarity = 0
      for (let trial = 0; trial < sketch.postings.length; trial++) {
        if (sketch.postings[trial] === other.sketch.postings[trial]) similarity++
      }
      return similarity >= this.#agree ? { similarity } : undefined
    })
  }
}
