/**
 * Sorting in steps: the engine sorts stretches, which are then merged two by two, back and forth between two arrays.
 *
 * Cost: about that of the engine's sort, and a second array. If the order never takes different numbers for equal, the
 * result equals that of the engine's sort.
 */
import type { Steps } from './steps.ts'

type Numbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>
type Compare = (a: number, b: number) => number

/** Sorts in a few milliseconds. */
const stretchLength = 2 ** 14

/** Sorts the array in place. @returns the array. REQUIRES: no NaN, no -0. */
export function* sortInSteps<Column extends Numbers>(numbers: Column, compare?: Compare): Steps<Column> {
  const { length } = numbers
  for (let from = 0; from < length; from += stretchLength) {
    numbers.subarray(from, from + stretchLength).sort(compare)
    yield
  }
  let source: Numbers = numbers
  let target: Numbers = length > stretchLength ? numbers.slice() : numbers
  for (let stretch = stretchLength; stretch < length; stretch *= 2) {
    for (let from = 0; from < length; from += 2 * stretch) {
      const middle = Math.min(length, from + stretch)
      const merge = { source, target, from, middle, to: Math.min(length, from + 2 * stretch), compare }
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

/** Merges the stretches [from, middle) and [middle, to) into the same range of the target. */
function* merged(merge: Merge): Steps<void> {
  let left = merge.from
  for (let out = merge.from; out < merge.to; out += stretchLength) {
    left = mergeSome(merge, left, out, Math.min(merge.to, out + stretchLength))
    yield
  }
}

/** Fills [out, until). @param left the next index of the first stretch @returns that index after the merge */
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
