/**
 * Reading updates: bytes or text of update messages, in JSON or XML, to commands.
 *
 * Bytes are UTF-8, where invalid ones become U+FFFD as in Solr; XML may also begin with a UTF-16 byte order mark.
 * An XML declaration of another encoding is refused.
 *
 * Source: RFC 3629; XML 1.0, appendix F.
 */
import { NearsameError } from '../ground/errors/nearsame-error.ts'
import { checkArgument, checkObject, checkString, checkWalkable } from '../ground/options/arguments.ts'
import { choice, type Given, options } from '../ground/options/declare.ts'
import { resolve } from '../ground/options/resolve.ts'
import { JsonReader, jsonReadOptions } from './json/json-reader.ts'
import type { UpdateCommand } from './messages/messages.ts'
import { XmlReader } from './xml/xml-reader.ts'

export const readerOptions = options({
  ...jsonReadOptions,
  format: choice(['json', 'xml'], { default: 'json', doc: 'format of the message' }),
})

export type ReadOptions = Given<typeof readerOptions>

/**
 * The commands of a message, as its pieces arrive.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE; SOLR_UPDATE where Solr would refuse the message, after the
 * commands before that
 */
export async function* readUpdates(
  pieces: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
  given: ReadOptions = {},
): AsyncGenerator<UpdateCommand, void> {
  // A text would be walked letter by letter.
  if (typeof pieces !== 'string') checkWalkable('pieces', pieces, 'bytes and texts')
  const reader = readerOf(given)
  const isXml = reader instanceof XmlReader
  let decoder: TextDecoder | undefined
  let isFirst = true
  for await (const piece of pieces) {
    const isPiece = typeof piece === 'string' || ArrayBuffer.isView(piece)
    checkArgument(isPiece, 'a piece', piece, 'a Uint8Array or a text')
    if (piece.length === 0) continue
    if (typeof piece !== 'string') decoder ??= decoderOf(piece, isXml)
    const text = typeof piece === 'string' ? piece : (decoder?.decode(piece, { stream: true }) ?? '')
    if (isFirst && isXml && typeof piece !== 'string') checkEncoding(text, decoder?.encoding ?? '')
    isFirst = false
    yield* reader.push(text)
  }
  if (decoder) yield* reader.push(decoder.decode())
  yield* reader.end()
}

/**
 * The commands of a whole message.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE; SOLR_UPDATE where Solr would refuse the message
 * @example readUpdateText('{"delete":["1", 2]}').map(command => command.ids[0].id) // => ['1', '2']
 * @example readUpdateText('<commit/>', { format: 'xml' }) // => [{ kind: 'commit', params: [] }]
 */
export function readUpdateText(text: string, given: ReadOptions = {}): UpdateCommand[] {
  checkString('text', text)
  const reader = readerOf(given)
  return [...reader.push(text), ...reader.end()]
}

function readerOf(given: ReadOptions): JsonReader | XmlReader {
  checkObject('options', given)
  const { format, ...ofJson } = resolve(readerOptions, given)
  return format === 'xml' ? new XmlReader() : new JsonReader(ofJson)
}

/** Chosen by the byte order mark. The mark stays in JSON, because noggit takes it for a character and refuses it. */
function decoderOf(first: Uint8Array, isXml: boolean): TextDecoder {
  const isUtf16 = isXml && first.length > 1 && first[0] + first[1] === 0xfe + 0xff && first[0] >= 0xfe
  const encoding = isUtf16 ? (first[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  return new TextDecoder(encoding, { ignoreBOM: true })
}

function checkEncoding(text: string, encoding: string): void {
  const declared = /^\ufeff?<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)/.exec(text)?.[1].toLowerCase()
  if (declared === undefined || declared === 'us-ascii' || encoding.startsWith(declared)) return
  throw new NearsameError('SOLR_UPDATE', {
    expected: 'XML in UTF-8, or in UTF-16 with a byte order mark',
    got: `encoding ${declared}`,
    where: 'line 1',
    fix: 'convert the message to UTF-8',
  })
}
