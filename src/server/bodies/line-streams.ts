/**
 * Line streams: NDJSON in, results out as they become known, at the pace of whoever is slower.
 *
 * Memory is bounded: so many documents and bytes in work, so many bytes of results that the client has not read. A
 * client that sends a long body before it reads anything is read until these are full, then it waits, and after the
 * limit for silence its connection ends. What was added by then stays.
 */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { registry } from '../../ground/errors/registry.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { inOrder } from '../../online/index/reading/in-order.ts'
import type { ServerContext } from '../state/server-context.ts'
import { type Item, inFlightOf } from './document-items.ts'
import { linesOf } from './ndjson-lines.ts'

const lineFeed = 10

/** How many streams are read now. */
export class StreamSlots {
  #taken = 0
  readonly #imports: number

  constructor(imports: number) {
    this.#imports = imports
  }

  /** @returns gives the place back; may be called twice. @throws NearsameError RATE_LIMIT */
  take(): () => void {
    if (this.#taken >= this.#imports) {
      throw new NearsameError('RATE_LIMIT', {
        expected: `at most ${this.#imports} NDJSON bodies at the same time, the limit \`imports\``,
        got: 'one more',
        fix: 'send it again when another one has ended',
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

/** Results of the lines of a body, in order, in batches that are not empty. */
export async function* lineResults<R>(
  payload: Readable,
  work: (item: Item) => Promise<R>,
  { limits, closing }: ServerContext,
): AsyncGenerator<R[], void> {
  const lines = linesOf(piecesOf(payload, limits.bodyTimeoutMs, closing), limits.lineBytes)
  yield* inOrder<Item, R>(lines, work, inFlightOf(limits))
}

/** Every result as a line. */
export async function* asLines<R>(results: AsyncIterable<readonly R[]>): AsyncGenerator<string, void> {
  for await (const batch of results) yield `${batch.map(value => toJson(value)).join('\n')}\n`
}

/**
 * Answers with a stream. Once it has begun, a fault can only cut it off: the client sees that its end is missing, the
 * log has the reason.
 */
export function sendStream(
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
  { limits, log, closing }: ServerContext,
  ended: () => void,
): FastifyReply {
  const stream = Readable.from(pieces, { objectMode: false, highWaterMark: limits.unreadBytes })
  stream.once('error', error => {
    const isFault = !isNearsameError(error) || registry[error.code].http >= 500
    if (!isFault) return
    const told = { err: error, requestId: reply.request.id }
    if (closing.aborted) log.info(told, 'a stream was cut off, as the server closes')
    else log.error(told, 'a stream was cut off')
  })
  stream.once('close', ended)
  // Whoever waits for the headers before sending more gets them now.
  setImmediate(() => {
    if (!reply.raw.headersSent && !stream.destroyed) reply.raw.flushHeaders()
  })
  return reply.send(stream)
}

/**
 * What arrives of a body, until the server closes. A line that has begun is to end in time, because a place among the
 * streams is kept for it; between two lines anybody may take a rest.
 */
async function* piecesOf(
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
  // The request is not destroyed with the iterator, because the answer goes out on the same connection.
  const pieces = payload.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const { value, done } = await Promise.race([pieces.next(), cut])
      if (done) return
      if (value.includes(lineFeed)) {
        clearTimeout(late)
        late = undefined
      }
      // Comes back when all of its lines are taken: what we take our time for is not the client's.
      yield value
      if (value.at(-1) !== lineFeed) late ??= setTimeout(() => reject(lineTooSlow(lineMs)), lineMs)
    }
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', abort)
  }
}

function lineTooSlow(bodyTimeoutMs: number): NearsameError {
  return new NearsameError('REQUEST_TIMEOUT', {
    expected: `each line within ${bodyTimeoutMs} ms, the limit \`bodyTimeoutMs\``,
    got: 'a part of one',
    fix: 'send lines as a whole; what has a result is durable',
  })
}

export function closingNow(): NearsameError {
  return new NearsameError('NOT_READY', {
    expected: 'a server that takes requests',
    got: 'one that is closing',
    fix: 'send the request again when it is back',
  })
}
