/** The kept rows of Arrow files with one schema, part by part as an output has them. */
import { ArrowDamage, arrowInvalid, arrowSchema } from './arrow-error.ts'
import type { BatchReader } from './batch.ts'
import { FilteredBatch, type Indices, keptRanges } from './filter-batch.ts'
import type { FlatPlace, FlatTable } from './flatbuffer.ts'
import { KeptDictionaries, type WrittenDictionaries } from './kept-dictionaries.ts'
import { type ArrowReader, checkedFields, checkRead, readArrow } from './read-arrow.ts'
import type { ArrowField } from './schema.ts'

export interface FilteredArrow {
  /** Of the file in messages. */
  readonly name: string
  readonly open: () => AsyncIterable<Uint8Array>
  /** For each row, 1 if it is kept. */
  readonly kept: Uint8Array
}

export type FilteredPart =
  | { readonly is: 'schema'; readonly message: Uint8Array; readonly isFile: boolean }
  | {
      readonly is: 'dictionary'
      readonly id: number
      readonly values: FlatPlace
      readonly body: Buffer
      /** Whether they go behind others of the dictionary. */
      readonly isDelta: boolean
    }
  | { readonly is: 'batch'; readonly batch: FilteredBatch; readonly isPacked: boolean }
  | { readonly is: 'end'; readonly schema: FlatPlace; readonly metadata: FlatPlace | undefined }

/** A part is valid until the next one. @throws NearsameError ARROW_SCHEMA if schemas differ; those of `readArrow` */
export async function* filteredArrow(files: readonly FilteredArrow[]): AsyncGenerator<FilteredPart> {
  let first: FilterReader | undefined
  const written: WrittenDictionaries = new Map()
  for (const { name, open, kept } of files) {
    let reader: FilterReader | undefined
    const openReader = (schema: FlatTable, isFile: boolean) => {
      reader = new FilterReader(schema, { name, kept, isFile, first, written })
      first ??= reader
      return reader
    }
    yield* readArrow(open(), { name, open: openReader })
    const rows = reader?.rows
    if (rows !== kept.length) throw arrowInvalid(`${rows} rows instead of ${kept.length}`, name)
  }
  if (first !== undefined) yield { is: 'end', schema: first.place, metadata: first.metadata }
}

/** Refuses files whose kept rows cannot be joined in one. @throws NearsameError ARROW_SCHEMA */
export function checkJoinable(
  files: readonly { readonly name: string; readonly fields: readonly ArrowField[] }[],
) {
  for (const { name, fields } of files) {
    for (const field of fields) checkRead(field, name)
    checkSame(numbered(files[0].fields).fields, numbered(fields).fields, name, files[0].name)
  }
}

interface FilterSettings {
  readonly name: string
  readonly kept: Uint8Array
  readonly isFile: boolean
  readonly first: FilterReader | undefined
  readonly written: WrittenDictionaries
}

class FilterReader implements ArrowReader<FilteredPart> {
  readonly place: FlatPlace
  metadata: FlatPlace | undefined
  /** Rows read. */
  rows = 0
  readonly #name: string
  readonly #kept: Uint8Array
  readonly #fields: readonly ArrowField[]
  /** The dictionaries of the file by their numbers; those of the output. */
  readonly #ids: readonly number[]
  readonly #idsOut: readonly number[]
  readonly #inner: ReadonlySet<number>
  readonly #isFirst: boolean
  readonly #isFile: boolean
  readonly #dictionaries: KeptDictionaries

  constructor(schema: FlatTable, { name, kept, isFile, first, written }: FilterSettings) {
    const { fields, ids, inner } = numbered(checkedFields(schema, name))
    if (first !== undefined) checkSame(first.#fields, fields, name, first.#name)
    else for (const field of fields) checkRead(field, name)
    this.place = schema.place
    this.#name = name
    this.#kept = kept
    this.#fields = fields
    this.#ids = ids
    this.#idsOut = first === undefined ? ids : first.#ids
    this.#inner = inner
    this.#isFirst = first === undefined
    this.#isFile = isFile
    this.#dictionaries = new KeptDictionaries(name, written)
  }

  schema(): Iterable<FilteredPart> {
    return this.#isFirst ? [{ is: 'schema', message: this.place.bytes, isFile: this.#isFile }] : []
  }

  get hasDictionaries(): boolean {
    return this.#ids.every((_, number) => this.#dictionaries.has(number))
  }

  dictionary(header: FlatTable, body: Buffer): Iterable<FilteredPart> {
    const number = this.#ids.indexOf(header.long(0))
    const data = header.table(1)
    if (data === undefined || number < 0) throw new ArrowDamage('a dictionary that no column has')
    const isDelta = this.#dictionaries.add(number, data, body, header.byte(2) === 1)
    if (this.#inner.has(number) && !this.#dictionaries.isUnmoved(number))
      throw arrowSchema(
        'several dictionaries for values of another dictionary',
        this.#name,
        'name the kept records .jsonl',
        'dictionaries that go into one file',
      )
    if (isDelta === undefined) return []
    return [{ is: 'dictionary', id: this.#idsOut[number], values: data.place, body, isDelta }]
  }

  *batch(batch: BatchReader): Generator<FilteredPart> {
    const rows = keptRanges(this.#kept, this.rows, batch.length)
    this.rows += batch.length
    if (rows.length === 0) return
    const indices: Indices = (dictionary, column) => this.#dictionaries.indicesOf(dictionary, column)
    const filtered = new FilteredBatch(rows, indices)
    for (const field of this.#fields) filtered.add(field, batch.column(field, batch.length), rows)
    yield { is: 'batch', batch: filtered, isPacked: batch.isPacked }
  }

  footer(footer: FlatTable): void {
    this.metadata = footer.placeOf(4)
  }
}

/** Fields whose dictionaries are numbered in order, the ids that they have, and which are inside of others. */
function numbered(fields: readonly ArrowField[]) {
  const ids: number[] = []
  const inner = new Set<number>()
  const visit = (field: ArrowField, isInside: boolean): ArrowField => {
    const { dictionary } = field
    if (dictionary !== undefined && !ids.includes(dictionary.id)) ids.push(dictionary.id)
    const number = dictionary === undefined ? -1 : ids.indexOf(dictionary.id)
    if (isInside && number >= 0) inner.add(number)
    return {
      ...field,
      dictionary: dictionary && { ...dictionary, id: number },
      children: field.children.map(child => visit(child, isInside || number >= 0)),
    }
  }
  return { fields: fields.map(field => visit(field, false)), ids, inner }
}

/** @throws NearsameError ARROW_SCHEMA */
function checkSame(
  first: readonly ArrowField[],
  fields: readonly ArrowField[],
  name: string,
  firstName: string,
) {
  const at = fields.findIndex((field, i) => JSON.stringify(field) !== JSON.stringify(first[i]))
  if (at < 0 && fields.length === first.length) return
  const other = (fields[at] ?? first[fields.length]).name
  throw arrowSchema(
    `another column ${JSON.stringify(other)} than ${firstName}`,
    name,
    'name the kept records .jsonl or .parquet, or a directory, in which each file keeps its own',
    'one schema of all files whose rows go into one',
  )
}
