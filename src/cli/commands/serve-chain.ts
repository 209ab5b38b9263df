/** Serving a chain: the proxy, with its configuration and schema from files. */
import { readTextFile } from '../../files/io/text-file.ts'
import { openSolrProxy, type SolrProxy } from '../../solr/proxy/solr-proxy.ts'
import type { SolrProxyOptions } from '../../solr/proxy/upstream/proxy-options.ts'

/** Options of the proxy; `config` and `schema` are paths. A field given as undefined counts as not given. */
export type ServedChain = { readonly [K in keyof SolrProxyOptions]: SolrProxyOptions[K] | undefined } & {
  readonly config: string
  readonly forward: string
}

/** @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE, and as `openSolrProxy` */
export async function serveChain({ config, schema, ...given }: ServedChain): Promise<SolrProxy> {
  const texts = {
    config: await readTextFile(config),
    schema: schema === undefined ? undefined : await readTextFile(schema),
  }
  return openSolrProxy({ ...given, ...texts } as SolrProxyOptions)
}
