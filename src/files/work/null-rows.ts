/** Null rows: the places of one range's records without a text, adjacent ones together. */

import type { ErrorParts, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { PlaceInSource } from './thread/block-reader.ts'

/** Adjacent records without a text: the number of records before the first one in its range. */
export interface NullInRange {
  readonly index: number
  readonly offset: number
  /** Bytes of all. */
  length: number
  /** The documents before them in their range. */
  readonly documents: number
  /** How many they are. */
  count: number
}

/** Records that have none of the text fields: how many, and the error of the first, by its number in the range. */
export interface LackingInRange {
  count: number
  readonly index: number
  readonly parts: ErrorParts
}

export class NullRows {
  readonly rows: NullInRange[] = []
  lacking: LackingInRange | undefined
  count = 0
  /** Whether the next record may be in another file. */
  readonly #isApart: boolean

  constructor(isApart: boolean) {
    this.#isApart = isApart
  }

  /** @param index of the first record; `documents` before it */
  add(index: number, documents: number, place: PlaceInSource, count: number) {
    this.count += count
    const last = this.#isApart ? undefined : this.rows.at(-1)
    if (last?.documents === documents && last.offset + last.length === place.offset) {
      last.length += place.length
      last.count += count
    } else this.rows.push({ index, ...place, documents, count })
  }

  /** Counts a record that has none of the text fields, if its error says so. */
  lacks(index: number, error: NearsameError): void {
    if (error.parts.lacksFields !== true) return
    this.lacking ??= { count: 0, index, parts: error.parts }
    this.lacking.count++
  }
}
