/** What the tests with a real Solr share: one Solr, proxies before it, and ways to talk to both. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import type { SolrProxyOptions } from '../../src/server/proxy-options.ts'
import { openSolrProxy, type SolrProxy } from '../../src/server/solr-proxy.ts'
import { type RunningSolr, solrSkip, startSolr } from './start-solr.ts'

/** The configuration with the chains, and the schema of all cores. */
export const config = readFileSync(join(import.meta.dirname, 'home/conf/solrconfig.xml'), 'utf8')
export const schema = readFileSync(join(import.meta.dirname, 'home/conf/schema.xml'), 'utf8')

const skip = solrSkip()
let running: RunningSolr | undefined
/** Why there is no Solr although there are Java and Maven: most often there is no network for the first download. */
let problem = ''
const proxies: SolrProxy[] = []

before(async () => {
  if (skip) return
  try {
    running = await startSolr({ cores: ['dedupe', 'second', 'direct'] })
  } catch (error) {
    if (process.env.NEARSAME_REQUIRE === 'all') throw error
    problem = `no Solr: ${error instanceof Error ? error.message : error}`
  }
})

after(async () => {
  await Promise.all(proxies.map(proxy => proxy.close()))
  await running?.stop()
})

/** A test with a Solr, skipped where there can be none. */
export function solrTest(name: string, run: (context: TestContext) => Promise<void>): void {
  test(name, { skip }, async context => {
    if (problem !== '') context.skip(problem)
    else await run(context)
  })
}

export function solr(): RunningSolr {
  assert(running !== undefined)
  return running
}

/** URL of a core. `dedupe` and `second` are behind proxies, `direct` runs the chains itself. */
export function coreUrl(core: 'dedupe' | 'second' | 'direct'): string {
  return `${solr().url}/${core}`
}

/** A proxy before `dedupe`, closed after the tests. */
export async function openProxy(options: Partial<SolrProxyOptions> = {}): Promise<SolrProxy> {
  const proxy = await openSolrProxy({ config, forward: coreUrl('dedupe'), closeGraceMs: 500, ...options })
  proxies.push(proxy)
  return proxy
}

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

/** Sends a body of a format, or asks when there is none. */
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

/** Code and message of an error of Solr's. */
export function errorOf({ text }: Reply): { code: number; msg: string } {
  const { code, msg } = JSON.parse(text).error
  return { code, msg }
}

export type Found = Readonly<Record<string, unknown>>

/** All that a core holds and shows, by id. */
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
