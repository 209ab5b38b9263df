/**
 * XML encoding: the text of an XML document from its bytes, as they arrive.
 *
 *     the content type's charset, if there is one
 *     else the byte order mark    EF BB BF, FE FF, FF FE
 *     else '<?' in two bytes      UTF-16 without a mark
 *     else the declaration        <?xml version="1.0" encoding="ISO-8859-1"?>
 *     else UTF-8
 *
 * Source: XML 1.0, section 4.3.3 and appendix F; RFC 7303, section 3; observed on Solr 9.10.
 * Ours: encodings are those of the WHATWG standard, but ISO-8859-1 and US-ASCII are what their names say. After a mark
 * of UTF-8 the declaration does not count, where Solr follows it and garbles the text.
 */
import { newSolrException } from '../../methods/java/java-exception.ts'

/** How many bytes are searched for the declaration. */
const declarationBytes = 1024

const latin1Names =
  /^(?:iso[-_]?8859[-_]1|iso_8859-1:1987|iso-ir-100|latin-?1|l1|cp819|ibm819|csisolatin1)$/
const asciiNames = /^(?:us-)?ascii$|^ansi_x3\.4-19(?:68|86)$|^iso646-us$|^iso-ir-6$/

/** The text of the next bytes; of what is left, without any. */
export type Decode = (bytes: Uint8Array | undefined) => string

export class XmlDecoder {
  #decode: Decode | undefined
  readonly #charset: string | undefined
  #first: Uint8Array = new Uint8Array(0)

  /** @param charset the name in the content type; undefined if there is none */
  constructor(charset?: string) {
    this.#charset = charset
  }

  /**
   * The text of the next bytes; none while the encoding is undecided.
   *
   * @throws JavaException SolrException 400 for an unknown encoding, and for bytes that are not in it
   */
  push(bytes: Uint8Array): string {
    if (this.#decode !== undefined) return this.#decode(bytes)
    this.#first = joined(this.#first, bytes)
    const isDecided = this.#first.length >= declarationBytes || this.#first.includes(0x3e)
    return isDecided ? this.#begin() : ''
  }

  /** The rest after the last bytes. @throws as `push` */
  end(): string {
    const begun = this.#decode === undefined ? this.#begin() : ''
    return begun + (this.#decode?.(undefined) ?? '')
  }

  #begin(): string {
    const first = this.#first
    const sniffed = encodingOfXml(first)
    const name = this.#charset ?? sniffed
    const isWide = /^utf-?16$|^unicode$|^iso-10646-ucs-2$/i.test(name)
    // Java reads UTF-16 without a mark from the high byte.
    const known = isWide ? (/^utf-16[bl]e$/.test(sniffed) ? sniffed : 'utf-16be') : name
    if (isWide && this.#charset === undefined)
      throw newSolrException(400, `Declared encoding '${name}', but a character has one byte`)
    this.#decode = strictDecoder(known)
    this.#first = new Uint8Array(0)
    return this.#decode(first)
  }
}

/** The text of a whole document, without its byte order mark. @throws as `push` */
export function decodeXml(bytes: Uint8Array): string {
  const decoder = new XmlDecoder()
  return decoder.push(bytes) + decoder.end()
}

/** The encoding revealed by the first bytes of a document; its name as declared. */
export function encodingOfXml(first: Uint8Array): string {
  const [a, b, c, d] = first
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0 && b === 0x3c && c === 0 && d === 0x3f) return 'utf-16be'
  if (a === 0x3c && b === 0 && c === 0x3f && d === 0) return 'utf-16le'
  const start = latin1(first.subarray(0, declarationBytes))
  return /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ?? 'utf-8'
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function strictDecoder(name: string): Decode {
  const decode = decoderOf(name, { fatal: true })
  if (decode === undefined) throw newSolrException(400, `Unsupported encoding: ${name}`)
  const isAscii = asciiNames.test(name.toLowerCase())
  return bytes => {
    if (isAscii && bytes?.some(byte => byte > 0x7f)) throw invalid(name)
    try {
      return decode(bytes)
    } catch {
      throw invalid(name)
    }
  }
}

/** The decoder of an encoding, also of one as Java names it; undefined if there is none. */
export function decoderOf(name: string, options: TextDecoderOptions): Decode | undefined {
  const lower = name.toLowerCase()
  if (latin1Names.test(lower)) return latin1
  if (asciiNames.test(lower)) return bytes => latin1(bytes).replace(/[\x80-\xff]/g, '\ufffd')
  try {
    const decoder = new TextDecoder(lower, options)
    return bytes => (bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }))
  } catch {
    return undefined
  }
}

function invalid(name: string): Error {
  return newSolrException(400, `Invalid ${name.toUpperCase()} in the XML text`)
}

const pieceUnits = 8192

function latin1(bytes: Uint8Array = new Uint8Array(0)): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceUnits)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceUnits))
  return text
}
