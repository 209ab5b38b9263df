/**
 * The choice among decisions: each way to decide is tried on the same candidates, and the one with the clearly higher
 * own estimate is kept, unless it leaves many more pairs undecided.
 *
 *     columns, one copy or many as the data shows ─┐
 *     columns, the other of the two ───────────────┤
 *     columns of people who moved, if none match ──┼─▶ patterns ─▶ estimate ─▶ the first, unless another
 *     the text, if the columns are weak ───────────┘                                  is clearly higher
 *                        and have no gate
 *
 * Pairs of a doubtful pattern are undecided: they are no rivals and no evidence, and the data are decided again without
 * them.
 *
 * Ours: all of it.
 */
import type { Steps } from '../../ground/breath/steps.ts'
import type { DecidedPattern } from '../contract/method.ts'
import {
  type ColumnDecision,
  type ColumnEvidence,
  comparedColumns,
  decideByColumns,
  prepareColumns,
} from './columns/decide-by-columns.ts'
import { choiceConstants, estimateConstants } from './constants/decision-constants.ts'
import { decide, type PairSelection } from './decision/decide.ts'
import { estimatePrecision, type Sampled } from './decision/estimate.ts'
import {
  ambiguousPairs,
  type DoubtfulPattern,
  decidedPatterns,
  isKnown,
  type Patterns,
  patternsOf,
} from './patterns/patterns.ts'
import { type Column, readColumn } from './values/column-values.ts'

/** Pairs that a person has to decide, since they all differ in the same columns. */
export interface UndecidedPattern extends DoubtfulPattern {
  /** [pairs] the score that each would have been accepted with. */
  readonly scores: readonly number[]
}

/** A decision without its undecided pairs. */
interface ChosenDecision {
  readonly decision: PairSelection
  readonly undecided: readonly UndecidedPattern[]
  /** With undecided pairs as rejected ones. */
  readonly evidence: ColumnEvidence
}

interface DecisionOptions {
  readonly oneToOne: boolean | 'auto'
  readonly threshold?: number | undefined
  /** Patterns that a person decided. */
  readonly patterns?: readonly DecidedPattern[] | undefined
}

/** Where patterns are looked for, and which of them people decided. */
interface PatternWork {
  readonly columns: readonly Column[]
  readonly taught: readonly DecidedPattern[]
}

type Decide = (evidence: ColumnEvidence, earlier?: PairSelection) => Steps<PairSelection | undefined>

const { clearly, moreOpen, changedValues, believable, mostRounds, shortText } = choiceConstants

export function isByColumns(decision: PairSelection): decision is ColumnDecision {
  return 'model' in decision
}

export function* chooseDecision(
  evidence: ColumnEvidence,
  columns: readonly Column[],
  asked: DecisionOptions,
): Steps<ChosenDecision> {
  const compared = comparedColumns(columns, evidence.split)
  const read = yield* readColumns(evidence, compared)
  const work = { columns: read, taught: [...(asked.patterns ?? []), ...decidedPatterns(evidence, read)] }
  const byText: Decide = (given, earlier) =>
    decide(given, asked.oneToOne, earlier?.threshold ?? asked.threshold)
  const prepared = yield* prepareColumns(evidence, compared)
  if (prepared === undefined) return (yield* settled(evidence, work, byText)) as ChosenDecision
  const byColumns =
    (oneToOne: boolean | 'auto', changed?: number): Decide =>
    given =>
      decideByColumns(given, prepared, { ...asked, oneToOne, changed })
  const first = yield* settled(evidence, work, byColumns(asked.oneToOne))
  if (first === undefined) return (yield* settled(evidence, work, byText)) as ChosenDecision
  let best = first
  if (asked.oneToOne === 'auto' && !isSure(first)) {
    const other = yield* settled(evidence, work, byColumns(first.decision.rule === 'all'))
    if (other !== undefined && isBetter(other, best, clearly)) best = other
  }
  if (best.decision.grounds.differences.pairs === 0) {
    const moved = yield* settled(evidence, work, byColumns(asked.oneToOne, changedValues))
    if (moved !== undefined && moved.decision.precision > believable) best = moved
  }
  // A gate is a person's word that the columns count.
  const hasGate = compared.some(({ mustAgree }) => mustAgree !== false)
  if (asked.threshold === undefined && !hasGate && !isSure(best)) {
    const text = (yield* settled(evidence, work, byText)) as ChosenDecision
    if (isBetter(text, best, 0)) best = text
  }
  return best
}

/**
 * Whether the estimate is higher by more than `by`, and not so by leaving many more pairs undecided. One that finds no
 * pair has none to leave.
 */
function isBetter(one: ChosenDecision, than: ChosenDecision, by: number): boolean {
  if (one.decision.precision <= than.decision.precision + by) return false
  return than.decision.grounds.differences.pairs === 0 || openShare(one) <= openShare(than) + moreOpen
}

/** The share of undecided pairs. */
function openShare({ undecided, decision }: ChosenDecision): number {
  const open = openPairs(undecided)
  return open / Math.max(1, open + decision.grounds.differences.pairs)
}

function openPairs(undecided: readonly UndecidedPattern[]): number {
  return undecided.reduce((sum, { pairs }) => sum + pairs.length, 0)
}

/** Whether no other decision can be clearly better. */
function isSure({ decision }: ChosenDecision): boolean {
  return decision.precision + clearly >= estimateConstants.mostSure
}

