/**
 * Online records: the words and 3-grams of a record are postings; a model, frozen until the next training, decides
 * pairs (`record-model.ts`).
 *
 *     compared text ─▶ items ─▶ postings, repeats included;   the rarest ─▶ asked ─▶ similarity, heads and numbers
 *
 * Postings do not depend on the model, so training does not change stored data. They repeat an item as often as the
 * record has it, so the similarity of two records needs nothing else. Heads and numbers come from the texts; without
 * stored texts they do not count, and the threshold is the one of similarities without them.
 *
 * Records of the same compared text have similarity 1. Those without words match equal ones.
 */

import type { Compared, Measured, OnlineMethod, OnlinePlace } from '../contract/online-method.ts'
import { areEqualTokens, ofText, posting, type Sketch, textHashes } from '../contract/sketch.ts'
import { askedItems } from './asked-items.ts'
import { comparedText, wordlessKey, wordsOf } from './candidates/record-text.ts'
import { mostMoved, signsOf } from './candidates/signs.ts'
import { chosenBoundary, type RecordParams } from './params.ts'
import { isGram, recordItems } from './record-items.ts'
import {
  type RecordModel,
  type RecordTraining,
  rounding,
  scoreBy,
  trainRecordModel,
  unmovedThreshold,
  untrainedModel,
} from './record-model.ts'
import { packRecordModel, unpackRecordModel } from './record-model-bytes.ts'
import { recordSimilarity, weighRecord } from './record-similarity.ts'
import { SeenItems } from './seen-items.ts'

/** Without training, fewer records than these do not show which items are frequent. */
const fewRows = 64

type Place = Pick<OnlinePlace<RecordParams>, 'params' | 'space' | 'storeText'>

export class OnlineRecords implements OnlineMethod {
  readonly measure = 'records'
  readonly isDistance = false
  readonly #place: Place
  readonly #training: RecordTraining
  readonly #seen = new SeenItems()
  #model: RecordModel

  constructor(place: Place) {
    this.#place = place
    this.#training = chosenBoundary(place.params)
    this.#model = untrainedModel(this.#training.threshold)
  }

  /** Whether the decision ignores heads and numbers. */
  get isDecidedBySketch(): boolean {
    return !this.#place.storeText || this.#model.weights === undefined
  }

  /** Learns a model from the texts, as bytes for `use`. */
  train(texts: readonly string[]): Uint8Array {
    return packRecordModel(trainRecordModel(texts, this.#training))
  }

  /**
   * Decides by this model from now on; if undefined, by the defaults without training.
   *
   * @throws NearsameError STORE_FORMAT, STORE_CORRUPT
   */
  use(model: Uint8Array | undefined): void {
    this.#model = model === undefined ? untrainedModel(this.#training.threshold) : unpackRecordModel(model)
  }

  another(): OnlineRecords {
    return new OnlineRecords(this.#place)
  }

  sketches(texts: readonly string[]): Sketch[] {
    const { space } = this.#place
    return texts.map(text => {
      const compared = comparedText(text)
      if (compared !== '') {
        const postings = recordItems(compared)
        this.#seen.add(postings)
        return { hashes: textHashes(space, text, compared), postings }
      }
      const hashes = textHashes(space, text, wordlessKey(text))
      return { hashes, postings: postingsOfSigns(hashes[4]) }
    })
  }

  asked({ sketch }: Compared): Uint32Array {
    if (!isRecord(sketch)) return sketch.postings
    const { table } = this.#model
    const seen = this.#seen.rows < fewRows ? undefined : this.#seen
    return askedItems(weighRecord(sketch.postings, table), table.rows > 0 ? table : seen)
  }

  shingles(): BigUint64Array {
    return new BigUint64Array(0)
  }

  same(a: Sketch, b: Sketch): Measured | undefined {
    return areEqualTokens(a, b) ? { similarity: 1 } : undefined
  }

  measured(query: Compared, others: readonly Compared[]): readonly (Measured | undefined)[] {
    const model = this.#model
    const isBySketch = this.isDecidedBySketch
    const threshold = (isBySketch ? unmovedThreshold(model) : model.threshold) - rounding
    const least = isBySketch ? threshold : threshold - mostMoved
    const record = weighRecord(query.sketch.postings, model.table)
    const signs = isBySketch ? undefined : signsIn(query)
    return others.map(other => {
      const same = this.same(query.sketch, other.sketch)
      if (same !== undefined || !isRecord(query.sketch) || !isRecord(other.sketch)) return same
      const similarity = recordSimilarity(record, other.sketch.postings, model.table)
      if (similarity < least) return undefined
      const score = signs === undefined ? similarity : scoreBy(model, similarity, signs, signsIn(other))
      return score >= threshold ? { similarity: Math.min(1, score) } : undefined
    })
  }
}

/** Two postings, so that an equal record is a candidate; neither is the key of a 3-gram. */
function postingsOfSigns(hash: number): Uint32Array {
  const key = posting(hash, ofText) & ~1
  return Uint32Array.of(key, key ^ (1 << 31))
}

/** Whether the record has items: those of a text with letters or digits include a 3-gram. */
function isRecord({ postings }: Sketch): boolean {
  return postings.some(isGram)
}

function signsIn({ text }: Compared) {
  return signsOf(wordsOf(comparedText(text ?? '')))
}
