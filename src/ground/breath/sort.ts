/**
 * Sorting in steps: runs are sorted by the engine, then merged two by two, from one array to another and back.
 *
 * Cost: about that of the engine's sort, and the room of a second array. Where different numbers are never equal in the
 * order, the result is that of the engine's sort.
 */
import type { Steps } from './steps.ts'

type Numbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>
type Compare = (a: number, b: number) => number

/** Some milliseconds to sort. */
const runLength = 2 ** 14

/** Sorts the array itself, and returns it. REQUIRES: no NaN, no -0. */
export function* sortInSteps<Column extends Numbers>(numbers: Column, compare?: Compare): Steps<Column> {
  const { length } = numbers
  for (let from = 0; from < length; from += runLength) {
    numbers.subarray(from, from + runLength).sort(compare)
    yield
  }
  let source: Numbers = numbers
  let target: Numbers = length > runLength ? numbers.slice() : numbers
  for (let run = runLength; run < length; run *= 2) {
    for (let from = 0; from < length; from += 2 * run) {
      const middle = Math.min(length, from + run)
      const merge = { source, target, from, middle, to: Math.min(length, from + 2 * run), compare }
      yield* merged(merge)
    }
    ;[source, target] = [target, source]
  }
  if (source !== numbers) numbers.set(source)
  return numbers
}

interface Merge {
  readonly source: Numbers
  readonly target: Numbers
  readonly from: number
  readonly middle: number
  readonly to: number
  readonly compare: Compare | undefined
}

/** Merges the runs [from, middle) and [middle, to) into the same places of the target. */
function* merged(merge: Merge): Steps<void> {
  let left = merge.from
  for (let out = merge.from; out < merge.to; out += runLength) {
    left = mergeSome(merge, left, out, Math.min(merge.to, out + runLength))
    yield
  }
}

/** Fills [out, until). @param left the next one of the first run @returns the one after what was taken of it */
function mergeSome(
  { source, target, from, middle, to, compare }: Merge,
  left: number,
  out: number,
  until: number,
): number {
  let a = left
  let b = middle + (out - from) - (left - from)
  for (let at = out; at < until; at++) {
    const isLeft =
      b === to ||
      (a < middle && (compare === undefined ? source[a] <= source[b] : compare(source[a], source[b]) <= 0))
    target[at] = isLeft ? source[a++] : source[b++]
  }
  return a
}
