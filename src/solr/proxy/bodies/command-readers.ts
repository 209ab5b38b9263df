/** Command readers: the commands in a body of any format, as its bytes arrive. */

import type { SolrSchema } from '../../fields/schema.ts'
import { JavabinUpdates } from '../../javabin/javabin-updates.ts'
import { JsonReader } from '../../json/json-reader.ts'
import type { UpdateCommand } from '../../messages/messages.ts'
import { UpdateDecoder } from '../../read-updates.ts'
import { XmlReader } from '../../xml/xml-reader.ts'
import { ProxyFault } from '../upstream/proxy-fault.ts'
import { CsvUpdates } from './csv-updates.ts'
import type { BodyFormat } from './update-content.ts'

/** Takes pieces and returns the commands they complete. */
interface Reader<Piece> {
  push(piece: Piece): Iterable<UpdateCommand>
  end(): Iterable<UpdateCommand>
}

interface ReadingOptions {
  readonly format: Exclude<BodyFormat, 'form'>
  readonly charset: string | undefined
  readonly params: URLSearchParams
  readonly schema: SolrSchema | undefined
  readonly maxDocumentBytes: number
}

/** @throws what the reader of the format throws, after the commands before the fault; ProxyFault 413 */
export function commandsOf(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadingOptions,
): AsyncGenerator<UpdateCommand, void> {
  const { format, charset, maxDocumentBytes } = options
  if (format === 'javabin') return readAll(bytes, new JavabinUpdates(), maxDocumentBytes)
  const text = textOf(bytes, new UpdateDecoder(format === 'xml', true, charset))
  return readAll(text, textReader(options), maxDocumentBytes)
}

async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  decoder: UpdateDecoder,
): AsyncGenerator<string, void> {
  for await (const piece of bytes) yield decoder.push(piece)
  yield decoder.end()
}

function textReader({ format, params, schema }: ReadingOptions): Reader<string> {
  if (format === 'csv') return new CsvUpdates(params)
  if (format === 'xml') return new XmlReader()
  const form = format === 'json-documents' ? 'documents' : 'commands'
  return new JsonReader({ form, schema })
}

async function* readAll<Piece extends string | Uint8Array>(
  pieces: AsyncIterable<Piece>,
  reader: Reader<Piece>,
  maxDocumentBytes: number,
): AsyncGenerator<UpdateCommand, void> {
  // Bytes since the last command; readers hold no more than that.
  let pending = 0
  for await (const piece of pieces) {
    pending += piece.length
    for (const command of reader.push(piece)) {
      pending = piece.length
      yield command
    }
    if (pending <= maxDocumentBytes) continue
    throw new ProxyFault(413, `a document or command is larger than maxDocumentBytes (${maxDocumentBytes})`)
  }
  yield* reader.end()
}
