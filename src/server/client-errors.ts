/** Answers to input that never becomes a request of the framework: not HTTP, CONNECT, unknown expectations. */
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { NearsameError } from '../ground/errors/nearsame-error.ts'
import { toJson } from '../ground/json/exact-json.ts'
import { bodyCut } from './bodies/request-body.ts'
import type { OpenConnections } from './guards/open-connections.ts'
import type { RequestIds } from './guards/request-ids.ts'
import { headersFor } from './guards/safe-headers.ts'
import { problemOf, problemType } from './rules/problem.ts'

interface ClientAnswer {
  readonly status: number
  readonly problem: NearsameError
}

export class ClientErrors {
  readonly #connections: OpenConnections
  readonly #idOf: RequestIds

  constructor(connections: OpenConnections, idOf: RequestIds) {
    this.#connections = connections
    this.#idOf = idOf
  }

  readonly answer = ({ code }: { readonly code?: string }, socket: Socket): void => {
    const cut = bodyCut(code === endWithin ? theEnd : 'bytes that are not a chunk')
    if (code === 'ECONNRESET') socket.destroy()
    else if (socket.writable) this.#end(socket, told(code), cut)
    else socket.destroySoon()
  }

  /** Without this, Node closes the connection silently; with CONNECT it leaves the socket to its listener. */
  readonly answerConnect = ({ headers }: IncomingMessage, socket: Duplex): void => {
    const drop = () => socket.destroy()
    socket.on('error', drop).once('timeout', drop)
    const problem = notServed('CONNECT, which asks for a tunnel to another server')
    this.#end(socket, { status: 400, problem }, problem, headers)
  }

  /** Without this, Node answers without a body. */
  readonly answerExpectation = ({ headers }: IncomingMessage, response: ServerResponse): void => {
    const problem = notServed(`Expect: ${String(headers.expect).slice(0, 80)}`)
    const { head, body } = this.#answerOf({ status: 417, problem }, headers)
    response.writeHead(417, head).end(body)
  }

  #end(socket: Duplex, told: ClientAnswer, cut: Error, headers: IncomingHttpHeaders = {}): void {
    this.#connections.end(socket, cut, () => {
      if (!socket.writable) return
      const { head, body } = this.#answerOf(told, headers)
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${told.status} ${STATUS_CODES[told.status]}\r\n${lines.join('')}\r\n${body}`)
    })
  }

  #answerOf({ status, problem }: ClientAnswer, headers: IncomingHttpHeaders) {
    const id = this.#idOf({ headers })
    const body = toJson({ ...problemOf(problem, id), status })
    const head = {
      ...headersFor(id),
      'content-type': problemType,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    return { head, body }
  }
}

/** Node's error code for a connection that ends within a request. */
const endWithin = 'HPE_INVALID_EOF_STATE'
const theEnd = 'the end of the connection'

function notServed(got: string): NearsameError {
  return new NearsameError('REQUEST_SYNTAX', {
    expected: 'a request that this server can answer',
    got,
    fix: 'send a plain request, without it',
  })
}

function told(code: string | undefined): ClientAnswer {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const problem = new NearsameError('REQUEST_TOO_LARGE', {
      expected: 'a shorter request line and headers, by the limit `headerBytes`',
      got: 'more',
      fix: 'send less in the address and in headers',
    })
    return { status: 431, problem }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const problem = new NearsameError('REQUEST_TIMEOUT', {
      expected: 'all headers within the limit `headersTimeoutMs`',
      got: 'only a part of them',
      fix: 'send them in one piece',
    })
    return { status: 408, problem }
  }
  if (code === endWithin) {
    const problem = new NearsameError('REQUEST_SYNTAX', {
      expected: 'a whole request',
      got: `a part of it, then ${theEnd}`,
      fix: 'send it again',
    })
    return { status: 400, problem }
  }
  const problem = new NearsameError('REQUEST_SYNTAX', {
    expected: 'an HTTP/1.1 request',
    got: 'something else',
    fix: 'speak plain HTTP/1.1 on this port, without TLS',
  })
  return { status: 400, problem }
}
