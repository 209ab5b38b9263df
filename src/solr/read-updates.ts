/**
 * Reading updates: bytes or text of update messages, in JSON or XML, to commands.
 *
 * The content type of a body names its encoding, else XML the one it declares (`xml-encoding.ts`); the default is
 * UTF-8. Invalid bytes become U+FFFD as in Solr, and are refused in XML.
 *
 * Source: RFC 3629.
 */

import { checkArgument, checkObject, checkString, checkWalkable } from '../ground/options/arguments.ts'
import { choice, type Given, options } from '../ground/options/declare.ts'
import { resolve } from '../ground/options/resolve.ts'
import { JavaException } from '../methods/java/java-exception.ts'
import { JsonReader, jsonReadOptions } from './json/json-reader.ts'
import { refuseUpdate, refusing, type UpdateCommand } from './messages/messages.ts'
import { type Decode, decoderOf, XmlDecoder } from './xml/xml-encoding.ts'
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
  let decoder: UpdateDecoder | undefined
  for await (const piece of pieces) {
    const isPiece = typeof piece === 'string' || ArrayBuffer.isView(piece)
    checkArgument(isPiece, 'a piece', piece, 'a Uint8Array or a text')
    if (piece.length === 0) continue
    if (typeof piece === 'string') {
      yield* reader.push(piece)
      continue
    }
    decoder ??= new UpdateDecoder(reader instanceof XmlReader, true)
    yield* reader.push(decoder.push(piece))
  }
  if (decoder) yield* reader.push(decoder.end())
  yield* reader.end()
}

/** The text of a message from its bytes, as they arrive. */
export class UpdateDecoder {
  readonly #xml: XmlDecoder | undefined
  readonly #decode: Decode

  /**
   * @param keepsMark whether a byte order mark stays in JSON and CSV, as in Solr
   * @param charset the name in a content type
   * @throws JavaException for an unknown encoding
   */
  constructor(isXml: boolean, keepsMark: boolean, charset?: string) {
    this.#xml = isXml ? new XmlDecoder(charset) : undefined
    const name = isXml ? 'utf-8' : (charset ?? 'utf-8')
    const decode = decoderOf(name, { ignoreBOM: keepsMark })
    if (decode === undefined) throw new JavaException('java.io.UnsupportedEncodingException', name)
    this.#decode = decode
  }

  /** @throws NearsameError SOLR_UPDATE for XML in an unknown encoding, and for bytes that are not in it */
  push(bytes: Uint8Array): string {
    return refusing(refuseUpdate, () => this.#xml?.push(bytes) ?? this.#decode(bytes))
  }

  /** The rest after the last bytes. @throws as `push` */
  end(): string {
    return refusing(refuseUpdate, () => this.#xml?.end() ?? this.#decode(undefined))
  }
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
