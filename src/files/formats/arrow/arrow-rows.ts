/**
 * Arrow to rows (`table/`): the wanted columns of each row, batch by batch, so that record n of the source is row n.
 *
 *     schema ─▶ head      dictionary ─▶ values, added or replaced      record batch ─▶ rows
 *
 * Memory: one batch with its wanted columns unpacked, the dictionaries, 1 MiB of rows. Error: ARROW_INVALID with the
 * batch, ARROW_SCHEMA; no row of a batch that is damaged before its first one.
 */
import { isNearsameError, type NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { release } from '../../../ground/lists/release.ts'
import { blockBytes, RowBytes } from '../table/row-bytes.ts'
import { ArrowDamage, arrowInvalid, arrowSchema } from './arrow-error.ts'
import { type ArrowColumn, BatchReader } from './batch.ts'
import type { FlatTable } from './flatbuffer.ts'
import { mostOfRow } from './json-bytes.ts'
import { headers, messagesOf } from './messages.ts'
import { valueWriter } from './print-json.ts'
import { type ArrowField, fieldsOfSchema } from './schema.ts'

interface ArrowSettings {
  /** Name of the file in messages. */
  readonly name: string
  /** Columns to read, or paths into them; undefined for all. */
  readonly columns?: readonly string[] | undefined
}

/** A block is valid until the next one. @throws NearsameError ARROW_INVALID, ARROW_SCHEMA; those of the pieces */
export async function* rowsOfArrow(
  pieces: AsyncIterable<Uint8Array>,
  { name, columns }: ArrowSettings,
): AsyncGenerator<Uint8Array> {
  let file: ArrowFile | undefined
  let batch = 0
  let place = 'in its schema'
  try {
    for await (const { type, header, body } of messagesOf(pieces)) {
      if (type === headers.schema && file === undefined) {
        file = new ArrowFile(header, { name, columns })
        yield file.head()
      } else if (file === undefined) throw new ArrowDamage('a message before the schema')
      else if (type === headers.dictionary) file.addDictionary(header, body)
      else if (type === headers.batch) {
        place = `in batch ${++batch}`
        yield* file.rows(new BatchReader(header, body))
      } else throw new ArrowDamage('a message that is no part of a table')
      place = batch === 0 ? 'before its first batch' : `behind batch ${batch}`
    }
  } catch (cause) {
    throw arrowError(cause, name, place)
  }
}

/**
 * The columns of a file, by its schema, and whether each holds texts.
 *
 * @throws NearsameError ARROW_INVALID, ARROW_SCHEMA; those of the pieces
 */
export async function arrowColumns(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
): Promise<readonly (readonly [name: string, sample: unknown])[]> {
  try {
    for await (const { type, header } of messagesOf(pieces)) {
      if (type !== headers.schema) throw new ArrowDamage('a message before the schema')
      return checkedFields(header, name).map(field => [field.name, sampleOf(field)])
    }
  } catch (cause) {
    throw arrowError(cause, name, 'in its schema')
  }
  return []
}

/** A value like those of a column: a text, none, or a list. */
function sampleOf({ type, children }: ArrowField): unknown {
  if (/utf8|binary/.test(type) && type !== 'fixed-binary') return ''
  return children.length > 0 ? [] : null
}

/** An open file: its schema, and the dictionaries so far. */
class ArrowFile {
  readonly #fields: readonly ArrowField[]
  readonly #wanted: readonly boolean[]
  readonly #dictionaries = new Map<number, readonly ArrowColumn[]>()
  readonly #values = new Map<number, ArrowField>()
  readonly #out = new RowBytes()

  constructor(schema: FlatTable, { name, columns }: ArrowSettings) {
    this.#fields = checkedFields(schema, name)
    const isWanted = (field: string) =>
      columns?.some(wanted => wanted === field || wanted.startsWith(`${field}.`)) ?? true
    this.#wanted = this.#fields.map(field => isWanted(field.name))
    for (const [i, field] of this.#fields.entries()) if (this.#wanted[i]) this.#note(field, name)
  }

  /** Takes note of dictionaries, and refuses what has no JSON. */
  #note(field: ArrowField, path: string): void {
    if (unread.has(field.type)) throw unreadColumn(field, path)
    if (field.dictionary !== undefined) {
      const { id } = field.dictionary
      const values = { ...field, name: '', dictionary: undefined }
      const other = this.#values.get(id)
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(values))
        throw new ArrowDamage(`two types of the dictionary ${id}`)
      this.#values.set(id, values)
    }
    for (const child of field.children) this.#note(child, path)
  }

  addDictionary(header: FlatTable, body: Buffer): void {
    const id = header.long(0)
    const field = this.#values.get(id)
    const data = header.table(1)
    if (field === undefined) return
    if (data === undefined) throw new ArrowDamage('a dictionary without values')
    const batch = new BatchReader(data, body)
    const values = batch.column(field, batch.length)
    const isDelta = header.byte(2) === 1
    this.#dictionaries.set(id, [...(isDelta ? (this.#dictionaries.get(id) ?? []) : []), values])
  }

  /** The head of its rows. */
  head(): Uint8Array {
    this.#out.head(this.#fields.flatMap(({ name }, i) => (this.#wanted[i] ? [name] : [])))
    return this.#out.taken()
  }

  *rows(batch: BatchReader): Generator<Uint8Array> {
    const out = this.#out
    const values: ReturnType<typeof valueWriter>[] = []
    for (const [i, field] of this.#fields.entries()) {
      if (!this.#wanted[i]) batch.skip(field)
      else values.push(valueWriter(field, batch.column(field, batch.length), out, this.#dictionaries))
    }
    for (let row = 0; row < batch.length; row++) {
      const start = out.length
      out.begin()
      for (const write of values) {
        write(row)
        if (out.length - start > mostOfRow) throw new ArrowDamage('a row of more than 1 GiB')
      }
      out.end()
      if (out.length >= blockBytes) yield* this.#block()
    }
    if (out.length > 0) yield* this.#block()
  }

  /** The rows that are written, for as long as the caller takes no others. */
  *#block(): Generator<Uint8Array> {
    const block = this.#out.taken()
    yield block
    release(block)
  }
}

const unread = new Set<ArrowField['type']>(['union', 'run-end-encoded', 'list-view', 'large-list-view'])

function unreadColumn({ name, type }: ArrowField, path: string): NearsameError {
  const got = `the type ${type} of the column ${JSON.stringify(name)}`
  return arrowSchema(got, path, 'leave this column out, or convert it first')
}

/** @throws NearsameError ARROW_SCHEMA */
function checkedFields(schema: FlatTable, path: string): readonly ArrowField[] {
  if (schema.short(0) !== 0)
    throw arrowSchema('numbers in big-endian order', path, 'write it on a little-endian machine')
  const fields = fieldsOfSchema(schema)
  const names = new Set<string>()
  for (const { name } of fields) {
    if (names.has(name))
      throw arrowSchema(`two columns ${JSON.stringify(name)}`, path, 'rename one of them')
    names.add(name)
  }
  const union = fields.find(isUnion)
  if (union !== undefined) throw unreadColumn(union, path)
  return fields
}

function isUnion({ type, children }: ArrowField): boolean {
  return type === 'union' || children.some(isUnion)
}

function arrowError(cause: unknown, path: string, place: string): unknown {
  if (isNearsameError(cause) || !(cause instanceof RangeError)) return cause
  const what = cause instanceof ArrowDamage ? cause.message : 'values that cannot be read'
  return arrowInvalid(`${what} ${place}`, path, cause)
}
