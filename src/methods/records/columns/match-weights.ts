/**
 * Match weights: how much each level of each column says about two records, learnt from the pairs without labels.
 *
 *     weight = sum over columns of  a ln(m / u)            P(match) = 1 / (1 + exp(-weight) (1 - prior) / prior)
 *     m      share of a level among matches                u   among other candidates; begins as among random pairs
 *     a      1 / (1 + .3 sum of positive correlations with other columns), so that columns that repeat each other,
 *            such as town and postcode, do not count twice
 *
 * Expectation and maximisation alternate. What keeps them from finding another division (relatives, look-alikes) is
 * rivalry: records with one counterpart share one match among their candidates,
 *
 *     P(i, j) = e_ij / (1 + max(sum e_ik, sum e_kj)),      e = exp(weight) prior / (1 - prior)
 *
 * so a runner-up teaches what other candidates look like. `rivals` says for which rows this holds.
 *
 * Candidates were found by words and character n-grams of whole records. A pair found by those of one column alone
 * would only teach that this column agrees, so m of a column is learnt from pairs in which another agrees, too.
 *
 * Source: I. Fellegi, A. Sunter, "A theory for record linkage", 1969; W. Winkler, "Using the EM algorithm for weight
 * computation in the Fellegi-Sunter model", 1988. Ours: rivalry and the correlations.
 * Cost: pairs for each of at most 80 rounds; all that columns are asked for is by combinations of levels.
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import type { CandidatePairs } from '../candidates/candidates.ts'
import { weightConstants } from '../constants/decision-constants.ts'
import { type LevelCombinations, sumsOf } from './level-combinations.ts'
import { noLevel } from './pair-levels.ts'
import { countedShares } from './repeated-columns.ts'

/** One number for each level of each column. */
type PerLevel = readonly Float64Array[]

export interface MatchModel {
  readonly m: PerLevel
  readonly u: PerLevel
  /** The number of pairs at each level: one that few pairs have gets the weight between those of its neighbours. */
  readonly seen: PerLevel
  /** [columns]: the share of its weight that a column keeps. */
  readonly counted: Float64Array
  prior: number
}

/** The pairs, as the model sees them. */
interface LevelPairs extends CandidatePairs {
  readonly rows: number
  readonly combinations: LevelCombinations
  /** Whether a row has at most one counterpart, so that its candidates are rivals. */
  readonly rivals: (row: number) => boolean
  /** Pairs known to match (1) or not (-1): they teach as that. */
  readonly decided?: Int8Array | undefined
}

export interface Matches {
  readonly weights: Float64Array
  readonly probabilities: Float64Array
}

const {
  mostRounds,
  settled,
  fewPairs,
  strength,
  believed,
  firstRowsThatMatch,
  firstCounted,
  countedEvery,
  leastGain,
} = weightConstants
export const highest = 300

/**
 * A model that expects agreement.
 *
 * @param random the shares of levels among random pairs, the whole text last
 * @param changed the share of the values of matches that have changed, so that they agree as random ones do
 */
export function firstModel(
  random: PerLevel,
  { rows, combinations, left }: LevelPairs,
  changed = 0,
): MatchModel {
  const m = expectedShares(random).map((shares, c) =>
    shares.map((share, level) => (1 - changed) * share + changed * random[c][level]),
  )
  const seen = random.map((shares, column) =>
    countsOf(combinations.levels[column], combinations.count, shares.length),
  )
  const prior = Math.min(0.1, (firstRowsThatMatch * rows) / Math.max(1, left.length))
  const counted = new Float64Array(random.length).fill(1)
  return { m, u: random.map(shares => shares.slice()), seen, counted, prior }
}

/** How often each of `size` levels occurs. */
function countsOf(levels: Uint8Array, times: Float64Array, size: number): Float64Array {
  const counts = new Float64Array(size)
  for (let k = 0; k < levels.length; k++) if (levels[k] !== noLevel) counts[levels[k]] += times[k]
  return counts
}

