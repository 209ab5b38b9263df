/**
 * Parquet columns: the type of each column's values, as far as the schema says, and the checks before using them.
 *
 * Plain byte arrays count as strings: older writers use them so.
 */
import type { SchemaElement, SchemaTree } from 'hyparquet'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { repeatedName } from '../../../ground/lists/distinct.ts'

export interface ParquetColumn {
  readonly name: string
  /** The JSON type of the values, in words; undefined if it varies by value, or there is none. */
  readonly type:
    | 'a string'
    | 'a time'
    | 'a number'
    | 'true or false'
    | 'a list'
    | 'an object'
    | 'a variant'
    | undefined
  /** The fields of a struct. */
  readonly fields: readonly ParquetColumn[]
  /** A value like its own: a text, a list or an object of such; null where no text is. */
  readonly sample: unknown
}

export function describeColumn(node: SchemaTree): ParquetColumn {
  const type = typeOf(node)
  const isStruct = type === 'an object' && !isMap(node)
  const fields = isStruct ? node.children.map(describeColumn) : []
  return { name: node.element.name, type, fields, sample: sampleOf(type, fields, node) }
}

function sampleOf(
  type: ParquetColumn['type'],
  fields: readonly ParquetColumn[],
  node: SchemaTree,
): unknown {
  if (type === 'a string') return ''
  if (fields.length > 0) return Object.fromEntries(fields.map(({ name, sample }) => [name, sample]))
  const repeated = node.element.repetition_type === 'REPEATED' ? node : node.children.at(0)
  if (type !== 'a list' || repeated === undefined) return null
  const isAround = repeated !== node && repeated.children.length === 1
  return [describeColumn(isAround ? repeated.children[0] : once(repeated)).sample]
}

/** A repeated node as one of its values. */
function once(node: SchemaTree): SchemaTree {
  return { ...node, element: { ...node.element, repetition_type: 'REQUIRED' } }
}

function typeOf({ element, children }: SchemaTree): ParquetColumn['type'] {
  const { type, converted_type: converted, logical_type: logical, repetition_type: repetition } = element
  const name = converted ?? logical?.type ?? type
  if (name === 'JSON' || name === 'NULL') return undefined
  if (name === 'VARIANT') return 'a variant'
  if (name === 'LIST' || repetition === 'REPEATED') return 'a list'
  if (children.length > 0) return 'an object'
  if (notString(element) !== undefined) return undefined // such a column is never read
  if (type === 'BOOLEAN') return 'true or false'
  if (type === 'INT96' || name === 'DATE' || /^TIME/.test(name ?? '')) return 'a time'
  if (logical?.type === 'UUID') return 'a string'
  return type === 'BYTE_ARRAY' && !isDecimal(element) ? 'a string' : 'a number'
}

function isMap({ element }: SchemaTree): boolean {
  return (element.converted_type ?? element.logical_type?.type)?.startsWith('MAP') === true
}

export function isDecimal({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return converted === 'DECIMAL' || logical?.type === 'DECIMAL'
}

/** The column of a field, by name or by a path into structs; undefined if the schema has none. */
export function columnOf(columns: readonly ParquetColumn[], field: string): ParquetColumn | undefined {
  const column = columns.find(({ name }) => name === field)
  if (column !== undefined || !field.includes('.')) return column
  let fields = columns
  let found: ParquetColumn | undefined
  for (const key of field.split('.')) {
    found = fields.find(({ name }) => name === key)
    if (found === undefined) return undefined
    fields = found.fields
  }
  return found
}

const textTypes: readonly ParquetColumn['type'][] = ['a string', 'a time', undefined]

/**
 * Refuses columns whose values can never be texts.
 *
 * @param where the file
 * @throws NearsameError PARQUET_SCHEMA
 */
export function checkTextColumns(
  columns: readonly ParquetColumn[],
  fields: readonly string[],
  where: string,
): void {
  for (const field of fields) {
    const type = columnOf(columns, field)?.type
    if (textTypes.includes(type)) continue
    throw new NearsameError('PARQUET_SCHEMA', {
      expected: 'strings in the text columns',
      got: `${type} in the column ${JSON.stringify(field)}`,
      where,
      fix: 'choose other columns with `text`',
    })
  }
}

/** Why a leaf cannot be a string; `undefined` if it can. */
function notString(element: SchemaElement): string | undefined {
  const { type, converted_type: converted, logical_type: logical } = element
  if (type !== 'BYTE_ARRAY' && type !== 'FIXED_LEN_BYTE_ARRAY') return undefined
  if (isDecimal(element) || logical?.type === 'UUID' || logical?.type === 'FLOAT16') return undefined
  if (converted === 'BSON' || logical?.type === 'GEOMETRY' || logical?.type === 'GEOGRAPHY') {
    return logical?.type ?? 'BSON'
  }
  return type === 'FIXED_LEN_BYTE_ARRAY' ? 'bytes of fixed length' : undefined
}

/** Refuses columns with values that have no JSON, and two of one name. @throws NearsameError PARQUET_SCHEMA */
export function checkReadable({ path: place, element, children }: SchemaTree, path: string): void {
  for (const child of children) checkReadable(child, path)
  const names = children.map(child => child.path.join('.'))
  const twice = repeatedName(names)
  const reason = notString(element)
  if (twice === undefined && reason === undefined) return
  throw new NearsameError('PARQUET_SCHEMA', {
    expected: 'text, numbers or times in the selected columns, each with a name of its own',
    got: twice === undefined ? `${reason} in the column "${place.join('.')}"` : `two columns "${twice}"`,
    where: path,
    fix: 'choose other columns with `text` and `id`, and write KEPT as Parquet',
  })
}
