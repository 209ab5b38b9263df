/**
 * The decision by columns: from the candidate pairs and the columns of their records to the accepted pairs.
 *
 *     levels ─▶ weights with rivals ─▶ one copy or many? ─▶ many: weights again without rivals ─▶ probabilities
 *            ─▶ the threshold of the highest expected F1 ─▶ selection, each record once unless there are many copies
 *
 * A pair that is less likely than no match is not accepted, whatever that threshold is.
 *
 * Many copies: at least 0.3 of the matched records have a second match, and of these at most 0.2 do not match each
 * other. Of two lists one may have copies inside: a record of the other list has several matches, but its own records
 * have one each.
 *
 * Two lists: records that are each other's best far more often than by chance have a match, even where the weights are
 * too low to tell. If there are many more of them than the probabilities expect, they decide how many are accepted: by
 * the text, if more records match beyond chance by it, as `decide.ts` does.
 *
 * A column that agrees no more among matches than among others says nothing of them: it is left out, and the weights
 * are learnt again. One whose two values are the two lists is of this kind.
 *
 * A column that is filled in one of two lists only says nothing, either.
 *
 * The text score decides instead (undefined is returned) if too few columns say something, too.
 */
import { sortInSteps } from '../../../ground/breath/sort.ts'
import type { Steps } from '../../../ground/breath/steps.ts'
import { columnConstants } from '../constants/decision-constants.ts'
import type { PairSelection } from '../decision/decide.ts'
import { differencesOf } from '../decision/differences.ts'
import { estimatePrecision, type Grounds, matchedRows } from '../decision/estimate.ts'
import type { Evidence } from '../decision/evidence.ts'
import { shareOfMany } from '../decision/neighbours.ts'
import { matchedShare, precisionCurve } from '../decision/precision.ts'
import { selectPairs, thresholdOf } from '../decision/selection.ts'
import { countWedges } from '../decision/support.ts'
import type { Column } from '../values/column-values.ts'
import { countingWords } from '../values/counting-words.ts'
import { type LevelCombinations, levelCombinations } from './level-combinations.ts'
import { agreesMore, firstModel, highest, learn, type Matches, type MatchModel } from './match-weights.ts'
import { type Comparable, withoutThin } from './pair-levels.ts'
import { type RandomPairs, randomShares } from './random-pairs.ts'
import { levelsOfPairs } from './score-pairs.ts'
import { type SwappedColumns, swappedColumns } from './swapped-names.ts'

export interface ColumnDecision extends PairSelection {
  readonly model: MatchModel
  /** The columns that count, in the order of the model; their texts come last. */
  readonly columns: readonly Column[]
  readonly swapped: SwappedColumns
}

export interface ColumnEvidence extends Evidence {
  /** Absent if there are no candidates, or the columns say too little to decide. */
  readonly random?: RandomPairs | undefined
}

export const leastColumns = 2
const { manyRows, mostOpen, leastTelling, dirtyRows, cleanRows, even, undercalled, bestOfUndercalled } =
  columnConstants
const { unlikely, weightUnit } = columnConstants

interface ColumnOptions {
  readonly oneToOne: boolean | 'auto'
  readonly threshold?: number | undefined
  /** As of `firstModel`. */
  readonly changed?: number | undefined
}

/** The columns in which pairs can differ. @param split as in the evidence */
export function comparedColumns(all: readonly Column[], split: number): readonly Column[] {
  return all.filter(column => column.kind !== 'constant' && isFilledInBoth(column, split))
}

/** Whether each of two lists has a value; of one, always. */
export function isFilledInBoth({ value }: Column, split: number): boolean {
  const isFilled = (rows: Int32Array): boolean => rows.some(id => id >= 0)
  return split === 0 || (isFilled(value.subarray(0, split)) && isFilled(value.subarray(split)))
}

