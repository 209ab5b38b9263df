/** Parquet texts: puts new texts in the place of those of some rows that wait to be written. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { encodeText } from '../../../texts/text/text-bytes.ts'
import type { ParquetColumn } from './parquet-columns.ts'
import { columnOf } from './parquet-columns.ts'
import type { Leaf } from './parquet-leaf.ts'

/** By row of a row group, then by column, `a.b` for a field of a struct. */
export type NewTexts = ReadonlyMap<number, ReadonlyMap<string, string>>

/**
 * @param target for each row its place among the waiting rows
 * @param rowBytes of each waiting row; changed with its texts
 */
export function replaceTexts(
  leaves: readonly Leaf[],
  target: Int32Array,
  texts: NewTexts,
  rowBytes: number[],
): void {
  const known = new Map(
    leaves.map(leaf => [
      leaf.path
        .slice(1)
        .map(({ element }) => element.name)
        .join('.'),
      leaf,
    ]),
  )
  for (const [row, columns] of texts) {
    const place = target[row]
    for (const [column, text] of columns) {
      const { values, maxRepetition } = known.get(column) ?? { values: [], maxRepetition: 0 }
      const old = values[place]
      if (maxRepetition > 0 || !(old instanceof Uint8Array)) throw notStrings(column)
      const bytes = encodeText(text)
      rowBytes[place] += bytes.length - old.length
      values[place] = bytes
    }
  }
}

/** Refuses columns whose texts cannot be replaced. @param where the file @throws NearsameError OUTPUT_FORMAT */
export function checkReplaceable(
  columns: readonly ParquetColumn[],
  fields: readonly string[],
  where: string,
): void {
  for (const field of fields) {
    const found = columnOf(columns, field)
    const isAbsent = found === undefined && !field.split('.').includes('*')
    if (!isAbsent && found?.type !== 'a string') throw notStrings(field, where)
  }
}

function notStrings(column: string, where?: string): NearsameError {
  return new NearsameError('OUTPUT_FORMAT', {
    expected: 'a text in a column of strings, of which a part can be cut out',
    got: `the column ${JSON.stringify(column)}`,
    ...(where !== undefined && { where }),
    fix: 'choose `cut` none, which only drops documents, or another column with `text`',
  })
}
