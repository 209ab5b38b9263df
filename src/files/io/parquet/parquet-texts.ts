/** Parquet texts: puts new texts in the place of those of some rows. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { columnOf, type ParquetColumn } from './parquet-columns.ts'
import type { Leaf } from './parquet-leaf.ts'

/** By row, then by column, `a.b` for a field of a struct. */
export type NewTexts = ReadonlyMap<number, ReadonlyMap<string, string>>

/** Refuses texts of columns that are not among leaves, or are lists or no texts. @throws NearsameError OUTPUT_FORMAT */
export function checkNewTexts(texts: NewTexts, leaves: readonly Leaf[]): void {
  if (texts.size === 0) return
  const isText = ({ maxRepetition, type }: Leaf) => maxRepetition === 0 && type === 'BYTE_ARRAY'
  const known = new Set(leaves.filter(isText).map(columnName))
  for (const columns of texts.values())
    for (const column of columns.keys()) if (!known.has(column)) throw notStrings(column)
}

function columnName({ path }: Leaf): string {
  return path
    .slice(1)
    .map(({ element }) => element.name)
    .join('.')
}

/** The new texts of a column, by row; undefined if there are none. @param from added to the number of each row */
export function textsOf(
  texts: NewTexts,
  leaf: Leaf,
  from: number,
): ReadonlyMap<number, string> | undefined {
  const column = columnName(leaf)
  const found = new Map<number, string>()
  for (const [row, columns] of texts) {
    const text = columns.get(column)
    if (text !== undefined) found.set(from + row, text)
  }
  return found.size > 0 ? found : undefined
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
