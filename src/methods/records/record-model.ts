/**
 * Record model: the frozen result of learning from a list: the rarity of items, the weights of heads and numbers, and
 * the threshold. It decides single pairs, so records may arrive one at a time.
 *
 *     texts ─▶ the evidence and the decision of a list (`decide.ts`), pair by pair ─▶ weights, threshold ─▶ bytes
 *
 * It leaves out everything that depends on records beyond the two: the best of each row, and the support of neighbours.
 * Records of several columns are decided by them where a run would (`column-model.ts`), else by the text.
 *
 * If a list moves scores by support, the frozen threshold is lowered until it finds `kept` of the pairs that the list
 * reports. If the list has no pairs, a later pair must be more alike than any in it, and reach the threshold without a
 * model.
 *
 * Without a model all items weigh the same, and the threshold is `plainThreshold`.
 *
 * Cost: training costs as much as `findRecordPairs`; a pair, one table lookup for each item.
 */
import { atOnce, type Steps } from '../../ground/breath/steps.ts'
import { comparedText } from './candidates/record-text.ts'
import { type Signs, type SignWeights, signReach, stateOf, weighedScore } from './candidates/signs.ts'
import { ColumnModel, freezeColumns } from './columns/column-model.ts'
import { columnNotes } from './columns/column-notes.ts'
import type { ColumnDecision } from './columns/decide-by-columns.ts'
import { scoresAlone } from './columns/score-pairs.ts'
import { decide, type PairSelection } from './decision/decide.ts'
import type { Evidence } from './decision/evidence.ts'
import { thresholdOf } from './decision/selection.ts'
import { decideRecords } from './find-record-pairs.ts'
import { countingColumns, type GivenColumn, gatherEvidence } from './gather-records.ts'
import { ItemTable } from './item-table.ts'
import { recordItems, wordKey } from './record-items.ts'
import { groupRows } from './row-groups.ts'
import { firstOccurrences } from './run-similarity.ts'
import { countingWords } from './values/counting-words.ts'

export interface RecordModel {
  readonly table: ItemTable
  /** Applies to scores moved by heads and numbers, if these have weights. In [0, 2]. */
  readonly threshold: number
  readonly weights: SignWeights | undefined
  /** What records of several columns say beyond their text. */
  readonly byColumns?: LearntColumns | undefined
}

export interface LearntColumns {
  readonly model: ColumnModel
  /** For each item of the table the place of its first occurrence (`run-similarity.ts`). */
  readonly first: Uint32Array
}

export interface RecordTraining {
  /** As in `RecordOptions`; it affects the choice of the threshold, but does not limit matches. */
  readonly oneToOne?: boolean | 'auto'
  /** In [0, 1]; default: chosen from the data. */
  readonly threshold?: number
  /** The columns of the records; absent for records of one text. */
  readonly columns?: readonly GivenColumn[] | undefined
}

/** The threshold without training. */
export const plainThreshold = 0.8
/** The minimum share of the list's pairs that a frozen threshold finds if support decided there. */
const kept = 0.985
/** Sums may differ from those of a list by rounding. */
export const rounding = 1e-6

export function untrainedModel(threshold = plainThreshold): RecordModel {
  const table = new ItemTable(0, new Uint32Array(0), new Uint32Array(0))
  return { table, threshold, weights: undefined }
}

export function trainRecordModel(texts: readonly string[], training: RecordTraining = {}): RecordModel {
  return training.columns === undefined
    ? trainByText(texts, training)
    : trainByColumns(texts, { ...training, columns: training.columns })
}

function trainByText(
  texts: readonly string[],
  { oneToOne = 'auto', threshold }: RecordTraining,
): RecordModel {
  const compared = texts.map(comparedText)
  const groups = atOnce(groupRows(texts, compared, 0))
  if (groups.first.length === 0) return untrainedModel(threshold)
  const distinct = groups.first.map(row => compared[row])
  const gathered = atOnce(gatherEvidence(distinct, groups, new Map()))
  const evidence = { ...gathered, countingWords: atOnce(countingWords([], gathered)) }
  return decidedByText(evidence, ItemTable.of(distinct.map(recordItems)), oneToOne, threshold)
}

function trainByColumns(
  texts: readonly string[],
  { oneToOne = 'auto', threshold, columns }: RecordTraining & { readonly columns: readonly GivenColumn[] },
): RecordModel {
  const run = atOnce(
    decideRecords(texts, undefined, { oneToOne, columns, ...(threshold !== undefined && { threshold }) }),
  )
  const { first: rows } = run.groups
  if (rows.length === 0) return untrainedModel(threshold)
  const distinct = rows.map(row => comparedText(texts[row]))
  const table = ItemTable.of(distinct.map(recordItems))
  const notes = columnNotes(columns, { columns: run.columns, split: 0 }, run.byColumns)
  const byColumns = {
    model: new ColumnModel(freezeColumns(run, countingColumns(columns), rows, notes)),
    first: firstOccurrences(distinct, table),
  }
  if (run.byColumns !== undefined) {
    const between = atOnce(thresholdAlone(run.evidence, run.byColumns))
    return { table, threshold: threshold ?? between, weights: undefined, byColumns }
  }
  return { ...decidedByText(run.evidence, table, oneToOne, threshold), byColumns }
}

/**
 * The threshold for probabilities without rivals. That of the list is its lowest accepted one: in a list of clear
 * copies nearly 1, which copies to come need not reach. So it is lowered halfway to the highest rejected one.
 */
function* thresholdAlone(
  evidence: Evidence,
  { model, columns, swapped, accepted, threshold }: ColumnDecision,
): Steps<number> {
  const alone = yield* scoresAlone(model, columns, swapped, evidence)
  const highest = alone.reduce((most, score, p) => (accepted[p] === 1 ? most : Math.max(most, score)), 0)
  return Math.min(threshold, (threshold + highest) / 2)
}

function decidedByText(
  evidence: Evidence,
  table: ItemTable,
  oneToOne: boolean | 'auto',
  threshold: number | undefined,
): RecordModel {
  const decision = atOnce(decide(evidence, oneToOne, threshold, true))
  const { weights } = decision
  if (threshold !== undefined) return { table, threshold, weights }
  if (!decision.accepted.includes(1)) return { table, threshold: aboveAll(decision), weights }
  if (decision.rule !== 'all') return { table, threshold: decision.threshold, weights }
  const reported = atOnce(decide(evidence, oneToOne)).accepted
  const ofReported = decision.scores.filter((_, p) => reported[p] === 1)
  const lowest = atOnce(thresholdOf(ofReported, Math.ceil(kept * ofReported.length)))
  return { table, threshold: Math.min(decision.threshold, lowest), weights }
}

function aboveAll({ scores }: PairSelection): number {
  return scores.reduce((most, score) => Math.max(most, score + 2 * rounding), plainThreshold)
}

/** The threshold for similarities not moved by heads and numbers. */
export function unmovedThreshold({ threshold, weights }: RecordModel): number {
  return weights?.threshold ?? threshold
}

/** A similarity moved by heads and numbers, in [0, 1.2]. */
export function scoreBy({ table, weights }: RecordModel, similarity: number, a: Signs, b: Signs): number {
  if (weights === undefined || similarity <= weights.threshold - signReach) return similarity
  return weighedScore(
    similarity,
    stateOf(a, b, word => table.idfOf(wordKey(word))),
    weights.ratios,
  )
}
