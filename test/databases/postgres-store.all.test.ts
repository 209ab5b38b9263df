/** The contract of stores on a private PostgreSQL. */
import { describe } from 'node:test'
import { openPostgresCatalogue } from '../../src/online/postgres/open-catalogue.ts'
import { storeContract } from '../conformance/store-contract.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'

describe(`a store in PostgreSQL`, { skip: postgresSkip() }, () => {
  storeContract(
    'PostgreSQL',
    async () => {
      const server = await startPostgres()
      const catalogue = await openPostgresCatalogue({ url: server.url })
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
