/**
 * Record model: the frozen result of learning from a list: the rarity of items, the weights of heads and numbers, and
 * the threshold. It decides single pairs, so records may arrive one at a time.
 *
 *     texts ─▶ the evidence and the decision of a list (`decide.ts`), pair by pair ─▶ weights, threshold ─▶ bytes
 *
 * It leaves out everything that depends on records beyond the two: the best of each row, and the support of neighbours.
 * If a list moves scores by support, the frozen threshold is lowered until it finds `kept` of the pairs that the list
 * reports. If the list has no pairs, a later pair must be more alike than any in it, and reach the threshold without a
 * model.
 *
 * Without a model all items weigh the same, and the threshold is `plainThreshold`.
 *
 * Cost: training costs as much as `findRecordPairs`; a pair, one table lookup for each item.
 */
import { atOnce } from '../../ground/breath/steps.ts'
import { comparedText } from './candidates/record-text.ts'
import { type Signs, type SignWeights, signReach, stateOf, weighedScore } from './candidates/signs.ts'
import { decide, type PairSelection } from './decision/decide.ts'
import { thresholdOf } from './decision/selection.ts'
import { gatherEvidence } from './find-record-pairs.ts'
import { ItemTable } from './item-table.ts'
import { recordItems, wordKey } from './record-items.ts'
import { groupRows } from './row-groups.ts'

export interface RecordModel {
  readonly table: ItemTable
  /** Applies to scores moved by heads and numbers, if these have weights. In [0, 2]. */
  readonly threshold: number
  readonly weights: SignWeights | undefined
}

export interface RecordTraining {
  /** As in `RecordOptions`; it affects the choice of the threshold, but does not limit matches. */
  readonly oneToOne?: boolean | 'auto'
  /** In [0, 1]; default: chosen from the data. */
  readonly threshold?: number
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

export function trainRecordModel(
  texts: readonly string[],
  { oneToOne = 'auto', threshold }: RecordTraining = {},
): RecordModel {
  const compared = texts.map(comparedText)
  const groups = atOnce(groupRows(texts, compared, 0))
  if (groups.first.length === 0) return untrainedModel(threshold)
  const distinct = groups.first.map(row => compared[row])
  const evidence = atOnce(gatherEvidence(distinct, groups, new Map()))
  const decision = atOnce(decide(evidence, oneToOne, threshold, true))
  const table = ItemTable.of(distinct.map(recordItems))
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
