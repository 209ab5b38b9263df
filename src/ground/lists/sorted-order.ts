/**
 * The numbers of keys, in the order of the keys; those of equal keys ascend.
 *
 * Pairs of a number and a key are sorted as integers of 64 bits, without a comparison function.
 * REQUIRES: a little-endian machine, as the kernels do.
 */
export function sortedOrder(keys: Uint32Array): Uint32Array {
  const pairs = new Uint32Array(2 * keys.length)
  for (let i = 0; i < keys.length; i++) {
    pairs[2 * i] = i
    pairs[2 * i + 1] = keys[i]
  }
  new BigUint64Array(pairs.buffer).sort()
  const order = new Uint32Array(keys.length)
  for (let i = 0; i < order.length; i++) order[i] = pairs[2 * i]
  return order
}
