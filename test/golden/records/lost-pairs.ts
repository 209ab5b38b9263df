/** Lost pairs: what a decision finds among all pairs of records by the weights of its columns, and its candidates lack. */
import { atOnce } from '../../../src/ground/breath/steps.ts'
import {
  gramFeatures,
  pairSimilarities,
  wordFeatures,
} from '../../../src/methods/records/candidates/features.ts'
import { comparedText, wordsOf } from '../../../src/methods/records/candidates/record-text.ts'
import { levelWeights } from '../../../src/methods/records/columns/match-weights.ts'
import {
  columnLevels,
  comparableColumns,
  noLevel,
  textColumnLevels,
} from '../../../src/methods/records/columns/pair-levels.ts'
import { selectPairs } from '../../../src/methods/records/decision/selection.ts'
import { decideRecords } from '../../../src/methods/records/find-record-pairs.ts'
import type { GivenColumn } from '../../../src/methods/records/gather-records.ts'

/**
 * The weight from which pairs are found is the lowest of an accepted pair; the rule of selection holds.
 *
 * @returns the number of pairs found among all, and of those that are no candidates
 */
export function lostShare(
  texts: readonly string[],
  given: readonly GivenColumn[],
  split = 0,
): { found: number; lost: number } {
  const sides = split > 0 ? { split } : undefined
  const { byColumns, groups, evidence } = atOnce(decideRecords(texts, sides, { columns: given }))
  if (byColumns === undefined) return { found: 0, lost: 0 }
  const pairs = allPairs(evidence.rows, evidence.split)
  const compared = groups.first.map(row => comparedText(texts[row]))
  const families = [atOnce(wordFeatures(compared.map(wordsOf))), atOnce(gramFeatures(compared))]
  const levels = byColumns.columns.map(column => atOnce(columnLevels(column, pairs)))
  const comparable = comparableColumns(byColumns.columns, [...levels], pairs, evidence.words)
  levels.push(textColumnLevels(atOnce(pairSimilarities(families, pairs)), comparable))
  const worth = levels.map((_, c) => levelWeights(byColumns.model, c))
  const weights = Float64Array.from(pairs.left, (_, p) =>
    levels.reduce((sum, level, c) => sum + (level[p] === noLevel ? 0 : worth[c][level[p]]), 0),
  )
  const isCandidate = new Map(
    Array.from(evidence.pairs.left, (row, p) => [row * evidence.rows + evidence.pairs.right[p], p]),
  )
  const pairOf = (p: number): number =>
    isCandidate.get(pairs.left[p] * evidence.rows + pairs.right[p]) ?? -1
  const least = weights.reduce(
    (low, weight, p) =>
      pairOf(p) >= 0 && byColumns.accepted[pairOf(p)] === 1 ? Math.min(low, weight) : low,
    Number.POSITIVE_INFINITY,
  )
  const decided = new Int8Array(weights.length)
  const all = { rows: evidence.rows, pairs, decided, copies: evidence.copies }
  const selected = atOnce(selectPairs(all, weights, least, byColumns.rule))
  let [found, lost] = [0, 0]
  selected.forEach((one, p) => {
    found += one
    if (one === 1 && pairOf(p) < 0) lost++
  })
  return { found, lost }
}

function allPairs(rows: number, split: number): { left: Int32Array; right: Int32Array } {
  const [left, right]: [number[], number[]] = [[], []]
  for (let i = 0; i < (split > 0 ? split : rows); i++) {
    for (let j = Math.max(i + 1, split); j < rows; j++) {
      left.push(i)
      right.push(j)
    }
  }
  return { left: Int32Array.from(left), right: Int32Array.from(right) }
}
