/**
 * Update text: decodes the bytes of a body.
 *
 * The content type names the encoding; without one, XML can name it (see `xml-encoding.ts`); the default is UTF-8.
 * Invalid UTF-8 becomes U+FFFD, but is refused in XML, as in Solr.
 *
 * Source: Apache Solr 9.10.1 for its messages about unknown names.
 * Ours: the encodings of the WHATWG standard, except ISO-8859-1 and US-ASCII, which the standard treats as
 * windows-1252 and Java does not.
 */
import { JavaException } from '../../../methods/java/java-exception.ts'
import { XmlDecoder } from '../../xml/xml-encoding.ts'

type Decode = (bytes: Uint8Array | undefined) => string

/**
 * The text of a body, in pieces.
 *
 * @throws JavaException for an unknown encoding, or bytes that are invalid in XML
 */
export async function* textOfBytes(
  bytes: AsyncIterable<Uint8Array>,
  charset: string | undefined,
  isXml: boolean,
): AsyncGenerator<string, void> {
  if (isXml) {
    const decoder = new XmlDecoder(charset)
    for await (const piece of bytes) yield decoder.push(piece)
    yield decoder.end()
    return
  }
  const decode = decoderOf(charset ?? 'utf-8')
  for await (const piece of bytes) yield decode(piece)
  yield decode(undefined)
}

function decoderOf(name: string): Decode {
  const lower = name.toLowerCase()
  if (lower === 'iso-8859-1' || lower === 'latin1') return bytes => latin1(bytes)
  if (lower === 'us-ascii' || lower === 'ascii')
    return bytes => latin1(bytes).replace(/[\x80-\xff]/g, '\ufffd')
  // To Solr, a byte order mark is part of JSON and CSV.
  const decoder = newDecoder(lower)
  return bytes => (bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }))
}

function latin1(bytes: Uint8Array | undefined): string {
  return bytes === undefined
    ? ''
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

function newDecoder(name: string): TextDecoder {
  try {
    return new TextDecoder(name, { ignoreBOM: true })
  } catch {
    throw new JavaException('java.io.UnsupportedEncodingException', name)
  }
}
