/**
 * Cuts: where the records of a plain source end. A format names its cut, and readers need nothing else from it.
 *
 *     line    after any line feed: a range may begin at any byte
 *     csv     after a line feed outside quotes: a range begins where one read of the source found a record
 *     row     behind as many bytes as its first ones say: a range begins behind a piece that was written at once
 *     whole   at the end of the source: it has one range
 *
 * A plain source is a file that can be read at any offset. The caller holds a block of its bytes:
 *
 *     const recordEnd = recordEndOf(cut)
 *     for (let at = start; (end = recordEnd(block, at, to, final)) !== -1; at = end) {
 *       const record = block.subarray(at, end)
 *       if (!format.isBlank(record)) use(format.parse(record))
 *     }
 *
 * An end never depends on the bytes before `from`, as long as `from` is the start of a record. So any division of a
 * source at record starts gives the same records.
 */
import { csvRecordEnd, type Dialect, noQuote, RowEnd } from './cut-csv.ts'
import { asBuffer } from './record-format.ts'
import { rowEnd, rowEndInPieces } from './table/row-values.ts'

/** Plain data. */
export type Cut =
  | { readonly by: 'line' }
  | { readonly by: 'csv'; readonly dialect: Dialect }
  | { readonly by: 'row' }
  | { readonly by: 'whole' }

/** How rows of a dialect are cut. */
export function rowCut(dialect: Dialect): Cut {
  return dialect.quote === noQuote ? { by: 'line' } : { by: 'csv', dialect }
}

/**
 * Offset after the first record of [from, to), its terminator included; -1 if [from, to) is empty, or has no
 * complete record while more bytes may follow (`final` is false).
 */
export type RecordEnd = (bytes: Uint8Array, from: number, to: number, final: boolean) => number

export function recordEndOf(cut: Cut): RecordEnd {
  switch (cut.by) {
    case 'line':
      return lineEnd
    case 'csv':
      return (bytes, from, to, final) => csvRecordEnd(bytes, from, to, final, cut.dialect)
    case 'row':
      return rowEnd
    case 'whole':
      return (_bytes, from, to, final) => (final && from < to ? to : -1)
  }
}

/** Offset in [from, to) after a record that continues at `from`; -1 if it continues after this piece. */
export type PieceEnd = (bytes: Uint8Array, from: number, to: number) => number

/** Finds the end of one record read piece by piece from its start, keeping no bytes. */
export function pieceEndOf(cut: Cut): PieceEnd {
  switch (cut.by) {
    case 'line':
      return (bytes, from, to) => lineEnd(bytes, from, to, false)
    case 'csv': {
      const row = new RowEnd(cut.dialect)
      return (bytes, from, to) => row.find(bytes, from, to)
    }
    case 'row':
      return rowEndInPieces()
    case 'whole':
      return () => -1
  }
}

function lineEnd(bytes: Uint8Array, from: number, to: number, final: boolean): number {
  // The view keeps the search from running past `to`, through the rest of a kernel's memory.
  const block = asBuffer(to === bytes.length ? bytes : bytes.subarray(0, to))
  const at = block.indexOf(10, from)
  if (at >= 0) return at + 1
  return final && from < to ? to : -1
}
