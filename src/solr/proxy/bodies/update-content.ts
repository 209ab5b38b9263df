/**
 * Update content: the format of an update's body, and its bytes as they arrive.
 *
 * The path decides (`/update/json`), else the content type. For a body that curl sends without an explicit type, the
 * first character decides, as in Solr. Bodies that cannot be signed are refused as Solr refuses unknown types.
 *
 * Source: Apache Solr 9.10.1, the requests it accepts and its messages for others. Compressed bodies are ours.
 */
import { createGunzip, createInflate, type Gunzip, type Inflate } from 'node:zlib'
import { newSolrException } from '../../../methods/java/java-exception.ts'
import { ProxyFault } from '../upstream/proxy-fault.ts'
import type { ProxyLimits } from '../upstream/proxy-options.ts'
import type { UpdateHandler } from '../upstream/solr-paths.ts'
import type { ClientRequest } from '../upstream/two-protocols.ts'

/** `form` holds parameters only. */
export type BodyFormat = 'json' | 'json-documents' | 'xml' | 'csv' | 'javabin' | 'form'

const formType = 'application/x-www-form-urlencoded'

/** A map, because the client chooses the key: an object would also have a type named `constructor`. */
const formats: ReadonlyMap<string, BodyFormat> = new Map([
  ['application/xml', 'xml'],
  ['application/csv', 'csv'],
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['text/csv', 'csv'],
  ['text/xml', 'xml'],
  ['application/javabin', 'javabin'],
])

const unpackers: ReadonlyMap<string, () => Gunzip | Inflate> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
])

const formatsOfHandlers: Readonly<Partial<Record<UpdateHandler, BodyFormat>>> = {
  'update/json': 'json',
  'update/json/docs': 'json-documents',
  'update/csv': 'csv',
}

/** The parts of a content type: `text/xml; charset="UTF-8"` is `text/xml` and `UTF-8`. */
export function parseContentType(header: string | undefined): {
  type: string
  charset: string | undefined
} {
  const [type = '', ...parameters] = (header ?? '').split(';').map(part => part.trim())
  const charset = parameters.map(part => /^charset\s*=\s*"?([^"]*)"?$/i.exec(part)?.[1]).find(Boolean)
  return { type: type.toLowerCase(), charset }
}

/**
 * The format of a body.
 *
 * @param params those of the request
 * @param peek returns the first character that is not blank, for formats that only the body reveals
 * @throws JavaException 415 in Solr's words
 */
export async function formatOf(
  request: ClientRequest,
  handler: UpdateHandler,
  params: URLSearchParams,
  peek: () => Promise<string>,
): Promise<BodyFormat> {
  const format = await writtenFormat(request, handler, peek)
  const takesDocuments = format === 'json' && params.get('json.command') === 'false'
  return takesDocuments ? 'json-documents' : format
}

async function writtenFormat(
  request: ClientRequest,
  handler: UpdateHandler,
  peek: () => Promise<string>,
): Promise<BodyFormat> {
  const { type } = parseContentType(request.headers['content-type'])
  if (type === 'multipart/form-data') throw unsupported(type)
  if (type === formType) {
    const isCurl = request.headers['user-agent']?.startsWith('curl/') === true
    const first = isCurl ? await peek() : ''
    if (first !== '<' && first !== '{' && first !== '[') return 'form'
    return formatsOfHandlers[handler] ?? (first === '<' ? 'xml' : 'json')
  }
  const format = formatsOfHandlers[handler] ?? formats.get(type)
  if (format !== undefined) return format
  throw type === '' ? newSolrException(415, 'Missing ContentType') : unsupported(type)
}

function unsupported(type: string): Error {
  const known = [...formats.keys()].join(', ')
  return newSolrException(415, `Unsupported ContentType: ${type}  Not in: [${known}]`)
}

/**
 * The bytes of a body, unpacked. Reads more from the client only when the last piece has been consumed.
 *
 * @throws ProxyFault 408 if the client is silent, 413 if there are too many bytes; JavaException 415
 */
export async function* bytesOf(
  request: ClientRequest,
  { maxBodyBytes, clientTimeoutMs }: Pick<ProxyLimits, 'maxBodyBytes' | 'clientTimeoutMs'>,
): AsyncGenerator<Uint8Array, void> {
  const tooLong = () => new ProxyFault(413, `the body is larger than maxBodyBytes (${maxBodyBytes})`)
  const { 'content-length': length, 'content-encoding': encoding } = request.headers
  if (encoding === undefined && Number(length) > maxBodyBytes) throw tooLong()
  const pieces = unpacked(request)
  let bytes = 0
  try {
    for (;;) {
      const { value, done } = await withinTime(pieces.next(), clientTimeoutMs)
      if (done) return
      bytes += value.length
      if (bytes > maxBodyBytes) throw tooLong()
      yield value
    }
  } finally {
    // The unread rest must be able to flow: further requests follow on the connection.
    request.unpipe()
    void pieces.return?.()
  }
}

function unpacked(request: ClientRequest): AsyncIterator<Uint8Array, void> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity'
  // The iteration may end before the request, which still needs an answer.
  if (encoding === 'identity') return request.iterator({ destroyOnReturn: false })
  const unpack = unpackers.get(encoding)
  if (unpack === undefined) throw newSolrException(415, `Unsupported Content-Encoding: ${encoding}`)
  const unpacker = unpack()
  request.once('error', error => unpacker.destroy(error))
  request.once('close', () => {
    if (!request.complete) unpacker.destroy(new Error('the client disconnected'))
  })
  return allUnpacked(request, unpacker)
}

/** @throws Error with a code of zlib, also if the packed data end before the body, whose rest the decoder ignores */
async function* allUnpacked(
  request: ClientRequest,
  unpacker: Gunzip | Inflate,
): AsyncGenerator<Uint8Array, void> {
  let received = 0
  request.on('data', (piece: Uint8Array) => {
    received += piece.length
  })
  yield* request.pipe(unpacker)
  const rest = received - unpacker.bytesWritten
  if (rest > 0) throw Object.assign(new Error(`${rest} bytes behind its end`), { code: 'Z_DATA_ERROR' })
}

async function withinTime<T>(piece: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const fault = () =>
    reject(new ProxyFault(408, `the client was silent for ${timeoutMs} ms within the body`))
  const timer = setTimeout(fault, timeoutMs)
  try {
    return await Promise.race([piece, silence])
  } catch (error) {
    if (error instanceof ProxyFault) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = error instanceof Error ? error.message : String(error)
    if (code.startsWith('Z_')) throw newSolrException(400, `Cannot unpack the body: ${reason}`)
    throw new ProxyFault(408, `the body ended early: ${reason}`, error)
  } finally {
    clearTimeout(timer)
  }
}
