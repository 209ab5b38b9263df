/**
 * Odd sketches of sets: 640 bits and the size of the set, 84 bytes in all.
 *
 *     bit i     = 1 if an odd number of members has floor(640 * high half / 2^32) = i
 *     last word = number of members; with more than 16,384 shingles there is no sketch, and it is 2^32 - 1
 *
 * A member of both sets toggles the same bit in both. So for each bit in which A and B differ, at least one member is
 * in only one of them, and with d such bits
 *
 *     |A without B| + |B without A| >= d.                                                                  (1)
 *
 * Source: Mitzenmacher, Pagh, Pham, "Efficient estimation for high similarities using odd sketches", WWW 2014, where
 * d gives an estimate. Sandes, Teodoro, Melo, "Bitmap filter: speeding up exact set similarity joins with bitwise
 * operations", Information Systems 88, 2020, for the filter.
 * Error: none; (1) is a bound, which says little if the sets differ in several hundred members.
 */

import { oddSketchBits, oddSketchWords } from '../layout/plan-layout.ts'
import { wordView } from './mix.ts'
import { oddBound } from './odd-bound.ts'

/** The sketch of `count` distinct u64 values, `oddSketchWords` u32 at `out`. */
export function oddSketch(memory: Uint8Array, values: number, count: number, out: number): void {
  const hashes = wordView(memory)
  const sketch = new Uint32Array(memory.buffer, out, oddSketchWords).fill(0)
  for (let i = 0; i < count; i++) {
    const bit = Number(((hashes.get(values + 8 * i) >> 32n) * BigInt(oddSketchBits)) >> 32n)
    sketch[bit >> 5] ^= 1 << (bit & 31)
  }
  sketch[oddSketchWords - 1] = count
}

/** See `Kernels.likely`. */
export function likely(
  memory: Uint8Array,
  pairsAt: number,
  count: number,
  sketchesAt: number,
  isContainment: number,
  least: number,
): number {
  const words = new Uint32Array(memory.buffer)
  const sketches = words.subarray(sketchesAt / 4)
  const measure = isContainment ? 'containment' : 'jaccard'
  let kept = pairsAt / 4
  for (let at = pairsAt / 4; at < pairsAt / 4 + 2 * count; at += 2) {
    const [a, b] = words.subarray(at, at + 2)
    if (oddBound(measure, sketches, a, sketches, b) < least) continue
    words.set([a, b], kept)
    kept += 2
  }
  return (kept - pairsAt / 4) / 2
}
