/**
 * Least first: the k least of many keys, without sorting them all.
 *
 * Source: C. Hoare, "Algorithm 65: find", 1961. Cost: linear on average.
 */

/**
 * Moves the least keys of [from, to) to [from, end), in any order. REQUIRES: different keys.
 *
 * @param end in [from, to]
 */
export function leastFirst(keys: Float64Array, from: number, to: number, end: number): void {
  let [low, high] = [from, to - 1]
  while (low < high && end > low && end <= high) {
    const pivot = keys[(low + high) >>> 1]
    let [i, j] = [low, high]
    while (i <= j) {
      while (keys[i] < pivot) i++
      while (keys[j] > pivot) j--
      if (i > j) break
      const key = keys[i]
      keys[i++] = keys[j]
      keys[j--] = key
    }
    if (end <= j) high = j
    else if (end > i) low = i
    else return
  }
}
