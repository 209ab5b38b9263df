/** Shared values: counts the common values of two ascending lists without repeats, in one pass through both. */

type Values = Uint32Array | Int32Array | Float64Array | BigUint64Array

/** @example countShared(Uint32Array.of(1, 3, 5), Uint32Array.of(3, 4, 5)) // => 2 */
export function countShared<T extends Values>(a: T, b: T): number {
  let shared = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [left, right] = [a[i], b[j]]
    if (left === right) shared++
    if (left <= right) i++
    if (left >= right) j++
  }
  return shared
}

/** The same for two ranges of one array, [a, aEnd) and [b, bEnd), without views. */
export function countSharedWithin(
  values: Int32Array | Uint32Array,
  a: number,
  aEnd: number,
  b: number,
  bEnd: number,
): number {
  let shared = 0
  for (let i = a, j = b; i < aEnd && j < bEnd; ) {
    const difference = values[i] - values[j]
    if (difference === 0) shared++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return shared
}
