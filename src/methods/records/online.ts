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
 *
 * In a collection of several text fields the training learns what these columns say, too. If it lets the columns
 * decide, as a run would, candidates are compared column by column (`compare-frozen.ts`), and similarities are
 * probabilities.
 */

import type { Compared, Measured, OnlineMethod, OnlinePlace } from '../contract/online-method.ts'
import type { PairByColumns } from '../contract/pair-by-columns.ts'
import type { LearntModel, RecordColumn } from '../contract/record-columns.ts'
import { areEqualTokens, ofText, posting, type Sketch, textHashes } from '../contract/sketch.ts'
import { askedItems } from './asked-items.ts'
import { comparedText, wordlessKey, wordsOf } from './candidates/record-text.ts'
import { mostMoved, signsOf } from './candidates/signs.ts'
import { columnRolesOf, givenColumns } from './column-roles.ts'
import { explainFrozen, type FrozenRecords, frozenRecords, frozenScores } from './compare-frozen.ts'
import { chosenBoundary, type RecordParams } from './params.ts'
import { isGram, recordItems } from './record-items.ts'
import {
  type LearntColumns,
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

type Place = Pick<OnlinePlace<RecordParams>, 'params' | 'space' | 'storeText' | 'fields'>

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

  /** Whether the decision ignores columns, heads and numbers. */
  get isDecidedBySketch(): boolean {
    const { byColumns, weights } = this.#model
    return !this.#place.storeText || (weights === undefined && !isByFields(byColumns))
  }

  /** Whether the columns decide. */
  get needsFields(): boolean {
    return this.#model.byColumns?.model.weights !== undefined
  }

  /** Learns a model from the texts, as bytes for `use`. */
  train(texts: readonly string[], columns?: readonly RecordColumn[]): Uint8Array {
    const given = columns && givenColumns(columns, columnRolesOf(this.#place.params.columns))
    return packRecordModel(trainRecordModel(texts, { ...this.#training, columns: given }))
  }

  learnt(): LearntModel | undefined {
    const { table, threshold, byColumns } = this.#model
    if (table.rows === 0) return undefined
    const notes = byColumns?.model.frozen.notes ?? {
      decidedBy: 'text' as const,
      columns: [],
      nullWords: [],
    }
    const prior = byColumns?.model.weights?.prior
    return { records: table.rows, threshold, ...(prior !== undefined && { prior }), ...notes }
  }

  explained(a: Compared, b: Compared): PairByColumns | undefined {
    const { byColumns } = this.#model
    if (byColumns === undefined || a.values === undefined || b.values === undefined) return undefined
    const records = frozenRecords(this.#model, byColumns, this.#place.fields, [a, b])
    const score = this.needsFields
      ? frozenScores(byColumns, records)[0]
      : this.#textScorer(a, Number.POSITIVE_INFINITY).scoreOf(b)
    return explainFrozen(this.#model, byColumns, records, score ?? 0)
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

  /** With columns, a record of few values says too little, even of an equal one, and a gate may part equal ones. */
  same(a: Sketch, b: Sketch): Measured | undefined {
    return !isByFields(this.#model.byColumns) ? this.#sameWords(a, b) : undefined
  }

  #sameWords(a: Sketch, b: Sketch): Measured | undefined {
    return !this.needsFields && areEqualTokens(a, b) ? { similarity: 1 } : undefined
  }

  measured(query: Compared, others: readonly Compared[]): readonly (Measured | undefined)[] {
    const { byColumns } = this.#model
    if (!this.#place.storeText || !isByFields(byColumns) || query.values === undefined)
      return this.#measuredByText(query, others)
    const records = frozenRecords(this.#model, byColumns, this.#place.fields, [query, ...others])
    const found = this.needsFields
      ? this.#measuredByColumns(records, frozenScores(byColumns, records), [query, ...others])
      : this.#measuredByText(query, others)
    return found.map((each, p) => (records.isVetoed(0, p + 1) ? undefined : each))
  }

  #measuredByColumns(
    { isThin }: FrozenRecords,
    scores: Float64Array,
    [query, ...others]: readonly Compared[],
  ): readonly (Measured | undefined)[] {
    const { threshold } = this.#model
    return others.map(({ sketch }, p) => {
      if (areEqualTokens(query.sketch, sketch))
        return isThin(0) || isThin(p + 1) ? undefined : { similarity: 1 }
      return scores[p] >= threshold ? { similarity: scores[p] } : undefined
    })
  }

  #measuredByText(query: Compared, others: readonly Compared[]): readonly (Measured | undefined)[] {
    const { scoreOf, threshold } = this.#textScorer(query, mostMoved)
    return others.map(other => {
      const same = this.#sameWords(query.sketch, other.sketch)
      if (same !== undefined || !isRecord(query.sketch) || !isRecord(other.sketch)) return same
      const score = scoreOf(other)
      return score !== undefined && score >= threshold ? { similarity: Math.min(1, score) } : undefined
    })
  }

  /** Scores by text: undefined for one that is further than `reach` below the threshold before it is moved. */
  #textScorer(query: Compared, reach: number) {
    const model = this.#model
    const isBySketch = !this.#place.storeText || model.weights === undefined
    const threshold = (isBySketch ? unmovedThreshold(model) : model.threshold) - rounding
    const least = threshold - (isBySketch ? 0 : reach)
    const record = weighRecord(query.sketch.postings, model.table)
    const signs = isBySketch ? undefined : signsIn(query)
    const scoreOf = (other: Compared): number | undefined => {
      const similarity = recordSimilarity(record, other.sketch.postings, model.table)
      if (similarity < least) return undefined
      return signs === undefined ? similarity : scoreBy(model, similarity, signs, signsIn(other))
    }
    return { scoreOf, threshold }
  }
}

/** Whether the values of the fields matter: they decide, or must agree. */
function isByFields(byColumns: LearntColumns | undefined): byColumns is LearntColumns {
  return (
    byColumns !== undefined && (byColumns.model.weights !== undefined || byColumns.model.gated.length > 0)
  )
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
