/** Outcomes: how one starts, and how equal texts follow their representative at the end. */
import { type Columns, inputOrder, kinds, type Outcome } from './columns.ts'
import { areEqual } from './group-equal.ts'

/** Every document kept. */
export function startOutcome(count: number): Outcome {
  const similarity = new Float64Array(count).fill(1)
  return { survivor: inputOrder(count), kind: new Uint8Array(count), similarity }
}

/**
 * Completes an outcome whose representatives have their survivor and similarity: writes every kind, and gives the other
 * members of a class the same survivor, unless they have one already. They are exact or normalised duplicates of a kept
 * representative; if it joined survivor S they are near duplicates, because S does not equal them.
 *
 * @returns the same outcome, completed.
 */
export function finishOutcome(columns: Columns, representative: Int32Array, outcome: Outcome): Outcome {
  const { survivor, kind, similarity } = outcome
  for (let document = 0; document < columns.count; document++) {
    const first = representative[document]
    if (first !== document && survivor[document] === document) {
      survivor[document] = survivor[first]
      similarity[document] = similarity[first]
    }
    const kept = survivor[document]
    if (kept !== first) kind[document] = kinds.near
    else if (first === document) kind[document] = kinds.kept
    else kind[document] = isExact(columns, document, kept) ? kinds.exact : kinds.normalised
  }
  return outcome
}

function isExact(columns: Columns, document: number, kept: number): boolean {
  const { exactTwin } = columns
  return exactTwin === undefined ? areEqual(columns, 'exact', document, kept) : exactTwin[document] === 1
}

/** Gives equal texts the largest value of a measure, if that is not 1. */
export function inMeasure(outcome: Outcome, same: number): Outcome {
  const { kind, similarity } = outcome
  if (same === 1) return outcome
  for (let document = 0; document < kind.length; document++) {
    if (kind[document] !== kinds.near) similarity[document] = same
  }
  return outcome
}
