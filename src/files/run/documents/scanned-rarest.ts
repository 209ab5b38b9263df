/** Scanned rarest: the sizes and rarest shingles of documents as the scan gives them, range by range. */
import type { RareSets } from '../../../engine/batch/join/rare-sets.ts'
import { notSketched } from '../../../texts/kernels/layout/plan-layout.ts'
import { rarestOf } from '../../../texts/kernels/layout/rarest-plan.ts'
import { rarityBytes } from '../../../texts/similarity/rarity.ts'
import type { RarestSettings } from '../../work/thread/placed-rarest.ts'

/** Documents [first, first + documents), and what `Kernels.describeRarest` wrote of them. */
interface RangeOfSets {
  readonly first: number
  readonly documents: number
  readonly lists: Uint32Array
}

const endOf = ({ first, documents }: RangeOfSets): number => first + documents

export class ScannedRarest {
  readonly settings: RarestSettings
  /** Whether a sample of the inputs, or an earlier run, has filled the classes, so that the scan may give shingles. */
  hasClasses = false
  /** Bytes of all lists. */
  listBytes = 0
  #ranges: RangeOfSets[] = []

  /** @param threshold lowest Jaccard of a match */
  constructor(threshold: number) {
    this.settings = { classes: new Uint8Array(new SharedArrayBuffer(rarityBytes / 4)), threshold }
  }

  /** Takes the next range. */
  add(range: RangeOfSets): void {
    this.#ranges.push(range)
    this.listBytes += range.lists.byteLength
  }

  /**
   * The sets of documents, which are then forgotten.
   *
   * @param documents ascending
   * @param read reads the sets of those that the scan has not given
   */
  async taken(documents: Int32Array, read: (missing: Int32Array) => Promise<RareSets>): Promise<RareSets> {
    const { sizes, places, many } = this.#found(documents)
    const missing = documents.filter((_, i) => sizes[i] === notSketched)
    const others = await read(missing)
    for (let i = 0, other = 0; i < sizes.length; i++) {
      if (sizes[i] !== notSketched) continue
      sizes[i] = others.sizes[other]
      many[i] = others.starts[other + 1] - others.starts[other]
      places[i] = others.starts[other++]
    }
    const starts = new Uint32Array(documents.length + 1)
    for (let i = 0; i < sizes.length; i++) starts[i + 1] = starts[i] + many[i]
    const members = new Uint32Array(starts[documents.length])
    const copy = (lists: Uint32Array, i: number): void => {
      for (let at = 0; at < many[i]; at++) members[starts[i] + at] = lists[places[i] + at]
    }
    let range = 0
    let next = 0
    for (let i = 0; i < documents.length; i++) {
      if (documents[i] !== missing[next]) {
        while (documents[i] >= endOf(this.#ranges[range])) range++
        copy(this.#ranges[range].lists, i)
      } else {
        copy(others.members, i)
        next++
      }
    }
    this.#ranges = []
    return { sizes, starts, members }
  }

  /** Of each document its size, or `notSketched`; the place of its shingles in the lists of its range; how many. */
  #found(documents: Int32Array): { sizes: Uint32Array; places: Uint32Array; many: Uint32Array } {
    const sizes = new Uint32Array(documents.length).fill(notSketched)
    const places = new Uint32Array(documents.length)
    const many = new Uint32Array(documents.length)
    let next = 0
    for (const { first, lists, documents: count } of this.#ranges) {
      while (documents[next] < first) next++
      for (let document = first, at = 0; document < first + count; document++) {
        const size = lists[at++]
        const length = size === notSketched ? 0 : rarestOf(size, this.settings.threshold)
        if (document === documents[next]) {
          sizes[next] = size
          places[next] = at
          many[next++] = length
        }
        at += length
      }
    }
    return { sizes, places, many }
  }
}
