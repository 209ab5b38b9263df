/**
 * Compare frozen: a record with others by a frozen model of their columns, as a run over the training list compares
 * them; each pair is decided alone.
 *
 *     values ─▶ columns with the rarity of the list ─▶ levels ─▶ frozen weights ─▶ probability
 *
 * Cost: the words of all values are numbered for each query, so about ten microseconds a record.
 */
import { atOnce } from '../../ground/breath/steps.ts'
import type { Compared } from '../contract/online-method.ts'
import type { PairByColumns } from '../contract/pair-by-columns.ts'
import type { RecordColumn } from '../contract/record-columns.ts'
import type { CandidatePairs } from './candidates/candidates.ts'
import { comparedText, wordsOf } from './candidates/record-text.ts'
import { textLevels, thinRows } from './columns/pair-levels.ts'
import { explainPair } from './explain-pair.ts'
import { vetoOf, withValues } from './gather-records.ts'
import type { LearntColumns, RecordModel } from './record-model.ts'
import { recordSimilarity, weighRecord } from './record-similarity.ts'
import { groupRows } from './row-groups.ts'
import { runRecord, runSimilarity } from './run-similarity.ts'
import type { Column } from './values/column-values.ts'

/** A similarity so near to the border of two levels is computed as a run does, in the same order. */
const nearBorder = 1e-4

/** The records compared: the first one is the query. */
export interface FrozenRecords {
  readonly texts: readonly string[]
  /** All fields as given, and of these the columns that were learnt. */
  readonly given: readonly RecordColumn[]
  readonly columns: readonly Column[]
  /** Of those the columns that decide. */
  readonly deciding: readonly Column[]
  readonly pairs: CandidatePairs
  readonly words: readonly (readonly string[])[]
  /** Of the whole texts, one for each pair. */
  readonly similarities: Float64Array
  /** Whether a column that must agree differs in two records. */
  readonly isVetoed: (left: number, right: number) => boolean
  /** Whether a record is too short to be compared, even with an equal one. */
  readonly isThin: (row: number) => boolean
}

/** REQUIRES: records with values, one for each field. */
export function frozenRecords(
  model: RecordModel,
  { model: columnModel, first }: LearntColumns,
  fields: readonly string[],
  records: readonly Compared[],
): FrozenRecords {
  const given = fields.map((name, f) => ({ name, values: records.map(({ values }) => values?.[f] ?? '') }))
  const columns = atOnce(columnModel.columnsOf(given))
  const texts = records.map(({ text }) => text ?? '')
  const compared = texts.map(comparedText)
  const words = compared.map(wordsOf)
  const others = Int32Array.from({ length: records.length - 1 }, (_, p) => p + 1)
  return {
    ...{ texts, given, columns },
    deciding: columnModel.deciding(columns),
    pairs: { left: new Int32Array(others.length), right: others },
    words,
    similarities: similaritiesOf(model, first, records, compared),
    isVetoed: vetoOf(columns) ?? (() => false),
    isThin: thinRows(columns, words),
  }
}

/** Of the first record with each other one: at least the level is that of a run. */
function similaritiesOf(
  { table }: RecordModel,
  first: Uint32Array,
  [query, ...others]: readonly Compared[],
  [text, ...texts]: readonly string[],
): Float64Array {
  const weighed = weighRecord(query.sketch.postings, table)
  const inRun = runRecord(text, table, first)
  return Float64Array.from(others, ({ sketch }, p) => {
    const similarity = recordSimilarity(weighed, sketch.postings, table)
    const level = similarity * textLevels
    if (Math.abs(level - Math.round(level)) > nearBorder) return similarity
    return runSimilarity(inRun, runRecord(texts[p], table, first), table)
  })
}

/** The probability of each pair. REQUIRES: a model whose columns decide. */
export function frozenScores(
  { model }: LearntColumns,
  { deciding, ...compared }: FrozenRecords,
): Float64Array {
  return atOnce(model.scores(deciding, compared))
}

/**
 * Why two records match, or not.
 *
 * @param score of the two, by what decides
 */
export function explainFrozen(
  { threshold, table }: RecordModel,
  { model, first }: LearntColumns,
  records: FrozenRecords,
  score: number,
): PairByColumns {
  const compared = records.texts.map(comparedText)
  const [inRun, other] = compared.map(text => runRecord(text, table, first))
  const gated = records.given.filter(({ name }) => model.gated.includes(name))
  const isCandidate = !records.isVetoed(0, 1)
  const run = {
    evidence: {
      pairs: isCandidate ? records.pairs : { left: new Int32Array(0), right: new Int32Array(0) },
      words: records.words,
      similarities: Float64Array.of(runSimilarity(inRun, other, table)),
    },
    groups: atOnce(groupRows(records.texts, withValues(compared, gated))),
    decision: {
      scores: Float64Array.of(score),
      accepted: Uint8Array.of(score >= threshold ? 1 : 0),
      threshold,
    },
    byColumns: model.weights && {
      ...{ model: model.weights, columns: records.deciding, swapped: model.swapped },
    },
    given: records.given,
    columns: records.columns,
  }
  return atOnce(explainPair(run, [0, 1]))
}
