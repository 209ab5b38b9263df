/** The contract of stores on private servers of PostgreSQL and MariaDB. */
import { describe } from 'node:test'
import { storeContract } from '../conformance/store-contract.ts'
import { sqlServers } from './sql-servers.ts'

for (const kind of sqlServers) {
  describe(`a store in ${kind.name}`, { skip: kind.skip }, () => {
    storeContract(
      kind.name,
      async () => {
        const server = await kind.start()
        const catalogue = await kind.open(server.url)
        return {
          store: collection => catalogue.store(collection),
          end: async () => {
            await catalogue.close()
            await server.stop()
          },
        }
      },
      { isShared: true, isKept: true },
    )
  })
}
