/**
 * Bad rows: the places of one range's bad records as columns, and the errors of the first ones.
 *
 * An error is an object with texts. Only the few that a report shows are kept; the others come from reading the record
 * again when they are needed.
 */

import type { ErrorParts, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { ErrorCode } from '../../ground/errors/registry.ts'
import { DoubleList } from '../../ground/lists/growing-lists.ts'
import type { PlaceInSource } from './thread/block-reader.ts'

/** Number of bad records in a report. */
export const shownBad = 10

/** What was wrong with a record, as plain data and without its place. */
export interface BadReason {
  readonly code: ErrorCode
  readonly parts: ErrorParts
}

export interface BadColumns {
  /** [count] of records before each in its range. */
  readonly index: Float64Array<ArrayBuffer>
  readonly offset: Float64Array<ArrayBuffer>
  readonly length: Float64Array<ArrayBuffer>
  /** [count] of bad records each counts for: an open quote hides the records on the lines after it. */
  readonly weight: Float64Array<ArrayBuffer>
  /** Of the first `shownBad`. */
  readonly reasons: readonly BadReason[]
}

export class BadRows {
  #lists: Readonly<Record<'index' | 'offset' | 'length' | 'weight', DoubleList>> | undefined
  readonly #reasons: BadReason[] = []

  add(
    index: number,
    { offset, length, weight }: PlaceInSource & { readonly weight: number },
    { code, parts }: NearsameError,
  ): void {
    this.#lists ??= { index: list(), offset: list(), length: list(), weight: list() }
    this.#lists.index.push(index)
    this.#lists.offset.push(offset)
    this.#lists.length.push(length)
    this.#lists.weight.push(weight)
    // The cause is for a debugger and may be large.
    if (this.#reasons.length < shownBad) this.#reasons.push({ code, parts: { ...parts, cause: undefined } })
  }

  get count(): number {
    return this.#lists?.index.length ?? 0
  }

  finish(): BadColumns {
    if (this.#lists === undefined) return noBad
    const { index, offset, length, weight } = this.#lists
    return {
      index: taken(index),
      offset: taken(offset),
      length: taken(length),
      weight: taken(weight),
      reasons: this.#reasons,
    }
  }
}

const none = new Float64Array(0)
/** Shared by all ranges without a bad record, which are most: each may be a small file. */
export const noBad: BadColumns = { index: none, offset: none, length: none, weight: none, reasons: [] }

const list = () => new DoubleList()

/** The entries of a list in memory of their own size. */
function taken({ values, length }: DoubleList): Float64Array<ArrayBuffer> {
  return values.slice(0, length)
}

/** Number of lines of a record; the last one may lack its line feed. */
export function linesIn(record: Uint8Array): number {
  let lines = 1
  for (let at = record.indexOf(10); at >= 0 && at + 1 < record.length; at = record.indexOf(10, at + 1))
    lines++
  return lines
}
