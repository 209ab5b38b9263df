/**
 * Update text: decodes the bytes of a body.
 *
 * The content type names the encoding; without one, XML can name it, by a byte order mark or in its declaration; the
 * default is UTF-8. Invalid UTF-8 becomes U+FFFD, but is refused in XML, as in Solr.
 *
 * Source: XML 1.0, appendix F, for the detection; Apache Solr 9.10.1 for its messages about unknown names.
 * Ours: the encodings of the WHATWG standard, except ISO-8859-1 and US-ASCII, which the standard treats as
 * windows-1252 and Java does not.
 */
import { JavaException, newSolrException } from '../../../ground/java/java-exception.ts'

/** Enough bytes for the declaration of an XML text. */
const declarationBytes = 256

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
  let decode = charset === undefined && isXml ? undefined : decoderOf(charset ?? 'utf-8', isXml)
  let first: Uint8Array = new Uint8Array(0)
  for await (const piece of bytes) {
    if (decode !== undefined) {
      yield decode(piece)
      continue
    }
    first = Buffer.concat([first, piece])
    if (first.length < declarationBytes) continue
    decode = decoderOf(encodingOfXml(first), true)
    yield decode(first)
  }
  decode ??= decoderOf(encodingOfXml(first), true)
  if (first.length < declarationBytes) yield decode(first)
  yield decode(undefined)
}

/** The encoding revealed by the first bytes of an XML text. */
export function encodingOfXml(first: Uint8Array): string {
  const [a, b, c, d] = first
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  // '<?' in units of two bytes
  if (a === 0 && b === 0x3c && c === 0 && d === 0x3f) return 'utf-16be'
  if (a === 0x3c && b === 0 && c === 0x3f && d === 0) return 'utf-16le'
  const start = Buffer.from(first.subarray(0, declarationBytes)).toString('latin1')
  return /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ?? 'utf-8'
}

function decoderOf(name: string, isXml: boolean): Decode {
  const lower = name.toLowerCase()
  if (lower === 'iso-8859-1' || lower === 'latin1') return bytes => latin1(bytes)
  if (lower === 'us-ascii' || lower === 'ascii')
    return bytes => latin1(bytes).replace(/[\x80-\xff]/g, '\ufffd')
  // To Solr, a byte order mark is part of JSON and CSV, but not of XML.
  const decoder = newDecoder(lower, isXml)
  return bytes => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      throw newSolrException(400, `Invalid ${name.toUpperCase()} in the XML text`)
    }
  }
}

function latin1(bytes: Uint8Array | undefined): string {
  return bytes === undefined
    ? ''
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

function newDecoder(name: string, isXml: boolean): TextDecoder {
  try {
    return new TextDecoder(name, { fatal: isXml, ignoreBOM: !isXml })
  } catch {
    const problem = 'java.io.UnsupportedEncodingException'
    if (isXml) throw newSolrException(400, `[unsupported encoding]: ${problem}: ${name}`)
    throw new JavaException(problem, name)
  }
}
