/**
 * Notes: a report on the run, as plain JSON, for a person's review: the choice of the threshold as a ROC, examples of
 * likely errors, and the most doubtful pairs (`review.ts`).
 *
 * A pair that lost to a better one of its rows counts as rejected. Texts are cut to 80 characters. About 10 KB.
 */

import type { Steps } from '../../ground/breath/steps.ts'
import type { DecidedPattern, ReviewRows } from '../contract/method.ts'
import type { ColumnNotes } from '../contract/record-columns.ts'
import type { UndecidedNotes } from '../contract/undecided.ts'
import type { UndecidedPattern } from './choose-decision.ts'
import { estimateConstants } from './constants/decision-constants.ts'
import type { PairSelection } from './decision/decide.ts'
import { intervalOf, marginOf } from './decision/estimate.ts'
import type { Evidence } from './decision/evidence.ts'
import { confusedPairs, doubtfulPairs } from './decision/review.ts'
import { type RocPoint, rocOf } from './decision/roc.ts'
import type { RowGroups } from './row-groups.ts'
import type { RowPairs } from './row-pairs.ts'

/** A pair that a person should look at. */
export interface ReviewPair {
  /** Rows, from 0; ids if known. */
  readonly left: number
  readonly right: number
  readonly leftId?: RowId
  readonly rightId?: RowId
  readonly leftText: string
  readonly rightText: string
  readonly similarity: number
  readonly isAccepted: boolean
}

export type RowId = string | number

/** How to show rows. */
interface RowNames {
  readonly texts: readonly string[]
  readonly idOf?: ((row: number) => RowId) | undefined
}

/** Plain JSON for the report. */
export type RecordNotes = Partial<ColumnNotes> & {
  readonly threshold: number
  /** Whether each row got at most one counterpart. */
  readonly oneToOne: boolean
  /** Whether the data shows a boundary between chance and copies, and how deep the valley is (0 to 2.5). */
  readonly clearBoundary: boolean
  readonly valleyDepth: number
  /** Estimated for pairs of different texts, or, without them, of the same words; null: unknown; 0 without pairs. */
  readonly estimatedPrecision: number | null
  /** In which it is for four of five lists, known or not; [low, high] in [0, 1]. */
  readonly precisionInterval: readonly [number, number]
  /** The share of the right pairs among the candidates that are reported, estimated; an upper bound of the recall. */
  readonly estimatedRecall: number
  readonly recallInterval: readonly [number, number]
  readonly pairs: number
  /** Pairs that a person has to decide; they are not among `pairs` unless the caller wants them there. */
  readonly undecided: UndecidedNotes
  /** Number of those with the same compared text. */
  readonly identicalPairs: number
  readonly distinctTexts: number
  readonly candidates: number
  /** Rows of only white space; they match only equal rows. */
  readonly blankRows: number
  readonly warnings: readonly string[]
  /** The ROC of the choice, for pairs of different texts, by falling thresholds. */
  readonly roc: readonly RocPoint[]
  /** Examples, at most ten of each: reported and likely wrong, not reported and likely right. */
  readonly confusion: {
    readonly likelyFalse: readonly ReviewPair[]
    readonly likelyMissed: readonly ReviewPair[]
  }
  /** Nearest to the threshold on both sides. */
  readonly doubtful: readonly ReviewPair[]
}

const longestText = 80
const examples = 10

interface NoteOptions {
  readonly names: RowNames
  /** Maximum number of doubtful pairs on either side. */
  readonly doubtful: number
  /** Whether the caller chose the threshold, not the data. */
  readonly isGiven: boolean
  readonly undecided: readonly UndecidedPattern[]
  readonly answered: readonly DecidedPattern[] | undefined
}

export function* notesOf(
  evidence: Evidence,
  decision: PairSelection,
  found: RowPairs,
  groups: RowGroups,
  { names, doubtful, isGiven, undecided, answered }: NoteOptions,
): Steps<RecordNotes> {
  const { pairs, decided } = evidence
  const { accepted, scores, threshold } = decision
  const near = yield* doubtfulPairs(scores, accepted, decided, threshold, doubtful)
  const confused = yield* confusedPairs(evidence, decision, examples)
  const shownPair = (p: number): ReviewPair => ({
    ...shownRows(groups.first[pairs.left[p]], groups.first[pairs.right[p]], names),
    similarity: Math.min(1, scores[p]),
    isAccepted: accepted[p] === 1,
  })
  const shown = (chosen: Int32Array): ReviewPair[] => Array.from(chosen, shownPair)
  const roc = yield* rocOf(evidence, decision, isGiven)
  const count = accepted.reduce((sum, one) => sum + one, 0)
  const recall = count > 0 ? (roc.find(({ isChosen }) => isChosen)?.recall ?? 0) : 0
  return {
    threshold: Math.min(1, threshold),
    oneToOne: decision.rule !== 'all',
    clearBoundary: decision.isClear,
    valleyDepth: decision.depth,
    ...toldPrecision(decision, found),
    estimatedRecall: recall,
    recallInterval: count > 0 ? intervalOf(recall, marginOf(decision.grounds), count) : [0, 0],
    pairs: found.left.length,
    undecided: {
      pairs: undecided.reduce((sum, pattern) => sum + pattern.pairs.length, 0),
      patterns: undecided.map(({ columns, pairs: some, scores: values }) => ({
        columns,
        pairs: some.length,
        example: { ...shownPair(some[0]), similarity: values[0] },
      })),
      ...(answered && answered.length > 0 && { answered }),
    },
    identicalPairs: found.identical,
    distinctTexts: evidence.rows,
    candidates: pairs.left.length,
    blankRows: groups.blanks,
    warnings: warningsOf(decision, found, groups, evidence.rows),
    roc,
    confusion: {
      likelyFalse: shown(confused.likelyFalse),
      likelyMissed: shown(confused.likelyMissed),
    },
    doubtful: shown(near),
  }
}

