/**
 * Line streams: NDJSON in, results out as they become known, at the pace of the slower side.
 *
 * Memory is bounded by limits on documents and bytes in progress and on unread results. When a client sends a long body
 * without reading, the server stops reading at these limits, and the idle timeout then ends the connection. Documents
 * added by then stay.
 */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { inOrder } from '../../online/index/reading/in-order.ts'
import type { ServerContext } from '../state/server-context.ts'
import { type Item, inFlightOf } from './document-items.ts'
import { linesOf } from './ndjson-lines.ts'

const lineFeed = 10

/** Limits how many streams are read at the same time; refuses further ones. */
export class StreamSlots {
  #taken = 0
  readonly #imports: number

  constructor(imports: number) {
    this.#imports = imports
  }

  /** @returns releases the place; safe to call twice. @throws NearsameError RATE_LIMIT */
  take(): () => void {
    if (this.#taken >= this.#imports) {
      throw new NearsameError('RATE_LIMIT', {
        expected: `at most ${this.#imports} NDJSON bodies at the same time, the limit \`imports\``,
        got: 'one more',
        fix: 'send it again after another one has ended',
      })
    }
    this.#taken++
    let isTaken = true
    return () => {
      if (isTaken) this.#taken--
      isTaken = false
    }
  }
}

/** Results for the lines of a body, in order, in non-empty batches. */
export async function* lineResults<R>(
  payload: Readable,
  work: (item: Item) => Promise<R>,
  { limits, closing }: ServerContext,
): AsyncGenerator<R[], void> {
  const lines = linesOf(bodyPieces(payload, limits.bodyTimeoutMs, closing), limits.lineBytes)
  yield* inOrder<Item, R>(lines, work, inFlightOf(limits))
}

/** Writes each result as a line. */
export async function* asLines<R>(results: AsyncIterable<readonly R[]>): AsyncGenerator<string, void> {
  for await (const batch of results) yield `${batch.map(value => toJson(value)).join('\n')}\n`
}

/**
 * Answers with a stream. An error after its start can only truncate it: the client sees no end, the log has the
 * reason.
 */
export function sendStream(
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
  { limits, log, closing }: ServerContext,
  ended: () => void,
): FastifyReply {
  const stream = Readable.from(pieces, { objectMode: false, highWaterMark: limits.unreadBytes })
  stream.once('error', error => {
    const isFault = !isNearsameError(error) || error.httpStatus >= 500
    if (!isFault) return
    const told = { err: error, requestId: reply.request.id }
    if (closing.aborted) log.info(told, 'a stream was cut off because the server is closing')
    else log.error(told, 'a stream was cut off')
  })
  stream.once('close', ended)
  // Some clients wait for the headers before they send more.
  setImmediate(() => {
    if (!reply.raw.headersSent && !stream.destroyed) reply.raw.flushHeaders()
  })
  return reply.send(stream)
}

/**
 * The pieces of a body as they arrive, until the server closes. A started line must end in time, because its stream
 * takes one of a limited number of places; between two lines the client may pause.
 */
export async function* bodyPieces(
  payload: Readable,
  lineMs: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const { promise: cut, reject } = Promise.withResolvers<never>()
  const abort = () => reject(closingNow())
  let late: NodeJS.Timeout | undefined
  cut.catch(() => {})
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  // The request must outlive the iterator: the answer goes out on the same connection.
  const pieces = payload.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const { value, done } = await Promise.race([pieces.next(), cut])
      if (done) return
      if (value.includes(lineFeed)) {
        clearTimeout(late)
        late = undefined
      }
      // Resumes after all lines of the piece are taken, so our own processing time does not count against the client.
      yield value
      if (value.at(-1) !== lineFeed) late ??= setTimeout(() => reject(lineTooSlow(lineMs)), lineMs)
    }
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', abort)
  }
}

/**
 * The pieces of a body, whose client the server waits for only while it has none of them.
 *
 * @param wait told whether the client is waited for
 * @param count gets the bytes of each piece, and may refuse them
 */
export async function* waitingFor(
  pieces: AsyncGenerator<Buffer, void>,
  wait: (isWaiting: boolean) => void,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      wait(true)
      const { value, done } = await pieces.next()
      wait(false)
      if (done || value === undefined) return
      count(value.length)
      yield value
    }
  } finally {
    await pieces.return()
  }
}

function lineTooSlow(bodyTimeoutMs: number): NearsameError {
  return new NearsameError('REQUEST_TIMEOUT', {
    expected: `each line within ${bodyTimeoutMs} ms, the limit \`bodyTimeoutMs\``,
    got: 'only a part of one',
    fix: 'send whole lines; documents with a result are durable',
  })
}

export function closingNow(): NearsameError {
  return new NearsameError('NOT_READY', {
    expected: 'a server that accepts requests',
    got: 'one that is closing',
    fix: 'send the request again after it has restarted',
  })
}
