/**
 * Repeated columns: columns that agree together among records that do not match, such as town and postcode, say one
 * thing twice. Each keeps
 *
 *     1 / (1 + .3 sum of its positive correlations with the other columns)
 *
 * of its weight. Correlations are those of log ratios, over pairs in which both columns have values, weighted by the
 * probability that the pair does not match.
 */
import { noLevel } from './pair-levels.ts'

const repeated = 0.3

/**
 * @param logs ln(m / u) of the levels of each column
 * @param levels [columns][combinations]
 * @param others the expected number of pairs of each combination that do not match
 */
export function countedShares(
  logs: readonly Float64Array[],
  levels: readonly Uint8Array[],
  others: Float64Array,
): Float64Array {
  const spreads = logs.map((log, c) => spreadOf(log, levels[c], others))
  const sums = new Float64Array(logs.length).fill(1)
  for (let c = 0; c < logs.length; c++) {
    for (let d = c + 1; d < logs.length; d++) {
      const correlation = correlationOf(spreads[c], spreads[d], others)
      sums[c] += repeated * Math.max(0, correlation)
      sums[d] += repeated * Math.max(0, correlation)
    }
  }
  return sums.map(sum => 1 / sum)
}

interface Spread {
  readonly levels: Uint8Array
  /** Log ratios of the levels less their mean. */
  readonly centred: Float64Array
  readonly variance: number
}

function spreadOf(logs: Float64Array, levels: Uint8Array, others: Float64Array): Spread {
  const counts = new Float64Array(logs.length)
  let all = 0
  for (let k = 0; k < levels.length; k++) {
    if (levels[k] === noLevel) continue
    counts[levels[k]] += others[k]
    all += others[k]
  }
  const mean = logs.reduce((sum, log, level) => sum + log * counts[level], 0) / Math.max(1, all)
  const centred = logs.map(log => log - mean)
  const squares = centred.reduce((sum, log, level) => sum + log * log * counts[level], 0)
  return { levels, centred, variance: squares / Math.max(1, all) }
}

function correlationOf(a: Spread, b: Spread, others: Float64Array): number {
  let sum = 0
  let all = 0
  for (let k = 0; k < others.length; k++) {
    const [x, y] = [a.levels[k], b.levels[k]]
    if (x === noLevel || y === noLevel) continue
    sum += others[k] * a.centred[x] * b.centred[y]
    all += others[k]
  }
  return sum / Math.max(1, all) / Math.sqrt(Math.max(1e-9, a.variance * b.variance))
}
