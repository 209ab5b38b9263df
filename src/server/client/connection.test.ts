/** Retries of a connection: their pauses, when it does not retry, and what ends it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { type ClientOptions, resolveClientOptions } from './client-options.ts'
import { Connection, type ServerCall } from './connection.ts'

const asked: ServerCall = { path: '/healthz' }

/** A connection to a server that answers with `attempt`, and its pauses. */
function connected(
  attempt: (place: number) => Response,
  options: Omit<ClientOptions, 'url' | 'fetch'> = {},
) {
  let attempts = 0
  const pauses: number[] = []
  const given = { url: 'http://localhost', fetch: async () => attempt(attempts++), ...options }
  const connection = new Connection(resolveClientOptions(given), async ms => {
    pauses.push(ms)
  })
  return { connection, pauses, attempts: () => attempts }
}

function away(): never {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
}

function busy(retryAfter: string): Response {
  return new Response('busy', { status: 503, headers: { 'retry-after': retryAfter } })
}

async function codeOf(asking: Promise<unknown>): Promise<string> {
  return asking.then(
    () => 'answered',
    error => (isNearsameError(error) ? error.code : String(error)),
  )
}

test('pauses double, have random jitter, and together last as long as a restart', async () => {
  const { connection, pauses, attempts } = connected(away)
  assert.equal(await codeOf(connection.send(asked)), 'SERVER_FAILED')
  assert.equal(attempts(), 8)
  const least = [100, 200, 400, 800, 1600, 3200, 6400]
  assert.equal(pauses.length, least.length)
  for (const [i, ms] of pauses.entries()) assert(ms >= least[i] && ms <= 2 * least[i], `${ms}`)
  const sum = pauses.reduce((all, ms) => all + ms)
  assert(sum >= 12_700 && sum <= 25_400, `${sum}`)
  // Jitter: two clients wait differently.
  const other = connected(away)
  await codeOf(other.connection.send(asked))
  assert.notDeepEqual(other.pauses, pauses)
})

test('pauses stop growing, however many there are', async () => {
  const { connection, pauses } = connected(away, { retries: 100 })
  await codeOf(connection.send(asked))
  assert.equal(pauses.length, 100)
  assert(pauses.slice(6).every(ms => ms >= 6_400 && ms <= 12_800))
})

test('an answer ends the retries', async () => {
  const { connection, pauses } = connected(place => (place < 5 ? away() : new Response('there')))
  assert.equal((await connection.send(asked)).text, 'there')
  assert.equal(pauses.length, 5)
})

test('a pause is at least Retry-After, in seconds or as a date, unless that is too long', async () => {
  const pausesAfter = async (header: string) => {
    const { connection, pauses } = connected(() => busy(header), { retries: 1 })
    await codeOf(connection.send(asked))
    return pauses
  }
  const [seconds, ...none] = await pausesAfter('3')
  assert(seconds >= 3000 && seconds <= 3100 && none.length === 0, `${seconds}`)
  const [date] = await pausesAfter(new Date(Date.now() + 20_000).toUTCString())
  assert(date > 15_000 && date <= 20_100, `${date}`)
  const [past] = await pausesAfter(new Date(0).toUTCString())
  assert(past >= 100 && past <= 200, `${past}`)
  assert.deepEqual(await pausesAfter('31'), [])
})

test('a request that is not idempotent is sent once', async () => {
  const { connection, attempts } = connected(away)
  assert.equal(await codeOf(connection.send({ ...asked, isSafe: false })), 'SERVER_FAILED')
  assert.equal(attempts(), 1)
})

test('aborting a call ends its pause', async () => {
  const stop = new AbortController()
  const fetch = async () => busy('20')
  const connection = new Connection(resolveClientOptions({ url: 'http://localhost', fetch }))
  const asking = connection.send({ ...asked, signal: stop.signal })
  setTimeout(() => stop.abort(new Error('given up')), 20)
  await assert.rejects(asking, /given up/)
})
