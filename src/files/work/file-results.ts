/** File results: those of files that were scanned together, as if each had been scanned by itself. */

import { type BadColumns, noBad } from './bad-rows.ts'
import type { RangeResult } from './scan-range.ts'
import type { RowRun } from './thread/open-chunk.ts'

const none: readonly never[] = []

/** The results of single files, in order; that of a range as it is. */
export function* eachFile(result: RangeResult): Generator<RangeResult> {
  const { files, bad, nulls, fields } = result
  if (files === undefined) {
    yield result
    return
  }
  const rows = rowsOf(result.runs)
  let [document, nextBad, nextNull] = [0, 0, 0]
  for (let file = 0; file < files.length; file++) {
    const isBad = bad.index[nextBad] === file
    const isNull = nulls[nextNull]?.index === file
    const documents = isBad || isNull ? 0 : 1
    yield {
      source: result.source + file,
      to: files[file],
      records: 1,
      bad: isBad ? badOf(bad, nextBad++) : noBad,
      nulls: isNull ? [{ ...nulls[nextNull++], index: 0, documents: 0 }] : none,
      // These are lists of all documents, of which it does not matter which file brings them.
      fingerprints: file === 0 ? result.fingerprints : undefined,
      documents,
      runs: documents === 0 ? none : [rows.next().value as RowRun],
      fields: fields.map(values => values.slice(document, document + documents)),
    }
    document += documents
  }
}

function* rowsOf(runs: readonly RowRun[]): Generator<RowRun> {
  for (const { number, chunk, row, count } of runs)
    for (let i = 0; i < count; i++) yield { number, chunk, row: row + i, count: 1 }
}

function badOf({ offset, length, weight, reasons }: BadColumns, i: number): BadColumns {
  return {
    index: Float64Array.of(0),
    offset: offset.slice(i, i + 1),
    length: length.slice(i, i + 1),
    weight: weight.slice(i, i + 1),
    reasons: reasons.slice(i, i + 1),
  }
}
