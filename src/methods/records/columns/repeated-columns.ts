/**
 * Repeated columns: columns that agree together among records that do not match, such as town and postcode, say one
 * thing twice. Each keeps
 *
 *     1 / (1 + .3 sum of its positive correlations with the other columns)
 *
 * of its weight. Correlations are those of log ratios, over pairs in which both columns have values, weighted by the
 * probability that the pair does not match.
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import { noLevel } from './pair-levels.ts'

const repeated = 0.3

/** @param logs ln(m / u) of the levels of each column */
export function* countedShares(
  logs: readonly Float64Array[],
  levels: readonly Uint8Array[],
  probabilities: Float64Array,
): Steps<Float64Array> {
  const spreads: Spread[] = []
  for (let c = 0; c < logs.length; c++) {
    spreads.push(spreadOf(logs[c], levels[c], probabilities))
    yield
  }
  const sums = new Float64Array(logs.length).fill(1)
  for (let c = 0; c < logs.length; c++) {
    for (let d = c + 1; d < logs.length; d++) {
      const correlation = correlationOf(spreads[c], spreads[d], levels[c], levels[d], probabilities)
      sums[c] += repeated * Math.max(0, correlation)
      sums[d] += repeated * Math.max(0, correlation)
      yield
    }
  }
  return sums.map(sum => 1 / sum)
}

interface Spread {
  /** Log ratios of the levels less their mean. */
  readonly centred: Float64Array
  readonly variance: number
}

function spreadOf(logs: Float64Array, levels: Uint8Array, probabilities: Float64Array): Spread {
  const counts = new Float64Array(logs.length)
  let all = 0
  for (let p = 0; p < levels.length; p++) {
    if (levels[p] === noLevel) continue
    counts[levels[p]] += 1 - probabilities[p]
    all += 1 - probabilities[p]
  }
  const mean = logs.reduce((sum, log, level) => sum + log * counts[level], 0) / Math.max(1, all)
  const centred = logs.map(log => log - mean)
  const squares = centred.reduce((sum, log, level) => sum + log * log * counts[level], 0)
  return { centred, variance: squares / Math.max(1, all) }
}

function correlationOf(
  a: Spread,
  b: Spread,
  levelsOfA: Uint8Array,
  levelsOfB: Uint8Array,
  probabilities: Float64Array,
): number {
  let sum = 0
  let all = 0
  for (let p = 0; p < probabilities.length; p++) {
    const [x, y] = [levelsOfA[p], levelsOfB[p]]
    if (x === noLevel || y === noLevel) continue
    const other = 1 - probabilities[p]
    sum += other * a.centred[x] * b.centred[y]
    all += other
  }
  return sum / Math.max(1, all) / Math.sqrt(Math.max(1e-9, a.variance * b.variance))
}
