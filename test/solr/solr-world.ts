/** Shared by the tests with a real Solr: one Solr and proxies before it. Importing it starts the Solr. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { openSolrProxy } from '../../src/solr/jobs/solr.ts'
import type { SolrProxy } from '../../src/solr/proxy/solr-proxy.ts'
import type { SolrProxyOptions } from '../../src/solr/proxy/upstream/proxy-options.ts'
import { randomConfig } from './random-chains.ts'
import { config } from './solr-requests.ts'
import { type RunningServer, solrSkip, startSolr } from './start-solr.ts'

const skip = solrSkip()
let running: RunningServer | undefined
/** Why there is no Solr despite Java and Maven: usually, there is no network for the first download. */
let problem = ''
const proxies: SolrProxy[] = []

before(async () => {
  if (skip) return
  try {
    const cores = ['dedupe', 'second', 'direct', 'roots', 'paths', 'random']
    running = await startSolr({ cores, configs: { random: randomConfig } })
  } catch (error) {
    if (process.env.NEARSAME_REQUIRE === 'all') throw error
    problem = `no Solr: ${error instanceof Error ? error.message : error}`
  }
})

after(async () => {
  await Promise.all(proxies.map(proxy => proxy.close()))
  await running?.stop()
})

/** A test with a Solr, skipped if there is none. */
export function solrTest(name: string, run: (context: TestContext) => Promise<void>): void {
  test(name, { skip }, async context => {
    if (problem !== '') context.skip(problem)
    else await run(context)
  })
}

export function solr(): RunningServer {
  assert(running !== undefined)
  return running
}

/** URL of a core. `direct` runs the chains itself, the others are behind proxies. */
export function coreUrl(core: 'dedupe' | 'second' | 'direct' | 'roots' | 'paths' | 'random'): string {
  return `${solr().url}/${core}`
}

/** A proxy before `dedupe`, closed after the tests. */
export async function openProxy(options: Partial<SolrProxyOptions> = {}): Promise<SolrProxy> {
  const proxy = await openSolrProxy({ config, forward: coreUrl('dedupe'), closeGraceMs: 500, ...options })
  proxies.push(proxy)
  return proxy
}
