/**
 * The server closes connections of word tables in use: those calls fail, later calls work, and every error event has a
 * listener (one without would end the process).
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SqlConnection } from '../../src/online/database/client.ts'
import { SqlDatabase } from '../../src/online/database/database.ts'
import { postgresDriver } from '../../src/online/database/postgres-client.ts'
import { openPostgresWordTables } from '../../src/online/word-tables/postgres-word-tables.ts'
import { inTransaction } from '../../src/online/word-tables/word-transactions.ts'
import type { RunningServer } from './private-server.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'

/** Time until the client notices. */
const toldMs = 300

describe('word tables in PostgreSQL', { skip: postgresSkip() }, () => {
  test('without a schema for the tables the error says so, not that tables are gone', async () => {
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

describe(`lost connections of word tables in PostgreSQL`, { skip: postgresSkip() }, () => {
  let server: RunningServer
  let database: SqlDatabase
  const unheard: unknown[] = []
  const hear = (error: unknown): void => void unheard.push(error)
  before(async () => {
    process.on('uncaughtExceptionMonitor', hear)
    server = await startPostgres()
    database = new SqlDatabase(await postgresDriver({ url: server.url }))
  })
  after(async () => {
    await database?.driver.end()
    await server?.stop()
    process.removeListener('uncaughtExceptionMonitor', hear)
  })
  afterEach(() => assert.deepEqual(unheard.splice(0), []))
  const idOf = async (connection: SqlConnection) =>
    Number((await connection.rows('SELECT pg_backend_pid()', []))[0][0])
  const endConnection = async (id: number) => {
    await database.lend(other => other.script([`SELECT pg_terminate_backend(${id})`]))
    await sleep(toldMs)
  }
  /** Asserts that calls work, on other connections than the lost one. */
  const goesOn = async (lost: number) => {
    const ids = await Promise.all([1, 2].map(() => database.lend(idOf)))
    assert(ids.every(id => id > 0 && id !== lost))
  }
  const unavailable = {
    code: 'STORE_UNAVAILABLE',
    message: /^STORE_UNAVAILABLE: expected PostgreSQL to answer and run every statement, got .*/,
  }

  test('a connection closed during a statement fails that statement', async () => {
    let lost = 0
    const work = database.lend(connection =>
      inTransaction(connection, ['START TRANSACTION'], async () => {
        lost = await idOf(connection)
        const [waited] = await Promise.allSettled([
          connection.rows('SELECT pg_sleep(30)', []),
          sleep(toldMs).then(() => endConnection(lost)),
        ])
        assert.equal(waited.status, 'rejected')
        throw waited.reason
      }),
    )
    await assert.rejects(work, unavailable)
    await goesOn(lost)
  })

  test('a connection closed between two statements fails the second', async () => {
    let lost = 0
    const work = database.lend(connection =>
      inTransaction(connection, ['START TRANSACTION'], async () => {
        lost = await idOf(connection)
        await endConnection(lost)
        return connection.rows('SELECT pg_backend_pid()', [])
      }),
    )
    await assert.rejects(work, unavailable)
    await goesOn(lost)
  })

  test('a connection closed after its last statement is not reused', async () => {
    const lost = await database.lend(async connection => {
      const id = await idOf(connection)
      await endConnection(id)
      return id
    })
    await goesOn(lost)
  })

  test('listeners do not accumulate on connections used many times', async () => {
    const warnings: Error[] = []
    const listen = (warning: Error): void => void warnings.push(warning)
    process.on('warning', listen)
    for (let i = 0; i < 30; i++) await database.lend(idOf)
    await sleep(0)
    process.removeListener('warning', listen)
    assert.deepEqual(warnings, [])
  })
})
