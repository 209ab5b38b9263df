/** Line exchange: sends values as NDJSON and reads their results from the same request, in order. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { reasonOf } from './answer-errors.ts'
import type { Connection, ServerCall } from './connection.ts'
import { OutgoingLines } from './outgoing-lines.ts'

/** Limit of values without a taken result; equal to the server's default for one body. */
const inFlight = 512

/**
 * One result for each value. If the values end with an error, sends those before it and yields their results first.
 *
 * @param taken the values, up to a signal
 * @throws as `Connection.stream`; SERVER_FAILED when the answer ends too early; what the values throw
 */
export async function* exchangeLines<R>(
  connection: Connection,
  request: Pick<ServerCall, 'path' | 'query' | 'signal'>,
  taken: (until: AbortSignal) => AsyncIterable<unknown>,
): AsyncGenerator<R> {
  request.signal?.throwIfAborted()
  const stop = new AbortController()
  const { signal } = request
  const until = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
  const outgoing = new OutgoingLines(taken(until), inFlight)
  try {
    const response = await connection.stream(
      {
        ...request,
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson', accept: 'application/x-ndjson' },
        signal: until,
      },
      outgoing.body,
    )
    let results = 0
    try {
      for await (const line of linesOf(response)) {
        results++
        yield fromJson(line) as R
        outgoing.taken()
      }
    } catch (cause) {
      signal?.throwIfAborted()
      throw cutOff(results, reasonOf(cause), cause)
    }
    if (results < outgoing.count) throw cutOff(results, 'the end')
    if (outgoing.failure !== undefined) throw outgoing.failure.error
  } finally {
    outgoing.end()
    stop.abort()
  }
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() as string
    yield* lines.filter(line => line !== '')
  }
  if (rest.trim() !== '') throw new Error('half a line')
}

function cutOff(results: number, got: string, cause?: unknown): NearsameError {
  return new NearsameError('SERVER_FAILED', {
    expected: 'a result for every line',
    got: `${results} results, then ${got}`,
    fix: 'send the rest again; a document with an id is never added twice',
    ...(cause !== undefined && { cause }),
  })
}
