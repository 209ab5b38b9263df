/**
 * Joined schema: the columns of several Parquet files as those of one, by their names.
 *
 *     a: id, text        b: text, lang, id        joined: id, text, lang
 *
 * The columns of the first file come first, then those that are new in each further file. A column that a file lacks is
 * null in its rows, so it becomes optional; so does one that is required in some files only. Under one name the types
 * must agree, also if only the columns of every file are kept; annotations of older and newer writers do, and field
 * numbers do not count.
 *
 * The bytes of the schema are copied element by element (`parquet-footer.ts` says why); only the number of columns and
 * the repetition of columns that become optional are changed.
 */
import type { SchemaElement } from 'hyparquet'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { toJson } from '../../../ground/json/exact-json.ts'
import { parquetError } from './parquet-file.ts'
import { elementsOf, withChildren, withOptional, writtenElements } from './parquet-footer.ts'

/** All columns, or those that every file has. */
export type KeptColumns = 'all' | 'common'

/** The schema of a file, parsed and as bytes. */
export interface FileSchema {
  readonly path: string
  readonly schema: readonly SchemaElement[]
  readonly bytes: Uint8Array
}

export interface JoinedSchema {
  readonly schema: SchemaElement[]
  readonly bytes: Uint8Array
  /** Whether it is not that of the first file. */
  readonly isChanged: boolean
}

/** A column below the root: its elements, parents first. */
interface Column {
  /** Its name and, of several with one name, its number. */
  readonly key: string
  readonly path: string
  readonly elements: readonly SchemaElement[]
  readonly bytes: readonly Uint8Array[]
}

/** Distinct keys of columns with these names. */
export function columnKeys(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map(name => {
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return `${name}\0${count}`
  })
}

/** @throws NearsameError PARQUET_SCHEMA if a column has two types, PARQUET_INVALID */
export function joinSchemas(files: readonly FileSchema[], kept: KeptColumns): JoinedSchema {
  const [first] = files
  if (files.length === 1) return { schema: [...first.schema], bytes: first.bytes, isChanged: false }
  try {
    return joinedOf(files, kept)
  } catch (cause) {
    throw parquetError(cause, first.path, 'a schema that cannot be joined with others')
  }
}

function joinedOf(files: readonly FileSchema[], kept: KeptColumns): JoinedSchema {
  const [first] = files
  const rootBytes = elementsOf(first.bytes)[0]
  const joined = new Map<string, Column>()
  const optional = new Set<string>()
  const absent = new Set<string>()
  for (const [number, file] of files.entries()) {
    const columns = columnsOf(file, elementsOf(file.bytes))
    for (const column of columns) {
      const known = joined.get(column.key)
      if (known === undefined) {
        joined.set(column.key, column)
        if (number > 0) absent.add(column.key)
      } else {
        checkSame(known, column)
        const [a, b] = [known, column].map(({ elements }) => elements[0].repetition_type)
        if (a !== b) optional.add(column.key)
      }
    }
    const here = new Set(columns.map(({ key }) => key))
    for (const key of joined.keys()) if (!here.has(key)) absent.add(key)
  }
  const isKept = ({ key }: Column) => kept === 'all' || !absent.has(key)
  const isOptional = ({ key }: Column) => optional.has(key) || absent.has(key)
  const all = [...joined.values()]
    .filter(isKept)
    .map(column => (isOptional(column) ? asOptional(column) : column))
  if (all.length === 0) {
    throw new NearsameError('PARQUET_SCHEMA', {
      expected: 'a column that every file has',
      got: 'none',
      where: files[files.length - 1].path,
      fix: 'keep the columns of all files',
    })
  }
  const bytes = writtenElements([
    withChildren(rootBytes, all.length),
    ...all.flatMap(column => column.bytes),
  ])
  const schema = [
    { ...first.schema[0], num_children: all.length },
    ...all.flatMap(({ elements }) => elements),
  ]
  return { schema, bytes, isChanged: Buffer.compare(bytes, first.bytes) !== 0 }
}

function columnsOf({ path, schema }: FileSchema, bytes: readonly Uint8Array[]): Column[] {
  const columns: Omit<Column, 'key'>[] = []
  for (let from = 1; from < schema.length; ) {
    let to = from
    for (let open = 1; open > 0; to++) open += (schema[to].num_children ?? 0) - 1
    columns.push({ path, elements: schema.slice(from, to), bytes: bytes.slice(from, to) })
    from = to
  }
  const keys = columnKeys(columns.map(({ elements: [top] }) => top.name))
  return columns.map((column, i) => ({ key: keys[i], ...column }))
}

function asOptional(column: Column): Column {
  const [top, ...below] = column.elements
  if (top.repetition_type !== 'REQUIRED') return column
  return {
    ...column,
    elements: [{ ...top, repetition_type: 'OPTIONAL' }, ...below],
    bytes: [withOptional(column.bytes[0]), ...column.bytes.slice(1)],
  }
}

/** @throws NearsameError PARQUET_SCHEMA */
function checkSame(known: Column, column: Column): void {
  for (let i = 0; i < Math.max(known.elements.length, column.elements.length); i++) {
    const [a, b] = [known.elements[i], column.elements[i]]
    if (a !== undefined && b !== undefined && isSame(a, b, i === 0)) continue
    const name = JSON.stringify(column.elements[0].name)
    throw new NearsameError('PARQUET_SCHEMA', {
      expected: `one type of the column ${name}`,
      got: `${typeWords(b)}, and ${typeWords(a)} in ${known.path}`,
      where: column.path,
      fix: 'convert one of the files, or write a directory (a name with / at its end), where each file keeps its own',
    })
  }
}

function isSame(a: SchemaElement, b: SchemaElement, isTop: boolean): boolean {
  const repetitions = [a, b].map(({ repetition_type: repetition }) =>
    isTop && repetition === 'REQUIRED' ? 'OPTIONAL' : repetition,
  )
  const isAlike = (['type', 'type_length', 'name', 'num_children', 'scale', 'precision'] as const).every(
    field => (a[field] ?? 0) === (b[field] ?? 0),
  )
  return isAlike && repetitions[0] === repetitions[1] && sameAnnotation(a, b)
}

/** Older writers annotate a type by `converted_type` only, newer ones by both or by `logical_type`. */
function sameAnnotation(a: SchemaElement, b: SchemaElement): boolean {
  if (a.logical_type !== undefined && b.logical_type !== undefined)
    return toJson(a.logical_type) === toJson(b.logical_type)
  return annotation(a) === annotation(b)
}

function annotation({
  converted_type: converted,
  logical_type: logical,
}: SchemaElement): string | undefined {
  return converted ?? (logical?.type === 'STRING' ? 'UTF8' : logical?.type)
}

function typeWords(element: SchemaElement | undefined): string {
  if (element === undefined) return 'fewer fields'
  const name = annotation(element)
  const type = element.type ?? (element.num_children === undefined ? 'no type' : 'a group')
  return `${type}${name === undefined ? '' : ` (${name})`}${element.repetition_type === 'REPEATED' ? ', repeated' : ''}`
}
