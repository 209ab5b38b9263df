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
  const places = new Int32Array(similarity.length)
  let count = 0
  for (let pair = 0; pair < similarity.length; pair++)
    if (Number.isNaN(similarity[pair])) places[count++] = pair
  if (count === 0) return similarity
  const open = places.subarray(0, count)
  const measured = await measure(
    open.map(pair => left[pair]),
    open.map(pair => right[pair]),
  )
  for (let at = 0; at < count; at++) similarity[open[at]] = measured[at]
  return similarity
}
