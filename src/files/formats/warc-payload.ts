/**
 * Payload: the text that an HTTP response carries, without its transfer and content encodings.
 *
 * Crawlers often keep the headers but store the body decoded. So a body that does not begin as its encoding does counts
 * as decoded already; one that begins so and then breaks is an error, never half a text.
 *
 * Source: RFC 9112, section 7.1, for chunks; RFC 9110, section 8.4, for content codings.
 */
import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { markBytesOf } from './byte-order-mark.ts'
import { recordTooLong } from './record-format.ts'
import { type Headers, mediaOf } from './warc/headers.ts'
import { htmlCharset } from './warc/html-charset.ts'
import { pages } from './warc/textless.ts'

/**
 * The text of a response.
 *
 * @param most maximum bytes of a text
 * @throws NearsameError WARC_PAYLOAD, RECORD_TOO_LONG
 */
export function payloadText({ fields }: Headers, body: Buffer, most: number): Buffer {
  const isChunked = /\bchunked\b/i.test(fields.get('transfer-encoding') ?? '')
  let bytes = isChunked ? unchunked(body) : body
  const codings = (fields.get('content-encoding') ?? '').toLowerCase().split(',')
  for (const coding of codings.map(part => part.trim()).reverse()) bytes = decoded(bytes, coding, most)
  const { type, charset } = mediaOf(fields.get('content-type'))
  return inUtf8(bytes, pages.has(type) ? htmlCharset(bytes, charset) : charset)
}

/**
 * The bytes as UTF-8 without a byte-order mark; those that should be UTF-8 as they are.
 *
 * @throws NearsameError WARC_PAYLOAD
 */
export function inUtf8(bytes: Buffer, charset: string): Buffer {
  if (['', 'utf-8', 'utf8', 'us-ascii', 'ascii'].includes(charset))
    return bytes.subarray(markBytesOf(bytes))
  try {
    return Buffer.from(new TextDecoder(charset, { fatal: true }).decode(bytes))
  } catch (cause) {
    const isUnknown = cause instanceof RangeError
    throw payloadError(
      `${isUnknown ? 'the unknown charset' : 'bytes that are not of the charset'} ${charset}`,
      cause,
    )
  }
}

/** Joins chunks: `size[;extension] CRLF bytes CRLF`, up to one of size 0. @throws NearsameError WARC_PAYLOAD */
function unchunked(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length)
  let length = 0
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at)
    const [, digits] = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec(lineOf(body, at, end)) ?? []
    if (digits === undefined && at === 0) return body
    const size = Number.parseInt(digits ?? '', 16)
    if (size === 0) return out.subarray(0, length)
    const from = end + 2
    const to = from + size
    if (Number.isNaN(size) || to > body.length) throw payloadError('chunks that break off')
    length += body.copy(out, length, from, to)
    if (body[to] !== 13 || body[to + 1] !== 10) throw payloadError('a chunk without its end')
    at = to + 2
  }
}

/** The size of a chunk and its extensions; '' for what is longer than any. */
function lineOf(body: Buffer, from: number, to: number): string {
  return to < 0 || to - from > mostExtensions ? '' : body.toString('latin1', from, to)
}

const mostExtensions = 4096

interface Settings {
  readonly maxOutputLength: number
  readonly info: boolean
}

const codings: Readonly<Record<string, (bytes: Buffer, most: number) => Buffer>> = {
  gzip: (bytes, most) => (startsWith(bytes, 0x1f, 0x8b) ? wholeOf(gunzipSync, bytes, most) : bytes),
  zstd: (bytes, most) =>
    startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd) ? wholeOf(zstdDecompressSync, bytes, most) : bytes,
  deflate: (bytes, most) => {
    const isWrapped = (bytes[0] & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE() % 31 === 0
    return (isWrapped ? inflateSync : inflateRawSync)(bytes, { maxOutputLength: most })
  },
  br: (bytes, most) => brotliDecompressSync(bytes, { maxOutputLength: most }),
}

/**
 * Unpacks all members or frames: Node's gzip ends at a zero byte behind a member, its zstd behind the first frame.
 *
 * @throws Error with a code of zlib
 */
function wholeOf(
  unpack: (bytes: Buffer, settings: Settings) => Buffer,
  bytes: Buffer,
  most: number,
): Buffer {
  const parts: Buffer[] = []
  let length = 0
  for (let at = 0; at < bytes.length; ) {
    const result = unpack(bytes.subarray(at), { maxOutputLength: Math.max(1, most - length), info: true })
    const { buffer, engine } = result as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
    parts.push(buffer)
    length += buffer.length
    at += engine.bytesWritten
    while (bytes[at] === 0) at++
  }
  return Buffer.concat(parts)
}

function startsWith(bytes: Buffer, ...start: readonly number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte)
}

/** @throws NearsameError WARC_PAYLOAD, RECORD_TOO_LONG */
function decoded(bytes: Buffer, coding: string, most: number): Buffer {
  if (bytes.length === 0 || coding === '' || coding === 'identity') return bytes
  const name = coding === 'x-gzip' ? 'gzip' : coding
  if (!Object.hasOwn(codings, name)) throw payloadError(`the content encoding ${JSON.stringify(coding)}`)
  try {
    return codings[name](bytes, most)
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw recordTooLong('more', most)
    throw payloadError(`data that is not of its content encoding ${name}`, cause)
  }
}

function payloadError(got: string, cause?: unknown): NearsameError {
  return new NearsameError('WARC_PAYLOAD', {
    expected: 'a body that its headers say how to read',
    got,
    fix: 'correct the headers of the record, or leave it out',
    ...(cause !== undefined && { cause }),
  })
}
