/** A server in memory for one test, with a function that sends requests. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { openServer } from '../../src/server/server.ts'
import type { ServerOptions } from '../../src/server/server-options.ts'
import type { NearsameServer } from '../../src/server/start-server.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { type MemoryCatalogue, memoryCatalogue } from './memory-catalogue.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The text as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers without types
  readonly body: any
}

export interface Asked {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Default: `application/json`. */
  readonly type?: string
}

export interface World {
  readonly server: NearsameServer
  readonly catalogue: MemoryCatalogue
  readonly url: string
  ask(method: string, path: string, asked?: Asked): Promise<Answer>
}

export interface RunWorld extends World {
  readonly runs: string
}

/** Opens a server; closes it after the tests of the file. */
export async function openWorld(options: Partial<ServerOptions> = {}): Promise<World> {
  const catalogue = memoryCatalogue(options.now)
  const server = await openServer({ catalogue, ...options })
  await server.ready
  after(() => server.close())
  const { url } = server
  return { server, catalogue, url, ask: (method, path, asked) => ask(url + path, method, asked) }
}

/** The same with a place for uploads and runs. */
export async function openRunWorld(options: Partial<ServerOptions> = {}): Promise<RunWorld> {
  const runs = temporaryFolder()
  return { ...(await openWorld({ ...options, runs })), runs }
}

export async function ask(
  url: string,
  method: string,
  { body, headers, type }: Asked = {},
): Promise<Answer> {
  const sent =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array
      ? body
      : JSON.stringify(body)
  const response = await fetch(url, {
    method,
    ...(sent !== undefined && { body: sent as string }),
    headers: { ...(sent !== undefined && { 'content-type': type ?? 'application/json' }), ...headers },
  })
  const text = await response.text()
  const isJson = /^application\/(problem\+)?json(?:;|$)/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  }
}

/** Asserts a problem with this status and code. @returns its detail */
export function problem({ status, headers, body }: Answer, code: string, expected: number): string {
  assert.equal(`${status} ${body?.code}`, `${expected} ${code}`)
  assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8')
  assert.equal(body.status, status)
  assert.equal(body.instance, headers.get('x-request-id'))
  assert(!/\n {4}at /.test(body.detail), 'no stack')
  return body.detail
}

export const fox =
  'The quick brown fox jumps over the lazy dog and then runs away from the wolf in the dark forest'

/** A different text for each number. */
export function textOf(number: number): string {
  let seed = number * 2_654_435_761 + 1
  const words = Array.from({ length: 40 }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return `w${seed % 5_000}`
  })
  return words.join(' ')
}

export function lines(documents: readonly unknown[]): string {
  return documents
    .map(document => (typeof document === 'string' ? document : JSON.stringify(document)))
    .join('\n')
}
