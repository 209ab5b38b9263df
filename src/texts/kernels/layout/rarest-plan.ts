/**
 * Rarest plan: which shingles `describeRarest` gives of each text, three u32 in this order.
 *
 *     share of a set that a partner certainly has, in units of 2^-31 │ address of classes │ where to write next
 *
 * Of a set of n shingles, n - ⌈n * share⌉ + 1 are given, at most n: the prefix for partners of any size
 * (`prefix-filter.ts`). The share is less than the threshold by up to 2 / 2^31, so it is never too short in spite of
 * rounding, and with 16,384 shingles or fewer hardly ever longer.
 */
import { mostSketched } from './plan-layout.ts'

export const rarestPlanWords = 3

const whole = 2 ** 31

/** How many shingles of a set are given. */
export function rarestOf(size: number, threshold: number): number {
  return givenOf(size, certainShare(threshold))
}

/** The same by the share in the plan. */
export function givenOf(size: number, certain: number): number {
  return Math.min(size, size - Math.ceil((size * certain) / whole) + 1)
}

/** A share in units of 2^-31, less by up to two units. */
export function certainShare(threshold: number): number {
  return Math.max(0, Math.floor(threshold * whole) - 1)
}

/** Writes the plan to the first words. @param threshold lowest Jaccard of a match, in (0, 1] */
export function writeRarestPlan(words: Uint32Array, threshold: number, classes: number, to: number): void {
  words.set([certainShare(threshold), classes, to])
}

export function readRarestPlan([certain, classes, to]: Uint32Array) {
  return { certain, classes, to }
}

/** Bytes that are enough for what is written of a text: a character of three bytes may be 18, each with a shingle. */
export const rarestRoom = (textBytes: number): number => 4 + 4 * Math.min(mostSketched, 6 * textBytes + 1)
