/** Rounds: the partitions of a join that fit in memory together. */

/** Consecutive partitions, [from, to). */
export interface Round {
  readonly from: number
  readonly to: number
}

/** @param sizes [partitions] their entries @param mostAtOnce in a round of more than one partition */
export function* roundsOf(sizes: Uint32Array, mostAtOnce: number): Generator<Round> {
  let from = 0
  let entries = 0
  for (let partition = 0; partition < sizes.length; partition++) {
    if (entries > 0 && entries + sizes[partition] > mostAtOnce) {
      yield { from, to: partition }
      from = partition
      entries = 0
    }
    entries += sizes[partition]
  }
  if (entries > 0) yield { from, to: sizes.length }
}

/** Where each partition of a round begins among the entries of the round. */
export function startsIn({ from, to }: Round, sizes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(to - from)
  for (let partition = from + 1; partition < to; partition++)
    starts[partition - from] = starts[partition - from - 1] + sizes[partition - 1]
  return starts
}
