/** File import: the records of a file, from a body or a run, added to a collection one after the other. */
import type { Readable } from 'node:stream'
import { decompressed } from '../../files/io/archives/decompress.ts'
import { type ReadRecord, readPieces } from '../../files/jobs/read-fields.ts'
import { nullText } from '../../ground/blank-text.ts'
import { errorJson, isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { resolveInputOptions } from '../../ground/options/input-options.ts'
import { textOf } from '../../online/index/documents/given-document.ts'
import { inOrder } from '../../online/index/reading/in-order.ts'
import type { AddedInfo } from '../schemas/schemas.ts'
import type { Collection } from '../state/collections.ts'
import type { Import } from '../state/imports.ts'
import type { ServerContext } from '../state/server-context.ts'
import type { Adding } from './adding.ts'
import { inFlightOf } from './document-items.ts'
import { bodyPieces, waitingFor } from './line-streams.ts'
import { bodyCut } from './request-body.ts'

interface ImportPlace {
  readonly collection: Collection
  readonly adding: Adding
  readonly context: ServerContext
  /** Texts that count as none. */
  readonly nullTexts: readonly string[]
}

interface FileImportPlace extends ImportPlace {
  /** The field `source` of documents that have none. */
  readonly source: string | undefined
}

/** @throws what ends the import early; the reason of its signal when it is cancelled */
export async function importFile(
  body: Readable,
  running: Import,
  { source, ...place }: FileImportPlace,
): Promise<void> {
  const { collection, context } = place
  const { limits, closing } = context
  const signal = AbortSignal.any([closing, running.signal])
  const options = resolveInputOptions({ maxRecord: limits.lineBytes })
  const pieces = waitingFor(
    bodyPieces(body, limits.bodyTimeoutMs, signal),
    isWaiting => context.connections.awaitClient(body, isWaiting),
    bytes => {
      running.state.bytes += bytes
    },
  )
  const plain = decompressed(pieces, 'none', running.state.name, options.encoding)
  const records = readPieces(bounded(plain, running, limits.importExpansion), running.state, options)
  const [field] = collection.text
  const origin = source === undefined ? {} : { source }
  // Fields of the record come last, so they win.
  await addRecords(records, running, place, ({ fields, id, text }) => ({
    ...origin,
    ...(fields ?? { [field]: text, ...(id !== undefined && { id }) }),
  }))
  if (!body.readableEnded) throw bodyCut('the end of the connection')
}

/**
 * Adds records to a collection as an import, each with a result.
 *
 * @throws what ends the import early; the reason of its signal when it is cancelled
 */
export async function addRecords(
  records: AsyncIterable<ReadRecord>,
  running: Import,
  { collection, adding, context, nullTexts }: ImportPlace,
  documentOf: (record: ReadRecord) => Record<string, unknown>,
): Promise<void> {
  const isNull = (value: Record<string, unknown>) => {
    const text = nullTexts.length === 0 ? undefined : textIn(value, collection)
    return text !== undefined && nullTexts.includes(text)
  }
  const add = async (record: ReadRecord) => {
    const { at, error } = record
    if (error !== undefined) return { at, ...bad(error) }
    const value = documentOf(record)
    return { at, ...(isNull(value) ? bad(nullText()) : await adding.oneOfMany({ value })) }
  }
  const sizeOf = ({ length }: ReadRecord) => length
  for await (const results of inOrder(records, add, { ...inFlightOf(context.limits), sizeOf })) {
    for (const { at, ...result } of results) running.take(result, Number(at.slice(at.lastIndexOf(':') + 1)))
    running.signal.throwIfAborted()
  }
}

/** The text of a record; undefined for one that `Adding` refuses. */
function textIn(value: Record<string, unknown>, { settings }: Collection): string | undefined {
  try {
    return textOf(value, settings.text, settings.hasColumns)
  } catch (error) {
    if (isNearsameError(error)) return undefined
    throw error
  }
}

/** Unpacked bytes that any file may have. */
const freeBytes = 2 ** 20

/** @throws NearsameError REQUEST_TOO_LARGE */
async function* bounded(
  plain: AsyncIterable<Uint8Array>,
  { state }: Import,
  most: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of plain) {
    bytes += piece.length
    if (bytes > freeBytes + most * state.bytes) throw tooExpanded(most, state.name)
    yield piece
  }
}

function tooExpanded(most: number, where: string): NearsameError {
  return new NearsameError('REQUEST_TOO_LARGE', {
    expected: `at most ${most} unpacked bytes for each byte of a compressed import, the limit \`importExpansion\``,
    got: 'more',
    where,
    fix: 'unpack the file and send it as it is, or raise the limit; what was added stays',
  })
}

/** The result of a record that cannot be read. */
function bad(error: NearsameError): Pick<AddedInfo, 'status' | 'error'> {
  return { status: 'bad', error: errorJson(error) }
}
