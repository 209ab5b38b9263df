/**
 * Records: finds the rows of a list, or of two lists, that are the same thing, without labels or a given threshold.
 *
 *     texts ─▶ distinct compared texts ─▶ words and character 3-grams ─▶ candidates ─▶ similarity
 *           ─▶ decision (`decide.ts`) ─▶ pairs of rows, with notes for the report and for review
 *
 * Rows of the same compared text (in the same list) are one record here: they are always pairs of similarity 1, and
 * are no evidence of how near copies look. For large groups only the pairs with the first row are reported
 * (`row-pairs.ts`); `firstOf` names the groups for callers that need all.
 *
 * Cost: about 1 KB a row. Deterministic: no hash order, no randomness; sums in the order of rows and items.
 */
import { atOnce, type Steps } from '../../ground/breath/steps.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { DecidedPattern, ReviewRows } from '../contract/method.ts'
import type { PairByColumns } from '../contract/pair-by-columns.ts'
import { chooseDecision, isByColumns, type UndecidedPattern } from './choose-decision.ts'
import { columnNotes } from './columns/column-notes.ts'
import type { ColumnDecision, ColumnEvidence } from './columns/decide-by-columns.ts'
import { thinRows } from './columns/pair-levels.ts'
import type { PairSelection } from './decision/decide.ts'
import { explainPair } from './explain-pair.ts'
import { countingTexts, type GivenRecords, gatherRecords } from './gather-records.ts'
import { notesOf, type RecordNotes, type RowId, reviewRows } from './notes.ts'
import { recordParams } from './params.ts'
import { decidedGroups, type RowGroups } from './row-groups.ts'
import { expandPairs, type RowPairs } from './row-pairs.ts'
import type { Column } from './values/column-values.ts'
import type { JoinedNames } from './values/joined-columns.ts'

/** The options that decide the result; every field has a default. */
export interface RecordOptions extends GivenRecords {
  /** Whether a row has at most one counterpart. Default 'auto': read from the data. */
  readonly oneToOne?: boolean | 'auto'
  /** In [0, 1]; default: chosen from the data. */
  readonly threshold?: number
  /** What a person answered about undecided pairs. */
  readonly patterns?: readonly DecidedPattern[]
  /** What becomes of undecided pairs (`choose-decision.ts`): no pairs, pairs, or UNDECIDED_PAIRS. Default: 'keep'. */
  readonly undecided?: 'keep' | 'remove' | 'refuse'
  /** Maximum number of doubtful pairs in the notes on either side. Default: 20. */
  readonly doubtful?: number
  /** The name of a row in the notes, in addition to its number. */
  readonly idOf?: ((row: number) => RowId) | undefined
  /** Maximum number of pairs for a review, and what gets them. Default: 0, none. */
  readonly review?: number | undefined
  readonly onReview?: ((rows: ReviewRows) => void) | undefined
  /** Two rows to explain. */
  readonly explained?: readonly [number, number] | undefined
}

export interface RecordPairs extends RowPairs {
  readonly notes: RecordNotes
  /** If asked for. */
  readonly explained?: PairByColumns
}

/**
 * The pairs of rows that are the same thing; by left, then right row.
 *
 * @param sides for two lists: `split` is the first row of the second, and only pairs across are found
 * @throws NearsameError OPTION_VALUE for a decision on no pair of rows, or both ways
 * @example findRecordPairs(['Café Bizou 14016 Ventura Blvd', 'cafe bizou, 14016 Ventura Blvd.', 'Palm 9001']).left // => Int32Array.of(0)
 */
export function findRecordPairs(
  texts: readonly string[],
  sides?: { readonly split: number },
  options: RecordOptions = {},
): RecordPairs {
  return atOnce(recordPairs(texts, sides, options))
}

/** The same in steps. */
export function* recordPairs(
  texts: readonly string[],
  sides?: { readonly split: number },
  options: RecordOptions = {},
): Steps<RecordPairs> {
  const run = yield* decideRecords(countingTexts(texts, options.columns), sides, options)
  const { evidence, decision, groups, listed, columns, byColumns, decided, undecided } = run
  const { review = 0, onReview } = options
  if (review > 0) onReview?.(yield* reviewRows(evidence, decision, undecided, groups, review))
  if (options.undecided === 'refuse') refuseUndecided(undecided)
  const selected = options.undecided === 'remove' ? withUndecided(decision, undecided) : decision
  const found = yield* expandPairs(listed, evidence.pairs, selected, decided)
  const { doubtful = recordParams.doubtful.fallback(), idOf, threshold } = options
  const asked = {
    names: { texts, idOf },
    doubtful,
    isGiven: threshold !== undefined,
    undecided,
    answered: options.patterns,
  }
  const notes = yield* notesOf(evidence, decision, found, groups, asked)
  const given = options.columns ?? []
  const explained = options.explained && (yield* explainPair({ ...run, given }, options.explained))
  const noted =
    columns.length === 0
      ? notes
      : { ...notes, ...columnNotes(given, { columns, split: evidence.split }, byColumns) }
  return { ...found, notes: noted, ...(explained && { explained }) }
}

/** The undecided pairs as accepted ones, with the scores that they would have had. */
function withUndecided(decision: PairSelection, undecided: readonly UndecidedPattern[]): PairSelection {
  const [accepted, scores] = [decision.accepted.slice(), decision.scores.slice()]
  for (const pattern of undecided) {
    for (const [k, p] of pattern.pairs.entries()) {
      accepted[p] = 1
      scores[p] = pattern.scores[k]
    }
  }
  return { ...decision, accepted, scores }
}

function refuseUndecided(undecided: readonly UndecidedPattern[]): void {
  if (undecided.length === 0) return
  const parts = undecided.map(
    ({ columns, pairs }) => `${pairs.length} that differ in ${columns.join(' and ')}`,
  )
  throw new NearsameError('UNDECIDED_PAIRS', {
    expected: 'no undecided pairs',
    got: parts.join(', '),
    fix: 'decide them: `review` writes them, `decisions` reads them; or set `undecided` to keep or remove',
  })
}

/** Everything that a decision was made from, and the decision. */
export interface DecidedRecords {
  readonly evidence: ColumnEvidence
  readonly decision: PairSelection
  readonly groups: RowGroups
  /** The groups whose rows are pairs; as `groups`, if the text decided. */
  readonly listed: RowGroups
  readonly columns: readonly Column[]
  readonly joined: JoinedNames
  readonly undecided: readonly UndecidedPattern[]
  /** Absent if the text decided. */
  readonly byColumns: ColumnDecision | undefined
  /** The decisions of a person, by `left * rows + right`. */
  readonly decided: ReadonlyMap<number, number>
}

/** The decision before it is expanded to pairs of rows; for measurements, too. */
export function* decideRecords(
  texts: readonly string[],
  sides?: { readonly split: number },
  options: RecordOptions = {},
): Steps<DecidedRecords> {
  const gathered = yield* gatherRecords(texts, sides, options)
  const { oneToOne = 'auto', threshold, patterns } = options
  const { evidence, groups, columns } = gathered
  const chosen = yield* chooseDecision(evidence, columns, { oneToOne, threshold, patterns })
  const byColumns = isByColumns(chosen.decision) ? chosen.decision : undefined
  const listed = byColumns === undefined ? groups : decidedGroups(groups, thinRows(columns, evidence.words))
  return { ...gathered, ...chosen, listed, byColumns }
}
