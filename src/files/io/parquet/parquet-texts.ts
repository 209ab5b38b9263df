/** Parquet texts: puts new texts in the place of those of some rows. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { encodeText } from '../../../texts/text/text-bytes.ts'
import { columnOf, type ParquetColumn } from './parquet-columns.ts'
import type { Leaf } from './parquet-leaf.ts'
import type { LeafRows } from './parquet-rows.ts'
import { withLength } from './parquet-values.ts'

/** By row of a row group, then by column, `a.b` for a field of a struct. */
export type NewTexts = ReadonlyMap<number, ReadonlyMap<string, string>>

/** Refuses texts of columns that are not among leaves, or are lists. @throws NearsameError OUTPUT_FORMAT */
export function checkNewTexts(texts: NewTexts, leaves: readonly Leaf[]): void {
  if (texts.size === 0) return
  const known = new Set(leaves.filter(({ maxRepetition }) => maxRepetition === 0).map(columnName))
  for (const columns of texts.values())
    for (const column of columns.keys()) if (!known.has(column)) throw notStrings(column)
}

function columnName({ path }: Leaf): string {
  return path
    .slice(1)
    .map(({ element }) => element.name)
    .join('.')
}

/**
 * Kept rows with the new texts of a column of strings.
 *
 * @param kept for each row of the group, 1 if it is kept
 * @param from number of the first row that `rows` may have
 */
export function withTexts(
  rows: LeafRows,
  leaf: Leaf,
  texts: NewTexts,
  kept: Uint8Array,
  from: number,
): LeafRows {
  const column = columnName(leaf)
  if (!texts.values().some(columns => columns.has(column))) return rows
  const values: Uint8Array[] = []
  const ends = new Uint32Array(rows.ends.length)
  let end = 0
  for (let row = from, i = 0; i < ends.length; row++) {
    if (kept[row] === 0) continue
    const old = rows.values.subarray(i === 0 ? 0 : rows.ends[i - 1], rows.ends[i])
    const text = texts.get(row)?.get(column)
    if (text !== undefined && (leaf.type !== 'BYTE_ARRAY' || old.length === 0)) throw notStrings(column)
    const value = text === undefined ? old : withLength(encodeText(text))
    values.push(value)
    end += value.length
    ends[i++] = end
  }
  return { ...rows, values: Buffer.concat(values), ends }
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
