/**
 * A proxy that ends TLS before a server that has none, as in production, and asks for a token.
 *
 *     client ─HTTP/2 with TLS, authorization─▶ front ─HTTP/2─▶ server
 */
import { readFileSync } from 'node:fs'
import {
  connect,
  constants,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { outputOf } from '../ground/child-program.ts'

interface TlsFront {
  readonly port: number
  /** Path of its certificate, as PEM. */
  readonly ca: string
}

/** Starts the front, its certificate in the current directory; it is stopped after the test. */
export async function startTlsFront(
  context: TestContext,
  { behind, token }: { behind: number; token: string },
): Promise<TlsFront> {
  const [key, ca] = ['front.key', 'front.pem']
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  await outputOf('openssl', ['req', '-x509', ...made, ...named, '-keyout', key, '-out', ca])
  const inner = connect(`http://127.0.0.1:${behind}`)
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(ca) })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => stream.destroy())
    if (headers.authorization === `Bearer ${token}`) forward(stream, headers)
    else refuse(stream)
  })
  const forward = (stream: ServerHttp2Stream, { authorization: _, ...headers }: IncomingHttpHeaders) => {
    const request = inner.request({ ...headers, ':authority': 'server', ':scheme': 'http' })
    request.on('error', () => stream.destroy())
    let trailers: IncomingHttpHeaders = {}
    request.on('trailers', found => {
      trailers = found
    })
    request.on('response', (found, flags) => {
      if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) {
        stream.respond(found, { endStream: true })
        return
      }
      stream.respond(found, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers(trailers))
      request.pipe(stream)
    })
    stream.pipe(request)
  }
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  context.after(() => {
    inner.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, ca }
}

function refuse(stream: ServerHttp2Stream): void {
  const status = { 'grpc-status': '16', 'grpc-message': 'no%20such%20token' }
  stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...status }, { endStream: true })
}
