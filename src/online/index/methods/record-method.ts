/**
 * Record method: `records` online: words and 3-grams of a record as postings, pairs decided by a model that is frozen
 * until the next training (`src/methods/records/model/record-model.ts`).
 *
 *     compared text ─▶ items ─▶ postings, repeats included;   the rarest ─▶ asked ─▶ similarity, heads and numbers
 *
 * Postings do not depend on the model, so that training changes nothing that is stored. They say how often each item is
 * there, so that the similarity of two records needs no more than these. Heads and numbers are read from the texts;
 * where texts are not kept, they are not weighed, and the threshold is that of similarities without them.
 *
 * Records of the same compared text are at 1. Those without words match their equals.
 */
import type { Engine } from '../../../engine/library/open-engine.ts'
import type { MethodParams } from '../../../methods/methods.ts'
import { mostMoved, signsOf } from '../../../methods/records/candidates/signs.ts'
import { askedItems, itemAgree } from '../../../methods/records/model/asked-items.ts'
import { isGram, recordItems } from '../../../methods/records/model/record-items.ts'
import {
  type RecordModel,
  type RecordTraining,
  rounding,
  scoreBy,
  trainRecordModel,
  unmovedThreshold,
  untrainedModel,
} from '../../../methods/records/model/record-model.ts'
import { packRecordModel, unpackRecordModel } from '../../../methods/records/model/record-model-bytes.ts'
import { recordSimilarity, weighRecord } from '../../../methods/records/model/record-similarity.ts'
import { SeenItems } from '../../../methods/records/model/seen-items.ts'
import { comparedText, wordlessKey, wordsOf } from '../../../methods/records/record-text.ts'
import type { Sketch } from '../../store/store.ts'
import {
  areEqualTokens,
  type Compared,
  type Measured,
  type OnlineMethod,
  ofText,
  posting,
} from './online-method.ts'
import { textHashes } from './text-hashes.ts'

/** Without training, of fewer records than these it is not known which items are frequent. */
const fewRows = 64

/** How many postings a candidate shares at least. */
export function recordAgree(): number {
  return itemAgree
}

export class RecordMethod implements OnlineMethod {
  readonly measure = 'records'
  readonly isDistance = false
  readonly #engine: Engine
  readonly #storeText: boolean
  readonly #training: RecordTraining
  readonly #seen = new SeenItems()
  #model: RecordModel

  /** REQUIRES: an engine of the method `records`. @param storeText whether texts are kept */
  constructor(engine: Engine, storeText: boolean) {
    this.#engine = engine
    this.#storeText = storeText
    const { oneToOne, threshold } = engine.settings.result.params as unknown as MethodParams<'records'>
    this.#training = {
      oneToOne: oneToOne === 'auto' ? oneToOne : oneToOne === 'true',
      ...(threshold !== 'auto' && { threshold }),
    }
    this.#model = untrainedModel(this.#training.threshold)
  }

  /** Whether heads and numbers have no part in it. */
  get isDecidedBySketch(): boolean {
    return !this.#storeText || this.#model.weights === undefined
  }

  /** What is learnt from the texts, as bytes for `use`. */
  train(texts: readonly string[]): Uint8Array {
    return packRecordModel(trainRecordModel(texts, this.#training))
  }

  /**
   * Decides by this from now on; by what is known without any training when undefined.
   *
   * @throws NearsameError STORE_FORMAT, STORE_CORRUPT
   */
  use(model: Uint8Array | undefined): void {
    this.#model = model === undefined ? untrainedModel(this.#training.threshold) : unpackRecordModel(model)
  }

  another(): RecordMethod {
    return new RecordMethod(this.#engine, this.#storeText)
  }

  sketches(texts: readonly string[]): Sketch[] {
    const { space } = this.#engine
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

/** Two, so that an equal one is a candidate, and neither of them the key of a 3-gram. */
function postingsOfSigns(hash: number): Uint32Array {
  const key = posting(hash, ofText) & ~1
  return Uint32Array.of(key, key ^ (1 << 31))
}

/** Whether there are items: those of a text with letters or digits include a 3-gram. */
function isRecord({ postings }: Sketch): boolean {
  return postings.some(isGram)
}

function signsIn({ text }: Compared) {
  return signsOf(wordsOf(comparedText(text ?? '')))
}
