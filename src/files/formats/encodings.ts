/**
 * Encodings of texts other than UTF-8.
 *
 *     ASCII and more   cut as they are, since ASCII is ASCII in them; each record is decoded (`decodedReader`)
 *     UTF-16           read from a copy in UTF-8 (`wideAsUtf8`); kept records are written back (`WideWriter`)
 *
 * A byte-order mark decides, else the encoding given, else UTF-8. In the copy of UTF-16, a lone surrogate or an odd
 * last byte becomes the bytes of a lone surrogate, which are not UTF-8: the record is bad.
 *
 * Source: Encoding Standard, for the labels; `TextDecoder` decodes.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { encodeText } from '../../texts/text/text-bytes.ts'
import { markBytesOf } from './byte-order-mark.ts'
import { asBuffer, type RecordReader, wrongBytes } from './record-format.ts'

type Wide = 'utf-16le' | 'utf-16be'

export function isWide(encoding: string | undefined): encoding is Wide {
  return encoding === 'utf-16le' || encoding === 'utf-16be'
}

/** The encoding in which stages read an input: the copy of UTF-16 is in UTF-8. */
export const sourceEncoding = (encoding = 'utf-8'): string => (isWide(encoding) ? 'utf-8' : encoding)

/** The encoding of an input that begins with these bytes. @param given '' for none */
export function encodingOf(start: Uint8Array, given: string): string {
  const [a, b] = start
  if (markBytesOf(start) > 0) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return given || 'utf-8'
}

/** The bytes in UTF-8. @throws NearsameError ENCODING_INVALID, with the byte position in the record, from 1 */
export function decodedBytes(bytes: Uint8Array, encoding: string | undefined): Buffer {
  if (encoding === undefined || encoding === 'utf-8') return asBuffer(bytes)
  try {
    return Buffer.from(decoderOf(encoding).decode(bytes))
  } catch (cause) {
    throw new NearsameError('ENCODING_INVALID', {
      expected: `text in ${encoding}`,
      got: wrongBytes(asBuffer(bytes), wrongAt(bytes, encoding)),
      fix: 'name the right `encoding`, or correct the record',
      cause,
    })
  }
}

/** Bytes for people; what cannot be decoded becomes U+FFFD. */
export function readableBytes(bytes: Uint8Array, encoding: string | undefined): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
}

const decoders = new Map<string, TextDecoder>()

function decoderOf(encoding: string): TextDecoder {
  let decoder = decoders.get(encoding)
  if (decoder === undefined) {
    decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
    decoders.set(encoding, decoder)
  }
  return decoder
}

/** Offset of the byte at which decoding fails, by bisection over beginnings. */
function wrongAt(bytes: Uint8Array, encoding: string): number {
  const isSound = (length: number) => {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, length), { stream: true })
      return true
    } catch {
      return false
    }
  }
  let [sound, wrong] = [0, bytes.length]
  while (wrong - sound > 1) {
    const middle = (sound + wrong) >> 1
    if (isSound(middle)) sound = middle
    else wrong = middle
  }
  return sound
}

/** The same reader for another encoding, in which ASCII is ASCII. */
export function decodedReader(reader: RecordReader, encoding: string): RecordReader {
  return {
    isBlank: record => reader.isBlank(record),
    parse: record => reader.parse(decodedBytes(record, encoding)),
    fields: record => reader.fields(decodedBytes(record, encoding)),
  }
}

/**
 * The same text in UTF-8 if it is in UTF-16, mark included; else unchanged.
 *
 * @param onEncoding called with the encoding before the first piece
 */
export async function* wideAsUtf8(
  pieces: AsyncIterable<Uint8Array>,
  given: string,
  onEncoding: (encoding: string) => void = () => {},
): AsyncGenerator<Buffer> {
  let encoding: string | undefined
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    rest = rest.length === 0 ? asBuffer(piece) : Buffer.concat([rest, piece])
    if (encoding === undefined) {
      if (rest.length < 3) continue
      encoding = encodingOf(rest, given)
      onEncoding(encoding)
    }
    const taken = isWide(encoding) ? wholeLength(rest, encoding) : rest.length
    if (taken > 0) yield isWide(encoding) ? fromWide(rest.subarray(0, taken), encoding) : rest
    rest = rest.subarray(taken)
  }
  if (encoding === undefined) {
    encoding = encodingOf(rest, given)
    onEncoding(encoding)
  }
  if (rest.length === 0) return
  yield isWide(encoding)
    ? fromWide(Buffer.concat([rest, Buffer.alloc(rest.length % 2, 0xd8)]), encoding)
    : rest
}

/** Bytes up to the last whole character. */
function wholeLength(bytes: Buffer, encoding: Wide): number {
  const even = bytes.length - (bytes.length % 2)
  if (even === 0) return 0
  const high = bytes[encoding === 'utf-16le' ? even - 1 : even - 2]
  return high >= 0xd8 && high <= 0xdb ? even - 2 : even
}

function fromWide(bytes: Buffer, encoding: Wide): Buffer {
  const little = encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16()
  return asBuffer(encodeText(little.toString('utf16le')))
}

/** Writes UTF-8, in any pieces, as UTF-16. */
export class WideWriter {
  readonly #encoding: Wide
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  constructor(encoding: Wide) {
    this.#encoding = encoding
  }

  write(bytes: Uint8Array): Buffer {
    const wide = Buffer.from(this.#decoder.decode(bytes, { stream: true }), 'utf16le')
    return this.#encoding === 'utf-16le' ? wide : wide.swap16()
  }

  end(): Buffer {
    return Buffer.alloc(0)
  }
}
