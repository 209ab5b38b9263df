/**
 * Connections of word tables that the server ends while they are lent: calls fail, calls after them work, and no event
 * is without a listener, which would end the process.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pooledDriver, type SqlConnection } from '../../src/online/database/client.ts'
import { SqlDatabase } from '../../src/online/database/database.ts'
import { mariadbClient } from '../../src/online/database/mariadb-client.ts'
import { postgresClient } from '../../src/online/database/postgres-client.ts'
import { openPostgresWordTables } from '../../src/online/word-tables/postgres-word-tables.ts'
import { inTransaction } from '../../src/online/word-tables/word-transactions.ts'
import type { RunningServer } from './private-server.ts'
import { mariadbSkip, startMariadb } from './start-mariadb.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'

const databases = [
  {
    name: 'PostgreSQL',
    skip: postgresSkip(),
    start: startPostgres,
    open: (url: string) => pooledDriver(postgresClient, { url }),
    identify: 'SELECT pg_backend_pid() AS id',
    end: (id: number) => `SELECT pg_terminate_backend(${id})`,
    wait: 'SELECT pg_sleep(30)',
  },
  {
    name: 'MariaDB',
    skip: mariadbSkip(),
    start: startMariadb,
    open: (url: string) => pooledDriver(mariadbClient, { url }),
    identify: 'SELECT CONNECTION_ID() AS id',
    end: (id: number) => `KILL ${id}`,
    wait: 'SELECT SLEEP(30)',
  },
]

/** Until the client has been told. */
const toldMs = 300

describe('word tables in PostgreSQL', { skip: postgresSkip() }, () => {
  test('without a schema to make them in are refused as such, not as tables that are gone', async () => {
    const server = await startPostgres()
    try {
      const url = `${server.url}?options=-c%20search_path%3D`
      await assert.rejects(openPostgresWordTables({ url }), {
        code: 'STORE_UNAVAILABLE',
        message: /got no schema has been selected to create in\. To fix: check that it runs/,
      })
    } finally {
      await server.stop()
    }
  })
})

for (const { name, skip, start, open, identify, end, wait } of databases) {
  describe(`lost connections of word tables in ${name}`, { skip }, () => {
    let server: RunningServer
    let database: SqlDatabase
    const unheard: unknown[] = []
    const hear = (error: unknown): void => void unheard.push(error)
    before(async () => {
      process.on('uncaughtExceptionMonitor', hear)
      server = await start()
      database = new SqlDatabase(await open(server.url))
    })
    after(async () => {
      await database?.driver.end()
      await server?.stop()
      process.removeListener('uncaughtExceptionMonitor', hear)
    })
    afterEach(() => assert.deepEqual(unheard.splice(0), []))
    const idOf = async (connection: SqlConnection) => Number((await connection.rows(identify, []))[0][0])
    const endConnection = async (id: number) => {
      await database.lend(other => other.script([end(id)]))
      await sleep(toldMs)
    }
    /** That calls work, on other connections than the one that was lost. */
    const goesOn = async (lost: number) => {
      const ids = await Promise.all([1, 2].map(() => database.lend(idOf)))
      assert(ids.every(id => id > 0 && id !== lost))
    }
    const unavailable = {
      code: 'STORE_UNAVAILABLE',
      message: new RegExp(`^STORE_UNAVAILABLE: expected ${name} to answer and run every statement, got .*`),
    }

    test('one that is ended during a statement is told by that statement', async () => {
      let lost = 0
      const work = database.lend(connection =>
        inTransaction(connection, ['START TRANSACTION'], async () => {
          lost = await idOf(connection)
          const [waited] = await Promise.allSettled([
            connection.rows(wait, []),
            sleep(toldMs).then(() => endConnection(lost)),
          ])
          assert.equal(waited.status, 'rejected')
          throw waited.reason
        }),
      )
      await assert.rejects(work, unavailable)
      await goesOn(lost)
    })

    test('one that is ended between two statements is told by the second', async () => {
      let lost = 0
      const work = database.lend(connection =>
        inTransaction(connection, ['START TRANSACTION'], async () => {
          lost = await idOf(connection)
          await endConnection(lost)
          return connection.rows(identify, [])
        }),
      )
      await assert.rejects(work, unavailable)
      await goesOn(lost)
    })

    test('one that is ended after its last statement is not lent again', async () => {
      const lost = await database.lend(async connection => {
        const id = await idOf(connection)
        await endConnection(id)
        return id
      })
      await goesOn(lost)
    })

    test('connections that were lent many times have no more listeners than others', async () => {
      const warnings: Error[] = []
      const listen = (warning: Error): void => void warnings.push(warning)
      process.on('warning', listen)
      for (let i = 0; i < 30; i++) await database.lend(idOf)
      await sleep(0)
      process.removeListener('warning', listen)
      assert.deepEqual(warnings, [])
    })
  })
}