/** The combinations of levels of all candidates and of random pairs, for any number of decisions. */
interface PreparedColumns {
  readonly columns: readonly Column[]
  readonly swapped: SwappedColumns
  readonly combinations: LevelCombinations
  readonly comparable: Comparable
  readonly random: readonly Float64Array[]
}

/** Undefined if there are no candidates, or too few columns. @param columns the compared ones */
export function* prepareColumns(
  evidence: ColumnEvidence,
  columns: readonly Column[],
): Steps<PreparedColumns | undefined> {
  if (evidence.random === undefined || columns.length < leastColumns) return undefined
  const swapped = swappedColumns(columns)
  const { levels, comparable } = yield* levelsOfPairs(columns, swapped, evidence)
  const combinations = yield* levelCombinations(levels)
  return {
    columns,
    swapped,
    combinations,
    comparable,
    random: yield* randomShares(columns, evidence.random),
  }
}

/** Undefined if too few columns say something, or the text says more. */
export function* decideByColumns(
  evidence: ColumnEvidence,
  prepared: PreparedColumns,
  asked: ColumnOptions,
): Steps<ColumnDecision | undefined> {
  const { oneToOne, threshold: given, changed } = asked
  const { columns, swapped, combinations, comparable, random } = prepared
  const pairs = {
    ...{ ...evidence.pairs, rows: evidence.rows, combinations, decided: evidence.decided },
    rivals: (_: number): boolean => true,
  }
  let model = firstModel(random, pairs, changed)
  let found = yield* learn(model, random, pairs)
  const rivals = oneToOne === true ? pairs.rivals : yield* rivalsBy(evidence, alone(found, model), oneToOne)
  if (rivals !== pairs.rivals) {
    // What rivals taught of other candidates they learnt from copies.
    model = firstModel(random, pairs, changed)
    found = yield* learn(model, random, { ...pairs, rivals })
  }
  const telling = columns.filter((_, c) => agreesMore(model, c))
  if (telling.length < columns.length) {
    const rest = { ...evidence, countingWords: yield* countingWords(telling, evidence) }
    const fewer = telling.length < leastTelling ? undefined : yield* prepareColumns(rest, telling)
    return fewer && (yield* decideByColumns(rest, fewer, asked))
  }
  const isSingle = rivals(0) && rivals(evidence.rows - 1)
  const rule = !isSingle ? 'all' : evidence.split > 0 ? 'greedy' : 'mutual'
  const scores = withoutThin(found.probabilities, comparable)
  const chosen = yield* selectPairs(evidence, scores, 1e-9, rule)
  const matched = evidence.split > 0 && isSingle ? yield* matchedShare(evidence, scores) : 0
  const byText = matched > 0 ? yield* matchedShare(evidence, evidence.similarities) : 0
  const best = yield* bestF1(scores, chosen)
  const least = matchedPairs(evidence, matched)
  const isUndercalled = least > undercalled * sumOf(scores)
  const threshold = isUndercalled
    ? yield* thresholdOf(
        scores.filter((_, p) => chosen[p] === 1),
        Math.floor(bestOfUndercalled * least),
      )
    : best.threshold
  if (given === undefined && isUndercalled && byText >= matched) return undefined
  // The threshold of the highest F1 may be below a half; no match is the likelier for such a pair, unless rivals share.
  const leastAlone = isUndercalled ? unlikely : given === undefined ? even : 0
  const plain = alone(found, model)
  const possible = scores.map((score, p) => (plain[p] < leastAlone ? 0 : score))
  const accepted = yield* selectPairs(evidence, possible, given ?? threshold, rule)
  const grounds: Grounds = {
    ...{ expected: best.precision, closed: 0, isMatched: isUndercalled, beyondChance: matched },
    ...{ rule, isClear: true, isAcross: evidence.split > 0 },
    ...(yield* evidenceOf(evidence, found, accepted)),
  }
  const estimate = estimatePrecision(grounds)
  return {
    ...{ threshold: given ?? threshold, accepted, rule, model, columns, swapped, depth: 0, grounds },
    ...estimate,
    // Those of rejected pairs, which have none while the others are decided, too.
    scores: scores.map((score, p) => (evidence.decided[p] === -1 ? plain[p] : score)),
    isClear: estimate.precision >= 0.8,
  }
}

