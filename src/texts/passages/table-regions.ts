/**
 * Table regions: an order in which a table larger than the cache is asked for many hashes at once.
 *
 * What is far apart in memory takes a hundred times as long to reach as what is near. Tables here put a hash where its
 * first half, as a share of 2^32, is of all slots; so hashes with the same highest bits are near, and the order takes
 * those of one region after those of another. Within a region they stay as given, so that of equal ones the first comes
 * first.
 */

const regionBits = 6
const regions = 1 << regionBits
/** Short loops keep V8 from running one long loop uncompiled. */
const partLength = 1024

export class TableRegions {
  readonly #order: Uint32Array
  readonly #ends = new Uint32Array(regions)

  /** @param most hashes ordered at once */
  constructor(most: number) {
    this.#order = new Uint32Array(most)
  }

  /**
   * The numbers of `count` hashes by region, in parts: views, which the next call overwrites.
   *
   * @param halves first halves, one in each `stride` words from `from` on
   */
  *partsOf(halves: Uint32Array, from: number, count: number, stride: number): Generator<Uint32Array> {
    const order = this.#orderOf(halves, from, count, stride)
    for (let at = 0; at < count; at += partLength) yield order.subarray(at, at + partLength)
  }

  #orderOf(halves: Uint32Array, from: number, count: number, stride: number): Uint32Array {
    const ends = this.#ends.fill(0)
    const shift = 32 - regionBits
    const to = from + count * stride
    for (let at = from; at < to; at += stride) ends[halves[at] >>> shift]++
    for (let region = 0, sum = 0; region < regions; region++) {
      sum += ends[region]
      ends[region] = sum - ends[region]
    }
    const order = this.#order
    for (let i = 0, at = from; i < count; i++, at += stride) order[ends[halves[at] >>> shift]++] = i
    return order.subarray(0, count)
  }
}
