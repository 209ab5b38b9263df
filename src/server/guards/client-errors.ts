/** Answers to what never becomes a request of the framework: no HTTP, CONNECT, expectations that nobody knows. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { NearsameError } from '../../errors/nearsame-error.ts'
import { toJson } from '../../json/exact-json.ts'
import { problemOf, problemType } from '../problem.ts'
import { safeHeaders } from './safe-headers.ts'

export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  answerOn(socket, told(error.code))
}

/** Node would close the connection without a word. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  answerOn(socket, { status: 400, problem: notServed('CONNECT, which asks for another server') })
}

/** Node would answer without a body. */
export function answerExpectation({ headers }: IncomingMessage, response: ServerResponse): void {
  const { status, head, body } = answerOf({
    status: 417,
    problem: notServed(`Expect: ${String(headers.expect).slice(0, 80)}`),
  })
  response.writeHead(status, { ...safeHeaders, ...head }).end(body)
}

interface Told {
  readonly status: number
  readonly problem: NearsameError
}

function answerOn(socket: Duplex, given: Told): void {
  const { status, head, body } = answerOf(given)
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

function answerOf({ status, problem }: Told) {
  const body = toJson({ ...problemOf(problem, ''), status })
  const head = {
    'Content-Type': problemType,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  return { status, head, body }
}

function notServed(got: string): NearsameError {
  return new NearsameError('REQUEST_SYNTAX', {
    expected: 'a request that this server can answer',
    got,
    fix: 'send a plain request, without it',
  })
}

function told(code: string | undefined): Told {
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
      got: 'a part of them',
      fix: 'send them at once',
    })
    return { status: 408, problem }
  }
  const problem = new NearsameError('REQUEST_SYNTAX', {
    expected: 'a request of HTTP/1.1',
    got: 'something else',
    fix: 'speak plain HTTP/1.1 on this port, without TLS',
  })
  return { status: 400, problem }
}
