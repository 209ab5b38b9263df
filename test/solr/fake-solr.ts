/** A Solr under the control of a test, for faults that a real one does not show on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { openSolrProxy } from '../../src/solr/jobs/solr.ts'
import type { SolrProxy } from '../../src/solr/proxy/solr-proxy.ts'
import type { SolrProxyOptions } from '../../src/solr/proxy/upstream/proxy-options.ts'

export const config = `<config>
  <updateRequestProcessorChain name="md5">
    <processor class="solr.processor.SignatureUpdateProcessorFactory">
      <str name="signatureField">sig</str>
      <str name="fields">text</str>
      <str name="signatureClass">solr.MD5Signature</str>
    </processor>
    <processor class="solr.RunUpdateProcessorFactory"/>
  </updateRequestProcessorChain>
</config>`

export const good = '{"responseHeader":{"status":0,"QTime":1}}'

export interface FakeSolr {
  readonly origin: string
  /** Method, path and body of every request, as received. */
  readonly log: { method: string; url: string; body: string; headers: IncomingMessage['headers'] }[]
  close(): void
}

/** Answers a request; by default with success. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void

/**
 * @param realTimeGet answers a query for stored documents; by default every document that was sent is stored
 */
export async function fakeSolr(
  behave: Behaviour = (_request, response) => response.end(good),
  realTimeGet?: Behaviour,
): Promise<FakeSolr> {
  const log: FakeSolr['log'] = []
  const stored: Behaviour = (_request, response, body) => {
    const ids = new URLSearchParams(body).getAll('id')
    response.end(JSON.stringify({ response: { docs: ids.flatMap(id => sentDocument(log, id) ?? []) } }))
  }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces).toString()
    response.setHeader('content-type', 'application/json;charset=utf-8')
    // The schema has no children; the proxy asks once, at some time.
    if (request.url?.includes('/schema/fields/')) {
      response.writeHead(404).end('{}')
      return
    }
    log.push({ method: request.method ?? '', url: request.url ?? '', body, headers: request.headers })
    const answer = request.url?.endsWith('/get') ? (realTimeGet ?? stored) : behave
    answer(request, response, body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  after(close)
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, log, close }
}

/** The last document with an id in the logged updates, with a version. */
function sentDocument(log: FakeSolr['log'], id: string): object | undefined {
  const found = log
    .flatMap(({ body }) => body.match(/\{"id":[^{}]*\}/g) ?? [])
    .map(text => JSON.parse(text))
  const at = found.findLastIndex(document => String(document.id) === id)
  return at < 0 ? undefined : { ...found[at], _version_: 100 + at }
}

/** A proxy before it, closed after the tests. */
export async function proxyBefore(
  solr: FakeSolr,
  options: Partial<SolrProxyOptions> = {},
): Promise<SolrProxy> {
  const forward = `${solr.origin}/solr/dedupe`
  const proxy = await openSolrProxy({ config, forward, uniqueKey: 'id', closeGraceMs: 100, ...options })
  after(() => proxy.close())
  return proxy
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly json: { responseHeader?: { status: number }; error?: { msg: string; code: number } }
}

export async function send(
  url: string,
  body: RequestInit['body'],
  headers: Record<string, string> = {},
): Promise<Reply> {
  const init = {
    method: 'POST',
    body: body ?? null,
    headers: { 'content-type': 'application/json', ...headers },
  }
  const response = await fetch(url, { ...init, duplex: 'half' } as RequestInit)
  return { status: response.status, headers: response.headers, json: JSON.parse(await response.text()) }
}
