/** The first entries of `count` parts of a list, of about one length each; all of a list that has no more. */
export function evenly(list: Int32Array, count: number): Int32Array {
  const taken = Math.min(count, list.length)
  return Int32Array.from({ length: taken }, (_, i) => list[Math.floor((i * list.length) / taken)])
}