/** The shares of levels that are expected of matches before any is seen. */
function expectedShares(random: PerLevel): PerLevel {
  return random.map((shares, column) => {
    const last = shares.length - 1
    const isText = column === random.length - 1
    const expected = (level: number): number =>
      isText ? level + 0.5 : level === last ? 2.3 : 2 ** (level - last)
    return normalised(shares.map((_, level) => expected(level)))
  })
}

/** Learns the model in place from all pairs. @returns the weights and probabilities of its last round */
export function* learn(model: MatchModel, random: PerLevel, pairs: LevelPairs): Steps<Matches> {
  const { combinations } = pairs
  const { levels, count } = combinations
  const known = { random, expected: expectedShares(random), agreeing: agreeingColumns(levels, random) }
  const isRival = rivalsOf(pairs)
  // Two rounds at a time are needed; with new arrays each round, most of the memory of a run would be these.
  let [found, next] = [new Float64Array(pairs.left.length), new Float64Array(pairs.left.length)]
  let weights = weightsOf(model, combinations)
  writeProbabilities(model.prior, weights, pairs, isRival, found)
  for (let round = 0; round < mostRounds; round++) {
    yield
    const matching = sumsOf(combinations, found)
    const others = count.map((pairsOfIt, k) => Math.max(0, pairsOfIt - matching[k]))
    maximise(model, known, levels, matching, others)
    model.prior = priorOf(found)
    if (round >= firstCounted && round % countedEvery === 0) {
      const logs = random.map((_, c) => logRatios(model, c))
      model.counted.set(countedShares(logs, levels, others))
    }
    yield
    weights = weightsOf(model, combinations)
    writeProbabilities(model.prior, weights, pairs, isRival, next)
    const moved = largestMove(found, next)
    ;[found, next] = [next, found]
    if (moved < settled) break
  }
  return { weights: eachPair(weights, combinations), probabilities: found }
}

function largestMove(a: Float64Array, b: Float64Array): number {
  let most = 0
  for (let p = 0; p < a.length; p++) most = Math.max(most, Math.abs(a[p] - b[p]))
  return most
}

/** The weight and the probability of each pair. */
export function weighPairs(model: MatchModel, pairs: LevelPairs): Matches {
  const weights = weightsOf(model, pairs.combinations)
  const probabilities = new Float64Array(pairs.left.length)
  writeProbabilities(model.prior, weights, pairs, rivalsOf(pairs), probabilities)
  return { weights: eachPair(weights, pairs.combinations), probabilities }
}

function eachPair(values: Float64Array, { of }: LevelCombinations): Float64Array {
  const all = new Float64Array(of.length)
  for (let p = 0; p < of.length; p++) all[p] = values[of[p]]
  return all
}

/** [rows] */
function rivalsOf({ rows, rivals }: LevelPairs): Uint8Array {
  return Uint8Array.from({ length: rows }, (_, row) => (rivals(row) ? 1 : 0))
}

/** The weight of each combination of levels. */
function weightsOf(model: MatchModel, { levels, count }: LevelCombinations): Float64Array {
  const weights = new Float64Array(count.length)
  levels.forEach((column, c) => {
    const worth = levelWeights(model, c)
    for (let k = 0; k < column.length; k++) if (column[k] !== noLevel) weights[k] += worth[column[k]]
  })
  return weights
}

/** ln(m / u) of each level of a column. */
function logRatios({ m, u }: MatchModel, column: number): Float64Array {
  return m[column].map((share, level) => Math.log(share / u[column][level]))
}

/** Whether a column agrees more among matches than among others: its mean level is higher. */
export function agreesMore({ m, u }: MatchModel, column: number): boolean {
  const gain = m[column].reduce((sum, share, level) => sum + level * (share - u[column][level]), 0)
  return gain > leastGain
}

