/** A connection lost during a commit: the write exists once, whether the commit or its answer was lost. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
// The package has no types.
// @ts-expect-error
import pg from 'pg'
import type { PostgresPool, PostgresQuery } from '../../src/online/database/postgres-client.ts'
import { openPostgresCatalogue } from '../../src/online/postgres/open-catalogue.ts'
import type { Catalogue } from '../../src/online/store/catalogue.ts'
import { oneMore, sqlHeader } from './collection-changes.ts'
import type { RunningServer } from './private-server.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'
import { problemsOf } from './store-problems.ts'

/** Fate of the next commit: its answer is lost, or the commit itself. */
type Fate = 'kept' | 'answer lost' | 'commit lost'

interface Faults {
  next: Fate
}

/** A pool whose connections fail at a commit as `faults` says. */
function faultyPostgres(url: string, faults: Faults): PostgresPool & { end(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url })
  pool.on('error', () => {})
  return {
    async connect() {
      const client = await pool.connect()
      return {
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
        release: destroy => client.release(destroy),
        query: async (query: PostgresQuery) => {
          const run = () => client.query(query)
          return query.text.endsWith('COMMIT') ? withFault(faults, run) : run()
        },
      }
    },
    end: () => pool.end(),
  }
}

async function withFault<T>(faults: Faults, run: () => Promise<T>): Promise<T> {
  const fate = faults.next
  faults.next = 'kept'
  if (fate === 'commit lost') throw new Error('the connection is lost before the commit')
  const result = await run()
  if (fate === 'answer lost') throw new Error('the connection is lost after the commit')
  return result
}

describe(`a commit of unknown outcome in PostgreSQL`, { skip: postgresSkip() }, () => {
  const faults: Faults = { next: 'kept' }
  let server: RunningServer
  let pool: { end(): Promise<void> }
  let catalogue: Catalogue
  before(async () => {
    server = await startPostgres()
    const own = faultyPostgres(server.url, faults)
    pool = own
    catalogue = await openPostgresCatalogue({ pool: own })
  })
  after(async () => {
    await catalogue?.close()
    await pool?.end()
    await server?.stop()
  })

  for (const [fate, runs] of [
    ['answer lost', 1],
    ['commit lost', 2],
  ] as const) {
    test(`${fate}: the work runs ${runs === 1 ? 'once' : 'again'}, and the document exists once`, async () => {
      const store = catalogue.store(fate.replace(' ', '-'))
      await store.open(sqlHeader)
      await store.write(writer => writer.apply(oneMore(1, 1)))
      let works = 0
      faults.next = fate
      const result = await store.write(async writer => {
        works++
        const { document, cluster } = await writer.counters()
        await writer.apply(oneMore(document, cluster, '"x"'))
        return document
      })
      assert.equal(result, 2)
      assert.equal(works, runs)
      assert.deepEqual(await store.list(0, 10), [1, 2])
      assert.deepEqual(await store.numbersOf(['"x"']), [2])
      assert.deepEqual(await problemsOf(store), [])
      await store.close()
    })

    test(`${fate}, with another writer after it: its own note decides`, async () => {
      const name = `${fate.replace(' ', '-')}-two`
      const [store, other] = [catalogue.store(name), catalogue.store(name)]
      await store.open(sqlHeader)
      await other.open(sqlHeader)
      faults.next = fate
      const add = (name: string) => async (writer: Parameters<Parameters<typeof store.write>[0]>[0]) => {
        const { document, cluster } = await writer.counters()
        await writer.apply(oneMore(document, cluster, name))
      }
      await Promise.all([store.write(add('"a"')), other.write(add('"b"'))])
      const numbers = await store.numbersOf(['"a"', '"b"'])
      assert.deepEqual([...numbers].sort(), [1, 2])
      assert.deepEqual(await store.list(0, 10), [1, 2])
      assert.deepEqual(await problemsOf(store), [])
      await store.close()
      await other.close()
    })
  }
})
