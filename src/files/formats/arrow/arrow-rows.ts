/**
 * Arrow to rows (`table/`): the wanted columns of each row, batch by batch, so that record n of the source is row n.
 *
 *     schema ─▶ head      dictionary ─▶ values, added or replaced      record batch ─▶ rows
 *
 * Memory: one batch with its wanted columns unpacked, the dictionaries, 1 MiB of rows. Error: ARROW_INVALID with the
 * batch, ARROW_SCHEMA; no row of a batch that is damaged before its first one.
 */
import { isWithin } from '../../../ground/json/field.ts'
import { blockBytes, RowBytes } from '../table/row-bytes.ts'
import { ArrowDamage } from './arrow-error.ts'
import { type ArrowColumn, BatchReader } from './batch.ts'
import type { FlatTable } from './flatbuffer.ts'
import { checkRowBytes } from './json-parts.ts'
import { valueWriter } from './print-json.ts'
import { type ArrowReader, checkedFields, checkRead, fieldsOfArrow, readArrow } from './read-arrow.ts'
import type { ArrowField } from './schema.ts'

interface ArrowSettings {
  /** Name of the file in messages. */
  readonly name: string
  /** Columns to read, or paths into them; undefined for all. */
  readonly columns?: readonly string[] | undefined
}

/** A block is valid until the next one. @throws NearsameError ARROW_INVALID, ARROW_SCHEMA; those of the pieces */
export async function* rowsOfArrow(
  pieces: AsyncIterable<Uint8Array>,
  settings: ArrowSettings,
): AsyncGenerator<Uint8Array> {
  const { name } = settings
  yield* readArrow(pieces, { name, open: schema => new RowsReader(schema, settings) })
}

/** The columns of a file, by its schema, each with a sample of its values. @throws NearsameError as `fieldsOfArrow` */
export async function arrowColumns(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
): Promise<readonly (readonly [name: string, sample: unknown])[]> {
  const fields = await fieldsOfArrow(pieces, name)
  return fields.map(field => [field.name, sampleOf(field)])
}

/** A value like those of a column: a text, a list or an object of such; null where no text is. */
function sampleOf({ type, children }: ArrowField): unknown {
  if (/utf8|binary/.test(type) && type !== 'fixed-binary') return ''
  if (type === 'struct') return Object.fromEntries(children.map(child => [child.name, sampleOf(child)]))
  return /list/.test(type) ? children.map(sampleOf) : null
}

/** An open file: its schema, and the dictionaries so far. */
class RowsReader implements ArrowReader<Uint8Array> {
  readonly #fields: readonly ArrowField[]
  readonly #wanted: readonly boolean[]
  readonly #dictionaries = new Map<number, readonly ArrowColumn[]>()
  readonly #values = new Map<number, ArrowField>()
  readonly #out = new RowBytes()

  constructor(schema: FlatTable, { name, columns }: ArrowSettings) {
    this.#fields = checkedFields(schema, name)
    this.#wanted = this.#fields.map(field => columns?.some(wanted => isWithin(wanted, field.name)) ?? true)
    for (const [i, field] of this.#fields.entries()) {
      if (!this.#wanted[i]) continue
      checkRead(field, name)
      this.#note(field)
    }
  }

  /** Takes note of dictionaries. */
  #note(field: ArrowField): void {
    if (field.dictionary !== undefined) {
      const { id } = field.dictionary
      const values = { ...field, name: '', traits: '', dictionary: undefined }
      const other = this.#values.get(id)
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(values))
        throw new ArrowDamage(`two types of the dictionary ${id}`)
      this.#values.set(id, values)
    }
    for (const child of field.children) this.#note(child)
  }

  *schema(): Generator<Uint8Array> {
    this.#out.head(this.#fields.flatMap(({ name }, i) => (this.#wanted[i] ? [name] : [])))
    yield this.#out.taken()
  }

  get hasDictionaries(): boolean {
    return this.#values.keys().every(id => this.#dictionaries.has(id))
  }

  dictionary(header: FlatTable, body: Buffer): Iterable<Uint8Array> {
    const id = header.long(0)
    const field = this.#values.get(id)
    const data = header.table(1)
    if (field === undefined) return []
    if (data === undefined) throw new ArrowDamage('a dictionary without values')
    const batch = new BatchReader(data, body)
    const values = batch.column(field, batch.length)
    const isDelta = header.byte(2) === 1
    this.#dictionaries.set(id, [...(isDelta ? (this.#dictionaries.get(id) ?? []) : []), values])
    return []
  }

  *batch(batch: BatchReader): Generator<Uint8Array> {
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
        checkRowBytes(out.length - start)
      }
      out.end()
      if (out.length >= blockBytes) yield out.taken()
    }
    if (out.length > 0) yield out.taken()
  }
}