/** a ln(m / u) of each level of a column; levels that few pairs have lie on the line between their neighbours. */
export function levelWeights(model: MatchModel, column: number): Float64Array {
  const { seen, counted } = model
  const weights = logRatios(model, column).map(log => counted[column] * log)
  const isKnown = (level: number): boolean =>
    seen[column][level] >= fewPairs || (level + 1 === weights.length && seen[column][level] > 0)
  const known = [...weights.keys()].filter(isKnown)
  if (known.length === 0) return weights.fill(0)
  return weights.map((weight, level) => {
    if (isKnown(level)) return weight
    const below = known.findLast(other => other < level) ?? known[0]
    const above = known.find(other => other > level) ?? known[known.length - 1]
    const share = above === below ? 0 : (level - below) / (above - below)
    return weights[below] + share * (weights[above] - weights[below])
  })
}

function writeProbabilities(
  prior: number,
  weights: Float64Array,
  { left, right, rows, combinations: { of }, decided }: LevelPairs,
  isRival: Uint8Array,
  probabilities: Float64Array,
): void {
  const odds = Math.log(prior / (1 - prior))
  const expected = weights.map(weight => Math.exp(Math.min(highest, weight + odds)))
  const totals = new Float64Array(rows)
  for (let p = 0; p < of.length; p++) {
    const verdict = decided?.[p] ?? 0
    const e = verdict === 0 ? expected[of[p]] : verdict === -1 ? 0 : Math.exp(highest)
    probabilities[p] = e
    totals[left[p]] += e
    totals[right[p]] += e
  }
  for (let p = 0; p < of.length; p++) {
    const own = probabilities[p]
    const ofLeft = isRival[left[p]] === 1 ? totals[left[p]] : own
    const ofRight = isRival[right[p]] === 1 ? totals[right[p]] : own
    probabilities[p] = own / (1 + Math.max(ofLeft, ofRight))
  }
}

/** For each combination the number of columns, without the whole text, that agree more than halfway. */
function agreeingColumns(levels: readonly Uint8Array[], random: PerLevel): Uint8Array {
  const counts = new Uint8Array(levels[0].length)
  for (let c = 0; c + 1 < levels.length; c++) {
    const half = halfway(random[c])
    for (let p = 0; p < counts.length; p++) if (levels[c][p] !== noLevel && levels[c][p] > half) counts[p]++
  }
  return counts
}

function halfway(shares: Float64Array): number {
  return (shares.length - 1) / 2
}

/** What all rounds know. */
interface Known {
  readonly random: PerLevel
  readonly expected: PerLevel
  /** m of a column is learnt only from pairs in which another agrees: which it did not find alone. */
  readonly agreeing: Uint8Array
}

/** @param matching sums of probabilities, and `others` of what they lack to 1, of each combination */
function maximise(
  { m, u }: MatchModel,
  { random, expected, agreeing }: Known,
  levels: readonly Uint8Array[],
  matching: Float64Array,
  others: Float64Array,
): void {
  for (let c = 0; c < levels.length; c++) {
    const column = levels[c]
    const half = halfway(random[c])
    const isText = c + 1 === levels.length
    const teaching = matching.map((sum, k) =>
      isText || agreeing[k] > (column[k] > half ? 1 : 0) ? sum : 0,
    )
    const matches = countsOf(column, teaching, random[c].length)
    const rest = countsOf(column, others, random[c].length)
    m[c].set(normalised(expected[c].map((share, level) => believed * share + matches[level])))
    u[c].set(normalised(random[c].map((share, level) => strength * share + rest[level])))
  }
}

/** The share of matches. */
function priorOf(probabilities: Float64Array): number {
  let sum = 1
  for (let p = 0; p < probabilities.length; p++) sum += probabilities[p]
  return Math.min(0.95, sum / (probabilities.length + 2))
}

function normalised(counts: Float64Array): Float64Array {
  const sum = counts.reduce((total, count) => total + count, 0)
  return counts.map(count => count / sum)
}
