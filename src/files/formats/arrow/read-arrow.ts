/**
 * Arrow, message by message: what a reader makes of the schema, the dictionaries and the record batches.
 *
 * A file may have its dictionaries behind the batches that need them (polars writes it so). Then batches wait in memory
 * for the end of the file.
 */
import { isNearsameError, type NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { repeatedName } from '../../../ground/lists/distinct.ts'
import { ArrowDamage, arrowInvalid, arrowSchema } from './arrow-error.ts'
import { BatchReader } from './batch.ts'
import type { FlatTable } from './flatbuffer.ts'
import { headers, messagesOf } from './messages.ts'
import { type ArrowField, fieldsOfSchema } from './schema.ts'

/** Gets the messages of a file in order, and gives parts of a result. */
export interface ArrowReader<Part> {
  schema(): Iterable<Part>
  dictionary(header: FlatTable, body: Buffer): Iterable<Part>
  batch(batch: BatchReader): Iterable<Part>
  /** Whether each dictionary that it needs has values. */
  readonly hasDictionaries: boolean
  footer?(footer: FlatTable): void
}

/** Bytes of batches that wait for dictionaries, at most. */
const mostWaiting = 2 ** 30

interface ArrowFile<Part> {
  /** Of the file in messages. */
  readonly name: string
  /** Begins with a schema, of a file or else of a stream. */
  open(schema: FlatTable, isFile: boolean): ArrowReader<Part>
}

/** A part is valid until the next one. @throws NearsameError ARROW_INVALID with the batch; those of the pieces */
export async function* readArrow<Part>(
  pieces: AsyncIterable<Uint8Array>,
  { name, open }: ArrowFile<Part>,
): AsyncGenerator<Part> {
  let reader: ArrowReader<Part> | undefined
  const waiting: { readonly header: FlatTable; readonly body: Buffer }[] = []
  let waitingBytes = 0
  let batch = 0
  let place = 'in its schema'
  const onFooter = (footer: FlatTable) => reader?.footer?.(footer)
  try {
    for await (const { type, header, body, isFile } of messagesOf(pieces, onFooter)) {
      if (type === headers.schema && reader === undefined) {
        reader = open(header, isFile)
        yield* reader.schema()
      } else if (reader === undefined) throw new ArrowDamage('a message before the schema')
      else if (type === headers.dictionary) yield* reader.dictionary(header, body)
      else if (type === headers.batch && (waiting.length > 0 || (isFile && !reader.hasDictionaries))) {
        waitingBytes += body.length
        if (waitingBytes > mostWaiting) throw lateDictionaries(name)
        waiting.push({ header, body: Buffer.from(body) })
      } else if (type === headers.batch) {
        place = `in batch ${++batch}`
        yield* reader.batch(new BatchReader(header, body))
      } else throw new ArrowDamage('a message that is no part of a table')
      const behind = batch + waiting.length
      place = behind === 0 ? 'before its first batch' : `behind batch ${behind}`
    }
    for (const { header, body } of waiting) {
      place = `in batch ${++batch}`
      if (reader !== undefined) yield* reader.batch(new BatchReader(header, body))
    }
  } catch (cause) {
    throw arrowError(cause, name, place)
  }
}

function lateDictionaries(path: string): NearsameError {
  return arrowSchema(
    'dictionaries behind more than 1 GiB of batches',
    path,
    'write it as a stream of Arrow, or as Parquet',
    'dictionaries in front of the batches of a large file',
  )
}

/** The columns of a file, by its schema. @throws NearsameError ARROW_INVALID, ARROW_SCHEMA; those of the pieces */
export async function fieldsOfArrow(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
): Promise<readonly ArrowField[]> {
  try {
    for await (const { type, header } of messagesOf(pieces)) {
      if (type !== headers.schema) throw new ArrowDamage('a message before the schema')
      return checkedFields(header, name)
    }
  } catch (cause) {
    throw arrowError(cause, name, 'in its schema')
  }
  return []
}

/** @throws NearsameError ARROW_SCHEMA */
export function checkedFields(schema: FlatTable, path: string): readonly ArrowField[] {
  if (schema.short(0) !== 0)
    throw arrowSchema('numbers in big-endian order', path, 'write it on a little-endian machine')
  const fields = fieldsOfSchema(schema)
  checkNames(fields, path)
  const union = fields.find(isUnion)
  if (union !== undefined) throw unreadColumn(union, path)
  return fields
}

function isUnion({ type, children }: ArrowField): boolean {
  return type === 'union' || children.some(isUnion)
}

const unread = new Set<ArrowField['type']>(['union', 'run-end-encoded', 'list-view', 'large-list-view'])

/** Of two fields with one name JSON would have the key twice. */
function checkNames(fields: readonly ArrowField[], path: string): void {
  const twice = repeatedName(fields.map(({ name }) => name))
  if (twice !== undefined)
    throw arrowSchema(`two columns ${JSON.stringify(twice)}`, path, 'rename one of them')
}

/** Refuses columns of types that are not read, and two fields of one name. @throws NearsameError ARROW_SCHEMA */
export function checkRead(field: ArrowField, path: string): void {
  if (unread.has(field.type)) throw unreadColumn(field, path)
  checkNames(field.children, path)
  for (const child of field.children) checkRead(child, path)
}

function unreadColumn({ name, type }: ArrowField, path: string): NearsameError {
  const got = `the type ${type} of the column ${JSON.stringify(name)}`
  return arrowSchema(got, path, 'leave this column out, or convert it first')
}

function arrowError(cause: unknown, path: string, place: string): unknown {
  if (isNearsameError(cause) || !(cause instanceof RangeError)) return cause
  const what = cause instanceof ArrowDamage ? cause.message : 'values that cannot be read'
  return arrowInvalid(`${what} ${place}`, path, cause)
}
