/** The first entries of `count` nearly equal parts of a list; the whole list if it is not longer than that. */
export function evenly(list: Int32Array, count: number): Int32Array {
  const taken = Math.min(count, list.length)
  return Int32Array.from({ length: taken }, (_, i) => list[Math.floor((i * list.length) / taken)])
}