function toldPrecision(
  { precision, isUnknown, interval, grounds }: PairSelection,
  { left, identical }: RowPairs,
): Pick<RecordNotes, 'estimatedPrecision' | 'precisionInterval'> {
  const isEqual = identical > 0 && identical === left.length
  if (!isEqual) return { estimatedPrecision: isUnknown ? null : precision, precisionInterval: interval }
  const { mostSure } = estimateConstants
  return {
    estimatedPrecision: mostSure,
    precisionInterval: intervalOf(mostSure, marginOf(grounds), identical),
  }
}

/**
 * The pairs that a person should decide, at most `count`: of each undecided pattern in turn, then those nearest to the
 * threshold, half of either side if it has them.
 */
export function* reviewRows(
  { decided, pairs }: Evidence,
  { accepted, scores, threshold }: PairSelection,
  undecided: readonly UndecidedPattern[],
  { first }: RowGroups,
  count: number,
): Steps<ReviewRows> {
  const rows = undecidedRows(undecided).slice(0, count)
  const all = yield* doubtfulPairs(scores, accepted, decided, threshold, count - rows.length)
  const above = all.reduce((sum, p) => sum + accepted[p], 0)
  const below = all.length - above
  const rest = count - rows.length
  const half = Math.ceil(rest / 2)
  const left = [Math.max(half, rest - above), Math.max(rest - half, rest - below)]
  for (const p of all.filter(one => left[accepted[one]]-- > 0))
    rows.push({ p, score: Math.min(1, scores[p]), pattern: '' })
  return {
    left: Int32Array.from(rows, ({ p }) => first[pairs.left[p]]),
    right: Int32Array.from(rows, ({ p }) => first[pairs.right[p]]),
    similarity: Float64Array.from(rows, ({ score }) => score),
    isMatch: Uint8Array.from(rows, ({ p }) => accepted[p]),
    pattern: rows.map(({ pattern }) => pattern),
  }
}

/** One pair of each pattern, then a second of each, and so on. */
function undecidedRows(
  patterns: readonly UndecidedPattern[],
): { p: number; score: number; pattern: string }[] {
  const most = patterns.reduce((longest, { pairs }) => Math.max(longest, pairs.length), 0)
  return Array.from({ length: most }, (_, k) =>
    patterns
      .filter(({ pairs }) => k < pairs.length)
      .map(({ columns, pairs, scores }) => ({
        p: pairs[k],
        score: scores[k],
        pattern: columns.join(', '),
      })),
  ).flat()
}

function shownRows(left: number, right: number, { texts, idOf }: RowNames) {
  return {
    left,
    right,
    ...(idOf && { leftId: idOf(left), rightId: idOf(right) }),
    leftText: shortened(texts[left]),
    rightText: shortened(texts[right]),
  }
}

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * longestText + 2))
  return characters.length <= longestText ? text : `${characters.slice(0, longestText - 1).join('')}…`
}

function warningsOf(
  decision: PairSelection,
  found: RowPairs,
  groups: RowGroups,
  distinctTexts: number,
): string[] {
  const warnings: string[] = []
  const near = found.left.length - found.identical
  const share = decision.precision.toFixed(2)
  if (!decision.isClear && distinctTexts > 1 && (near > 0 || found.identical === 0)) {
    warnings.push(
      'no clear boundary between chance and copies: few pairs are reported, and they need review',
    )
  }
  if (near > 0 && decision.isUnknown) {
    warnings.push(`how many of the ${near} pairs of different texts are right is unknown: review them`)
  } else if (near > 0 && decision.precision < 0.8) {
    warnings.push(`about ${share} of the ${near} pairs of different texts are estimated to be right`)
  }
  if (groups.blanks > 0) warnings.push(`${groups.blanks} blank rows match only rows that equal them`)
  if (found.isShortened)
    warnings.push('of large groups of the same text only the pairs with its first row are reported')
  return warnings
}
