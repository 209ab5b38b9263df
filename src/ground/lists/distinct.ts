/** Moves the distinct values of an ascending array to its beginning. @returns a view of them */
export function withoutRepeats<T extends Uint32Array | Float64Array | BigUint64Array>(sorted: T): T {
  let count = 0
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]
  }
  return sorted.subarray(0, count) as T
}
