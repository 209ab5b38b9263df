/** First copies: the different ones of many passages, each once. */
import { sortedOrder } from '../../ground/lists/sorted-order.ts'

export interface FirstCopies {
  readonly count: number
  /** Where they begin, not descending; those of one place by length. */
  readonly place: Uint32Array
  readonly length: Uint32Array
  /** Number of passages with each. */
  readonly uses: Uint32Array
  /** [passages] the number of its first copy. */
  readonly of: Uint32Array
}

/** @param first, length of each passage */
export function firstCopies(first: Uint32Array, length: Uint32Array): FirstCopies {
  const order = sortedOrder(first)
  for (let from = 0, to = 0; from < order.length; from = to) {
    let isSorted = true
    for (to = from + 1; to < order.length && first[order[to]] === first[order[from]]; to++)
      isSorted &&= length[order[to - 1]] <= length[order[to]]
    if (!isSorted) order.subarray(from, to).sort((a, b) => length[a] - length[b] || a - b)
  }
  const of = new Uint32Array(order.length)
  const [places, lengths, uses] = Array.from({ length: 3 }, () => new Uint32Array(order.length))
  let count = 0
  for (const passage of order) {
    const isNew =
      count === 0 || places[count - 1] !== first[passage] || lengths[count - 1] !== length[passage]
    if (isNew) {
      places[count] = first[passage]
      lengths[count++] = length[passage]
    }
    of[passage] = count - 1
    uses[count - 1]++
  }
  const taken = (column: Uint32Array) => column.slice(0, count)
  return { count, place: taken(places), length: taken(lengths), uses: taken(uses), of }
}
