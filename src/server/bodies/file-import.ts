/** File import: the records of a file that arrives as a body, added to a collection one after the other. */
import type { Readable } from 'node:stream'
import { type ReadRecord, readPieces } from '../../files/jobs/read-fields.ts'
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { resolveInputOptions } from '../../ground/options/input-options.ts'
import { inOrder } from '../../online/index/reading/in-order.ts'
import type { AddedInfo } from '../schemas/schemas.ts'
import type { Collection } from '../state/collections.ts'
import type { Import } from '../state/imports.ts'
import type { ServerContext } from '../state/server-context.ts'
import type { Adding } from './adding.ts'
import { inFlightOf } from './document-items.ts'
import { bodyPieces } from './line-streams.ts'
import { bodyCut } from './request-body.ts'

interface ImportPlace {
  readonly collection: Collection
  readonly adding: Adding
  readonly context: ServerContext
  /** The field `source` of documents that have none. */
  readonly source: string | undefined
}

/** @throws what ends the import early; the reason of its signal when it is cancelled */
export async function importFile(
  body: Readable,
  running: Import,
  { collection, adding, context, source }: ImportPlace,
): Promise<void> {
  const { limits, closing } = context
  const signal = AbortSignal.any([closing, running.signal])
  const options = resolveInputOptions({ maxRecord: limits.lineBytes })
  const pieces = counted(bodyPieces(body, limits.bodyTimeoutMs, signal), running)
  const records = readPieces(pieces, running.state, options)
  const [field] = collection.text
  const origin = source === undefined ? {} : { source }
  // Fields of the record come last, so they win.
  const fieldsOf = ({ fields, id, text }: ReadRecord) => ({
    ...origin,
    ...(fields ?? { [field]: text, ...(id !== undefined && { id }) }),
  })
  const add = async (record: ReadRecord) => {
    const { at, error } = record
    return {
      at,
      ...(error === undefined ? await adding.oneOfMany({ value: fieldsOf(record) }) : bad(error)),
    }
  }
  const sizeOf = ({ length }: ReadRecord) => length
  for await (const results of inOrder(records, add, { ...inFlightOf(limits), sizeOf })) {
    for (const { at, ...result } of results) running.take(result, Number(at.slice(at.lastIndexOf(':') + 1)))
    running.signal.throwIfAborted()
  }
  if (!body.readableEnded) throw bodyCut('the end of the connection')
}

async function* counted(pieces: AsyncIterable<Buffer>, { state }: Import): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    state.bytes += piece.length
    yield piece
  }
}

/** The result of a record that cannot be read. */
function bad({ code, message }: NearsameError): Pick<AddedInfo, 'status' | 'error'> {
  return { status: 'bad', error: { code, message } }
}
