/** Bodies: reads JSON as a whole, within limits on bytes and time; leaves streams to their routes. */

import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../ground/json/field.ts'
import { bodyTooLong } from '../rules/problem.ts'
import type { ServerLimits } from '../rules/server-limits.ts'
import type { App } from '../state/server-context.ts'
import { parseJson } from './json-body.ts'

/** Media types with one JSON value per line. */
const ndjsonTypes = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
]

/** How long to read the rest of an oversized body. */
const drainMs = 1_000

/** Routes read JSON only, unless they declare another type. */
export function addJsonBodies(app: App, limits: ServerLimits): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    // No route, so no one reads the body.
    if (request.is404) return payload.resume() && undefined
    checkEncoding(request.headers)
    // The length is known to be a number: Node refuses any other.
    if (Number(request.headers['content-length']) > limits.bodyBytes) throw bodyTooLong(limits.bodyBytes)
    const bytes = await readBody(payload, limits)
    if (request.headers['idempotency-key'] !== undefined) {
      request.bodyDigest = createHash('sha256').update(bytes).digest('base64')
    }
    return bytes.length === 0 ? undefined : parseJson(bytes, limits)
  })
}

/** Routes in this scope get a body of lines as a stream. */
export function addLineBodies(app: App): void {
  app.addContentTypeParser(ndjsonTypes, async (request: FastifyRequest, payload: Readable) => {
    checkEncoding(request.headers)
    return payload
  })
}

/** Routes in this scope get the bytes of a file as a stream; JSON is no file unless it is sent as one. */
export function addFileBodies(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/octet-stream',
    async (request: FastifyRequest, payload: Readable) => {
      checkEncoding(request.headers)
      return payload
    },
  )
}

/** @throws NearsameError CONTENT_TYPE for a compressed body, by either of the two headers */
function checkEncoding(headers: IncomingHttpHeaders): void {
  const plain = { 'Content-Encoding': 'identity', 'Transfer-Encoding': 'chunked' }
  for (const [name, only] of Object.entries(plain)) {
    const encoding = String(ownValue(headers, name.toLowerCase()) ?? only)
    if (encoding.toLowerCase() === only) continue
    throw new NearsameError('CONTENT_TYPE', {
      expected: 'an uncompressed body',
      got: `${name}: ${encoding.slice(0, 80)}`,
      fix: `send the body as it is, without ${name}`,
    })
  }
}

/**
 * The bytes of a body, whose Content-Length, if it has one, is within the limit. Discards the rest of an oversized one
 * for a moment, because a client cut off while sending never reads the answer that says why.
 *
 * @throws NearsameError REQUEST_TOO_LARGE, REQUEST_TIMEOUT
 */
function readBody(payload: Readable, limits: ServerLimits): Promise<Buffer> {
  const { bodyBytes, bodyTimeoutMs } = limits
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const pieces: Buffer[] = []
  let length = 0
  let timer = setTimeout(() => reject(tooSlow(bodyTimeoutMs)), bodyTimeoutMs)
  const refuse = () => reject(bodyTooLong(bodyBytes))
  payload.on('data', (piece: Buffer) => {
    const wasTooLong = length > bodyBytes
    length += piece.length
    if (length <= bodyBytes) pieces.push(piece)
    else if (!wasTooLong) {
      clearTimeout(timer)
      timer = setTimeout(refuse, drainMs)
    }
  })
  payload.once('end', () => {
    if (length > bodyBytes) refuse()
    else resolve(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
  })
  const cut = () => reject(bodyCut('the end of the connection'))
  payload.once('error', error => {
    // The client disconnected, or the closing server cut it off: not our fault.
    if ('code' in error && error.code === 'ECONNRESET') cut()
    else reject(error)
  })
  payload.once('close', () => {
    if (!payload.readableEnded) cut()
  })
  const settle = () => clearTimeout(timer)
  promise.then(settle, settle)
  return promise
}

/** @param instead what followed in place of the rest */
export function bodyCut(instead: string): NearsameError {
  return new NearsameError('REQUEST_SYNTAX', {
    expected: 'a whole body',
    got: `a part of it, then ${instead}`,
    fix: 'send it again',
  })
}

export function bodyMissing(expected: string, fix: string): NearsameError {
  return new NearsameError('REQUEST_SYNTAX', { expected, got: 'no body', fix })
}

function tooSlow(bodyTimeoutMs: number): NearsameError {
  return new NearsameError('REQUEST_TIMEOUT', {
    expected: `the body within ${bodyTimeoutMs} ms, the limit \`bodyTimeoutMs\``,
    got: 'only a part of it',
    fix: 'send it faster, or in several requests',
  })
}
