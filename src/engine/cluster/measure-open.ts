/** Measures the pairs of a batch whose similarity is not known otherwise. */

/**
 * @param similarity of each pair; NaN where it is open
 * @param measure gives those of the open pairs, in their order
 * @returns `similarity`, filled
 */
export async function measureOpen(
  similarity: Float64Array,
  left: Int32Array,
  right: Int32Array,
  measure: (left: Int32Array, right: Int32Array) => Promise<ArrayLike<number>>,
): Promise<Float64Array> {
  const open = Int32Array.from(similarity.keys()).filter(pair => Number.isNaN(similarity[pair]))
  if (open.length === 0) return similarity
  const measured = await measure(
    open.map(pair => left[pair]),
    open.map(pair => right[pair]),
  )
  for (let at = 0; at < open.length; at++) similarity[open[at]] = measured[at]
  return similarity
}
