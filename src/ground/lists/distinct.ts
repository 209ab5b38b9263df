/** Moves the distinct values of an ascending array to its beginning. @returns a view of them */
export function withoutRepeats<T extends Uint32Array | Float64Array | BigUint64Array>(sorted: T): T {
  let count = 0
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]
  }
  return sorted.subarray(0, count) as T
}

/**
 * The first name that stands twice; undefined if there is none.
 *
 * @example repeatedName(['a', 'b', 'b', 'a']) // => 'b'
 */
export function repeatedName(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find(name => seen.size === seen.add(name).size)
}
