/** Answers to what is no HTTP, for which there is no request yet: written to the connection as it is. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { NearsameError } from '../errors/nearsame-error.ts'
import { toJson } from './bodies/answer-json.ts'
import { problemOf, problemType } from './problem.ts'

export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, problem } = told(error.code)
  const body = toJson({ ...problemOf(problem, ''), status })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function told(code: string | undefined): { status: number; problem: NearsameError } {
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
