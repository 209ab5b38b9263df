/** Requests to a Solr, or to a proxy before it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The configuration with the chains, and the schema of all cores. */
export const config = readFileSync(join(import.meta.dirname, 'home/conf/solrconfig.xml'), 'utf8')
export const schema = readFileSync(join(import.meta.dirname, 'home/conf/schema.xml'), 'utf8')

export interface Reply {
  readonly status: number
  readonly text: string
  readonly type: string
}

const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'text/xml',
  csv: 'text/csv',
}

/** Sends a body in a format; a query if there is none. */
export async function send(url: string, body?: unknown, format = 'json'): Promise<Reply> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(url, {
    ...(text !== undefined && {
      method: 'POST',
      body: text,
      headers: { 'content-type': types[format] ?? format },
    }),
  })
  return {
    status: response.status,
    text: await response.text(),
    type: response.headers.get('content-type') ?? '',
  }
}

/** Code and message of Solr's error. */
export function errorOf({ text }: Reply): { code: number; msg: string } {
  const { code, msg } = JSON.parse(text).error
  return { code, msg }
}

export type Found = Readonly<Record<string, unknown>>

/** All visible documents of a core, by id. */
export async function documentsIn(core: string): Promise<Found[]> {
  const query = new URLSearchParams({ q: '*:*', rows: '1000', sort: 'id asc', fl: '*', wt: 'json' })
  const { text } = await send(`${core}/select?${query}`)
  const documents: Record<string, unknown>[] = JSON.parse(text).response.docs
  return documents.map(({ _version_, ...rest }) => rest)
}

export async function idsIn(core: string): Promise<unknown[]> {
  return (await documentsIn(core)).map(({ id }) => id)
}

export async function wipe(core: string): Promise<void> {
  const { status } = await send(`${core}/update?commit=true`, { delete: { query: '*:*' } })
  assert.equal(status, 200)
}

export async function commit(core: string): Promise<void> {
  assert.equal((await send(`${core}/update?commit=true`, {})).status, 200)
}
