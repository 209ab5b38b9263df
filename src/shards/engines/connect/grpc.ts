/**
 * gRPC over HTTP/2: one request message, any number of answers.
 *
 *     POST /service/method     frame = 00, length (u32, big endian), message     trailers: grpc-status, grpc-message
 *
 * Source: "gRPC over HTTP2". Ours: the code; no compression.
 */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
} from 'node:http2'

/** The status of a failed call, and the message of the server. */
class CallFailed extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.name = 'CallFailed'
    this.status = status
  }
}

interface GrpcSettings {
  /** `http:` or `https:`. */
  readonly url: string
  /** Sent as a bearer token. */
  readonly token?: string | undefined
  /** Certificates to trust instead of the system's, as PEM. */
  readonly ca?: string | undefined
}

export class GrpcConnection {
  readonly #session: ClientHttp2Session
  readonly #token: string | undefined
  /** Why the connection failed, if it did. */
  #failure: Error | undefined

  constructor({ url, token, ca }: GrpcSettings) {
    this.#token = token
    this.#session = connect(url, ca === undefined ? {} : { ca })
    this.#session.on('error', error => {
      this.#failure = error
    })
  }

  /**
   * Calls a method and yields its answers as they come.
   *
   * @throws CallFailed with the status of the server; the error of the connection
   */
  async *call(path: string, request: Uint8Array): AsyncGenerator<Uint8Array> {
    if (this.#failure !== undefined) throw this.#failure
    const stream = this.#session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
    })
    const heads: IncomingHttpHeaders[] = []
    stream.on('response', headers => heads.push(headers))
    stream.on('trailers', headers => heads.push(headers))
    stream.end(framed(request))
    yield* messagesOf(stream)
    checkStatus(heads)
  }

  /** The only answer of a method. */
  async ask(path: string, request: Uint8Array): Promise<Uint8Array> {
    let last: Uint8Array = new Uint8Array(0)
    for await (const answer of this.call(path, request)) last = answer
    return last
  }

  close(): void {
    this.#session.destroy()
  }
}

function framed(content: Uint8Array): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

async function* messagesOf(stream: ClientHttp2Stream): AsyncGenerator<Uint8Array> {
  let waiting = Buffer.alloc(0)
  for await (const chunk of stream) {
    waiting = Buffer.concat([waiting, chunk as Buffer])
    while (waiting.length >= 5 && waiting.length >= 5 + waiting.readUInt32BE(1)) {
      const end = 5 + waiting.readUInt32BE(1)
      yield waiting.subarray(5, end)
      waiting = waiting.subarray(end)
    }
  }
}

function checkStatus(heads: readonly IncomingHttpHeaders[]): void {
  const status = heads.map(head => head['grpc-status']).findLast(value => value !== undefined)
  if (status === '0') return
  const text = heads.map(head => head['grpc-message']).findLast(value => value !== undefined)
  const http = heads[0]?.[':status']
  if (status === undefined) throw new CallFailed(2, `HTTP status ${http ?? 'none'} without a gRPC status`)
  throw new CallFailed(Number(status), decodeURIComponent(String(text ?? `gRPC status ${status}`)))
}
