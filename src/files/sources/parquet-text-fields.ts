/** The text columns of a run's Parquet inputs. */
import { listed } from '../../ground/errors/listed-names.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { areColumns, columnFields } from '../../ground/json/column-fields.ts'
import { chooseTextFields } from '../formats/formats.ts'
import type { Input } from '../io/inputs/input.ts'
import { checkTextColumns, type ParquetColumn } from '../io/parquet/parquet-columns.ts'
import { openParquet } from '../io/parquet/parquet-read.ts'
import { checkMapped } from './column-map.ts'
import type { HeadOptions } from './first-record.ts'

/**
 * The text columns: those named by the options, else chosen by the schema.
 *
 * @param known the columns found in an earlier input, if any
 * @throws NearsameError TEXT_FIELD, PARQUET_SCHEMA for a column that cannot hold texts
 */
export async function parquetTextFields(
  input: Input,
  options: HeadOptions,
  known?: readonly string[],
): Promise<readonly string[]> {
  const { columns } = await openParquet(input.path)
  const text = known ?? chosenFields(columns, options, input.name)
  if (!areColumns(options)) checkTextColumns(columns, text, input.name)
  return text
}

function chosenFields(
  columns: readonly ParquetColumn[],
  options: HeadOptions,
  where: string,
): readonly string[] {
  const { text, id, preferred, map } = options
  checkMapped(
    map,
    columns.map(({ name }) => name),
    where,
  )
  const plain = columns.filter(({ type }) => type !== 'a list' && type !== 'an object')
  const fields = columnFields(
    options,
    Object.fromEntries(plain.map(({ name, type }) => [name, sampleOf(type)])),
  )
  if (fields !== undefined && fields !== preferred) return fields
  const isThere = (field: string) =>
    columns.some(({ name }) => field === name || field.startsWith(`${name}.`))
  if (fields !== undefined) return fields.filter(isThere)
  if (text !== undefined) {
    if (text.some(isThere)) return text
    throw new NearsameError('TEXT_FIELD', {
      expected: `a column ${text.map(field => JSON.stringify(field)).join(' or ')}`,
      got: `columns ${listed(columns.map(({ name }) => name))}`,
      where,
      fix: 'name the column that holds the text with `text`',
    })
  }
  if (preferred.some(isThere)) return preferred
  // As in JSON lines, a field of this name must hold the text.
  if (columns.some(({ name }) => name === 'text')) return ['text']
  return chooseTextFields(Object.fromEntries(columns.map(({ name, type }) => [name, sampleOf(type)])), id)
}

/** A sample value of the column's type. */
function sampleOf(type: ParquetColumn['type']): unknown {
  return type === 'a string' ? '' : null
}