/** How far the accepted pairs stand out, by weights and by texts, and how they differ. */
function* evidenceOf(
  evidence: Evidence,
  { weights }: Matches,
  accepted: Uint8Array,
): Steps<Pick<Grounds, 'contrast' | 'textContrast' | 'differences'>> {
  const scaled = weights.map(weight => weight / weightUnit)
  return {
    contrast: (yield* precisionCurve(evidence, scaled, accepted)).at(-1)?.precision ?? 0,
    textContrast: (yield* precisionCurve(evidence, evidence.similarities, accepted)).at(-1)?.precision ?? 0,
    differences: yield* differencesOf(evidence, accepted),
  }
}

/** The probability of each pair without rivals. */
function alone({ weights }: Matches, { prior }: MatchModel): Float64Array {
  const odds = Math.log(prior / (1 - prior))
  return weights.map(weight => {
    const e = Math.exp(Math.min(highest, weight + odds))
    return e / (1 + e)
  })
}

/** Which rows have one counterpart, by the first probabilities without rivalry. */
function* rivalsBy(
  evidence: Evidence,
  plain: Float64Array,
  oneToOne: false | 'auto',
): Steps<(row: number) => boolean> {
  const all = (): boolean => true
  const none = (): boolean => false
  if (oneToOne === false) return none
  const { split, neighbours } = evidence
  if (split === 0) {
    const seconds = yield* shareOfMany(neighbours, plain, even, evidence.copies)
    if (seconds < manyRows) return all
    const { all: wedges, open } = yield* countWedges(neighbours, plain, even)
    // Equal rows close theirs.
    const closed = evidence.copies.reduce((sum, rows) => sum + (rows * (rows - 1) * (rows - 2)) / 2, 0)
    return open <= mostOpen * (wedges + closed) ? none : all
  }
  const [first, second] = secondsBySide(evidence, plain)
  if (first >= dirtyRows && second <= cleanRows) return row => row >= split
  if (second >= dirtyRows && first <= cleanRows) return row => row < split
  return all
}

/** The shares of the matched rows of each list that have several matches. */
function secondsBySide(
  { rows, split, pairs: { left, right } }: Evidence,
  plain: Float64Array,
): [number, number] {
  const counts = new Int32Array(rows)
  for (let p = 0; p < plain.length; p++) {
    if (plain[p] < even) continue
    counts[left[p]]++
    counts[right[p]]++
  }
  const share = (part: Int32Array): number =>
    part.filter(count => count > 1).length / Math.max(1, part.filter(count => count > 0).length)
  return [share(counts.subarray(0, split)), share(counts.subarray(split))]
}

/** How many records of the shorter list have a match, by the share that is matched beyond chance. */
function matchedPairs({ split, rows }: Evidence, matched: number): number {
  return Math.floor(matchedRows(matched) * Math.min(split, rows - split))
}

function sumOf(scores: Float64Array): number {
  return scores.reduce((sum, score) => sum + score, 0)
}

/** The threshold of the highest expected F1 = 2 sum of accepted / (number of accepted + sum of all). */
function* bestF1(
  scores: Float64Array,
  chosen: Uint8Array,
): Steps<{ threshold: number; f1: number; precision: number }> {
  const ascending = yield* sortInSteps(scores.filter((_, p) => chosen[p] === 1))
  const all = sumOf(scores)
  let best = { threshold: 1, f1: 0, precision: 0 }
  let right = 0
  for (let k = 1; k <= ascending.length; k++) {
    const threshold = ascending[ascending.length - k]
    right += threshold
    const f1 = (2 * right) / (k + all)
    if (f1 > best.f1) best = { threshold, f1, precision: right / k }
  }
  return best
}