/** The columns in which patterns are looked for; of records of one short text, this. */
function* readColumns(
  { words, rows }: ColumnEvidence,
  columns: readonly Column[],
): Steps<readonly Column[]> {
  if (columns.length > 1) return columns
  const isShort = words.reduce((sum, list) => sum + list.length, 0) <= shortText * rows
  return isShort
    ? [
        yield* readColumn(
          'text',
          words.map(list => list.join(' ')),
        ),
      ]
    : []
}

/** The decision without the pairs of doubtful patterns. */
function* settled(
  evidence: ColumnEvidence,
  { columns, taught }: PatternWork,
  decideBy: Decide,
): Steps<ChosenDecision | undefined> {
  const undecided: UndecidedPattern[] = []
  const different = taught.filter(({ isSame }) => !isSame)
  const isOpen = ({ columns: names }: DoubtfulPattern): boolean =>
    !taught.some(({ columns: known, isSame }) => isSame && known.join() === names.join())
  const explained = yield* differentPairs(evidence, columns, different)
  // At first they are open, so that the boundary is that of a list about which nothing is decided.
  let open = explained.length === 0 ? evidence : withoutDecisions(evidence, explained)
  let made = yield* decideBy(open)
  let patterns: Patterns | undefined
  for (let round = 0; round < mostRounds && made !== undefined; round++) {
    const { scores }: PairSelection = made
    patterns = yield* patternsOf(open, made.accepted, columns, [...different, ...undecided])
    const ambiguous = ambiguousPairs(open, made.accepted, columns)
    const doubtful = [...patterns.doubtful, ...ambiguous].filter(isOpen)
    if (doubtful.length === 0 && (round > 0 || explained.length === 0)) break
    const rejected = doubtful.filter(({ columns: differing }) => isKnown(differing, different))
    for (const { columns: differing, pairs } of doubtful.filter(one => !rejected.includes(one)))
      undecided.push({ columns: differing, pairs, scores: pairs.map(p => Math.min(1, scores[p])) })
    open = withoutPatterns(open, [...explained, ...rejected, ...undecided])
    made = yield* decideBy(open, made)
  }
  if (made === undefined) return undefined
  if (!isByColumns(made) && undecided.length > 0 && isFew(made, openPairs(undecided)))
    made = withoutPairs(made)
  const telling =
    patterns && columns.length > 0 ? patterns.telling / Math.max(1, patterns.pairs) : undefined
  const sampled = sampledBy(evidence, made, new Set(explained.flatMap(({ pairs }) => pairs)))
  const grounds = { ...made.grounds, telling, sampled, undecided: openPairs(undecided) }
  const decision = { ...made, ...estimatePrecision(grounds), grounds }
  return { decision, undecided: merged(undecided), evidence: open }
}

/** Whether fewer pairs are left than are taken without a boundary, beside more that look as alike and are undecided. */
function isFew({ grounds: { differences, equal = 0 } }: PairSelection, open: number): boolean {
  return differences.pairs + equal < Math.min(open, estimateConstants.fewPairs)
}

function withoutPairs(made: PairSelection): PairSelection {
  const differences = { ...made.grounds.differences, pairs: 0 }
  return {
    ...made,
    accepted: new Uint8Array(made.accepted.length),
    grounds: { ...made.grounds, differences },
  }
}

/** The pairs that people decided as different, of patterns that are decided as different. */
function* differentPairs(
  evidence: ColumnEvidence,
  columns: readonly Column[],
  different: readonly DecidedPattern[],
): Steps<readonly DoubtfulPattern[]> {
  if (different.length === 0) return []
  const isDifferent = Uint8Array.from(evidence.decided, verdict => +(verdict === -1))
  const { doubtful } = yield* patternsOf(evidence, isDifferent, columns, different)
  return doubtful.filter(({ columns: differing }) => isKnown(differing, different))
}

function withoutDecisions(evidence: ColumnEvidence, explained: readonly DoubtfulPattern[]): ColumnEvidence {
  const decided = evidence.decided.slice()
  for (const { pairs } of explained) for (const p of pairs) decided[p] = 0
  return { ...evidence, decided }
}

/**
 * Of the pairs that people decided: how many are the same, of those and the others that the scores would accept.
 *
 * @param explained those of patterns that are decided as different: they are accepted no more, and tell nothing of the
 *   pairs that are
 */
function sampledBy(
  { decided }: ColumnEvidence,
  { scores, threshold }: PairSelection,
  explained: ReadonlySet<number>,
): Sampled {
  let [right, wrong] = [0, 0]
  for (let p = 0; p < decided.length; p++) {
    if (decided[p] === 1) right++
    else if (decided[p] === -1 && scores[p] >= threshold && !explained.has(p)) wrong++
  }
  return { right, of: right + wrong }
}

/** One for each set of columns, most pairs first. */
function merged(all: readonly UndecidedPattern[]): UndecidedPattern[] {
  const byColumns = Map.groupBy(all, ({ columns }) => columns.join('\0'))
  return [...byColumns.values()]
    .map(some => ({
      columns: some[0].columns,
      pairs: some.flatMap(({ pairs }) => pairs),
      scores: some.flatMap(({ scores }) => scores),
    }))
    .sort((a, b) => b.pairs.length - a.pairs.length)
}

/** Undecided pairs are no rivals, and no evidence of how alike chance is. */
function withoutPatterns(evidence: ColumnEvidence, undecided: readonly DoubtfulPattern[]): ColumnEvidence {
  const decided = evidence.decided.slice()
  for (const { pairs } of undecided) for (const p of pairs) decided[p] = -1
  return { ...evidence, decided }
}
