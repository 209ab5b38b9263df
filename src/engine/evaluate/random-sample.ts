/**
 * Random sample: a subset of the numbers [0, count), each subset of that size equally likely, determined by a seed.
 *
 * Source: Fan, Muller, Rezucha 1962 (selection sampling; Knuth's algorithm S); Steele, Lea, Flood 2014 (SplitMix)
 * for the random numbers, here with 32 bits. Cost: one random number for each of `count`. Error: none.
 */

/**
 * Numbers in [0, 1), 32 bits each, the same for the same seed.
 *
 * @example seededRandom(1)() === seededRandom(1)() // => true
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let x = state
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
    return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
  }
}

/**
 * `size` different numbers of [0, count), ascending; all of them if there are fewer.
 *
 * @example drawSample(3, 5, 1) // => new Int32Array([0, 1, 2])
 */
export function drawSample(count: number, size: number, seed: number): Int32Array {
  const random = seededRandom(seed)
  const drawn = new Int32Array(Math.min(count, size))
  let taken = 0
  for (let number = 0; taken < drawn.length; number++) {
    if ((count - number) * random() < drawn.length - taken) drawn[taken++] = number
  }
  return drawn
}
