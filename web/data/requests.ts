/** Requests to the server that this page comes from, with the key of the session if there is one. */
import { fromJson, toJson } from '../../src/ground/json/exact-json.ts'
import type { Page } from '../../src/online/index/documents/index-types.ts'

/** A refusal by the server, or a connection that failed (`code` is then `OFFLINE`). */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly fix: string

  constructor(status: number, problem: { code?: string; detail?: string; title?: string; fix?: string }) {
    super(problem.detail ?? problem.title ?? `the server answered ${status}`)
    this.status = status
    this.code = problem.code ?? ''
    this.fix = problem.fix ?? ''
  }
}

const keyPlace = 'nearsame.key'

export const session = {
  get key(): string | null {
    return sessionStorage.getItem(keyPlace)
  },
  set key(value: string | null) {
    if (value === null) sessionStorage.removeItem(keyPlace)
    else sessionStorage.setItem(keyPlace, value)
  },
}

/** Forgets the key; the page then asks for one. */
export function signOut(): void {
  session.key = null
  location.reload()
}

export interface Call {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Sent as JSON; a Blob as it is. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

export function urlOf(path: string, query: Call['query'] = {}): string {
  const named = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const text = String(new URLSearchParams(named))
  return text === '' ? path : `${path}?${text}`
}

/** @throws Refused; the reason of the signal */
export async function send(path: string, call: Call = {}): Promise<Response> {
  const { method = 'GET', query, body, signal } = call
  const headers: Record<string, string> = {}
  if (session.key !== null) headers.authorization = `Bearer ${session.key}`
  const isBlob = body instanceof Blob
  if (body !== undefined) headers['content-type'] = isBlob ? 'application/octet-stream' : 'application/json'
  const payload = body === undefined ? null : isBlob ? body : toJson(body)
  let response: Response
  try {
    response = await fetch(urlOf(path, query), { method, headers, body: payload, signal: signal ?? null })
  } catch (error) {
    signal?.throwIfAborted()
    throw new Refused(0, {
      code: 'OFFLINE',
      detail: `the server cannot be reached (${error instanceof Error ? error.message : error})`,
      fix: 'check that it runs, then try again',
    })
  }
  if (response.ok) return response
  throw new Refused(response.status, await problemIn(response))
}

async function problemIn(response: Response): Promise<object> {
  try {
    return (await response.json()) as object
  } catch {
    return { detail: `the server answered ${response.status} ${response.statusText}` }
  }
}

/** The JSON of an answer, ids with all their digits. @throws Refused */
export async function ask<T>(path: string, call: Call = {}): Promise<T> {
  const text = await (await send(path, call)).text()
  return (text === '' ? undefined : fromJson(text)) as T
}

/** The items of all pages of a list. */
export async function askAll<T>(path: string, call: Call = {}): Promise<T[]> {
  const items: T[] = []
  let after: string | undefined
  do {
    const page: Page<T> = await ask(path, { ...call, query: { limit: 10_000, ...call.query, after } })
    for (const item of page.items) items.push(item)
    after = page.next ?? undefined
  } while (after !== undefined)
  return items
}

export const collectionPath = (name: string) => `/v1/collections/${encodeURIComponent(name)}`
