/** The server for programs. Opening a server loads its framework. */
import type { ServerOptions } from './server-options.ts'
import type { NearsameServer } from './start-server.ts'

/**
 * Opens a server, which listens at once while it opens the collections of the catalogue.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE (also for a port in use, or an address that other machines can
 * reach without API keys), SOLR_CONFIG
 */
export async function openServer(given: ServerOptions): Promise<NearsameServer> {
  const { startServer } = await import('./start-server.ts')
  return startServer(given)
}
