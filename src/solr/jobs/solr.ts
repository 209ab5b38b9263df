/** Solr for programs. Calling a function loads its work. */

import type { SolrProxy } from '../proxy/solr-proxy.ts'
import type { SolrProxyOptions } from '../proxy/upstream/proxy-options.ts'
import type { ChainReport, ChainRequest, ChainRunEvents } from './chain-request.ts'

/**
 * Solr's update chain on files.
 *
 * @throws NearsameError OPTION_VALUE, SOLR_CONFIG, SOLR_CHAIN, SOLR_UPDATE, SOLR_UNSAFE, those of files
 */
export async function chain(request: ChainRequest, events: ChainRunEvents): Promise<ChainReport> {
  const { runChain } = await import('./chain.ts')
  return runChain(request, events)
}

/**
 * Listens in front of a Solr, which need not be running yet.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE (also for a port in use), SOLR_CONFIG, SOLR_CHAIN, SOLR_UNSAFE
 */
export async function openSolrProxy(options: SolrProxyOptions): Promise<SolrProxy> {
  const { startSolrProxy } = await import('../proxy/solr-proxy.ts')
  return startSolrProxy(options)
}
