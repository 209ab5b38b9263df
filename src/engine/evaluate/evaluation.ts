/**
 * Evaluation: how good predicted pairs are, given the true ones.
 *
 *     precision = |P and T| / |P|     recall = |P and T| / |T|     F1 = 2 |P and T| / (|P| + |T|)
 *
 * A measure whose denominator is 0 counts as 0. If only some pairs carry a label, P and T are restricted to those.
 *
 * Source: C. J. van Rijsbergen, "Information Retrieval", 2nd edition, chapter 7.
 */
import type { PairSet } from './pair-set.ts'

export interface Evaluation {
  readonly predicted: number
  readonly truth: number
  /** Pairs that are predicted and true. */
  readonly trueFound: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Scores the predicted pairs; `labelled` restricts them to pairs that carry a label. */
export function evaluate(predicted: PairSet, truth: PairSet, labelled?: PairSet): Evaluation {
  const asked = labelled === undefined ? predicted : predicted.intersect(labelled)
  const wanted = labelled === undefined ? truth : truth.intersect(labelled)
  const trueFound = asked.intersect(wanted).size
  const precision = asked.size === 0 ? 0 : trueFound / asked.size
  const recall = wanted.size === 0 ? 0 : trueFound / wanted.size
  const f1 = trueFound === 0 ? 0 : (2 * trueFound) / (asked.size + wanted.size)
  return { predicted: asked.size, truth: wanted.size, trueFound, precision, recall, f1 }
}
