/**
 * Several programs write the same documents of word tables at once: the result is as if they ran one after the other.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import mariadb from 'mariadb'
import type { MariadbPool } from '../../src/online/database/mariadb-client.ts'
import { openMariadbWordTables } from '../../src/online/word-tables/mariadb-word-tables.ts'
import { openPostgresWordTables } from '../../src/online/word-tables/postgres-word-tables.ts'
import type { WordTables } from '../../src/online/word-tables/word-tables.ts'
import type { RunningServer } from './private-server.ts'
import { mariadbSkip, startMariadb } from './start-mariadb.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'

const databases = [
  {
    name: 'PostgreSQL',
    skip: postgresSkip(),
    start: startPostgres,
    open: (url: string, table: string) => openPostgresWordTables({ url, table }),
  },
  {
    name: 'MariaDB',
    skip: mariadbSkip(),
    start: () => startMariadb(['--transaction-isolation=READ-COMMITTED']),
    open: (url: string, table: string) => openMariadbWordTables({ url, table }),
  },
]

/** Fifteen words that no other number has; for a number below 0 ten, fewer than are chosen. */
const textOf = (number: number): string => {
  const letters = [...String(Math.abs(number))].map(digit => 'abcdefghij'[Number(digit)]).join('')
  return Array.from({ length: number < 0 ? 10 : 15 }, (_, i) => `${'klmnopqrstuvwxy'[i]}zz${letters}`).join(
    ' ',
  )
}
const ids = [1, 2, 3]
const rounds = 30

for (const { name, skip, start, open } of databases) {
  describe(`writers of the same word tables in ${name}`, { skip }, () => {
    let server: RunningServer
    const opened: WordTables[] = []
    const openThree = async (table: string) => {
      const tables = await Promise.all(ids.map(() => open(server.url, table)))
      opened.push(...tables)
      return tables
    }
    before(async () => {
      server = await start()
    })
    after(async () => {
      for (const tables of opened) await tables.close()
      await server?.stop()
    })

    test('concurrent replacements of the same documents leave all those of one writer', async () => {
      const tables = await openThree('replaced')
      for (let round = 0; round < rounds; round++) {
        const texts = ids.map(id => textOf((round % 3 === 0 ? -1 : 1) * (3 * round + id)))
        // Some writers use the reverse order.
        await Promise.all(
          tables.map((each, i) => {
            const documents = ids.map(id => ({ id, text: texts[i] }))
            return each.replace(i === 1 ? documents.reverse() : documents)
          }),
        )
        const found = await Promise.all(texts.map(text => tables[0].intersections(text)))
        const words = texts[0].split(' ').length
        assert.deepEqual(
          found.flat(),
          ids.map(id => ({ id, intersects: words })),
          `round ${round}`,
        )
      }
    })

    test('a removal is all or nothing', async () => {
      const [one, two, three] = await openThree('removed')
      for (let round = 0; round < rounds; round++) {
        const [before, after] = [textOf(2 * round + 1), textOf(2 * round + 2)]
        await one.replace(ids.map(id => ({ id, text: before })))
        await Promise.all([
          two.replace(ids.map(id => ({ id, text: after }))),
          three.delete([...ids].reverse()),
        ])
        const count = await one.count()
        assert([0, ids.length].includes(count), `${count} documents`)
        assert.deepEqual(await one.intersections(before), [])
        const there = count === 0 ? [] : ids
        assert.deepEqual(
          await one.intersections(after),
          there.map(id => ({ id, intersects: 15 })),
        )
        await one.delete(ids)
      }
    })

    test('tables can be opened while others write', async () => {
      const [one, two] = await openThree('busy')
      let isWriting = true
      const writing = [one, two].map(async tables => {
        for (let round = 1; isWriting; round++) {
          await tables.replace(ids.map(id => ({ id, text: textOf(-round) })))
        }
      })
      for (let i = 0; i < 20; i++) await (await open(server.url, 'busy')).close()
      isWriting = false
      await Promise.all(writing)
    })

    test('pairs are of one state, despite concurrent writes', async () => {
      const [reader, writer] = await openThree('pairs')
      await reader.load(Array.from({ length: 2000 }, (_, i) => ({ id: i + 10, text: textOf(i + 10) })))
      // Either 1 and 2 are a pair or 1 and 3.
      const write = (round: number) => {
        const texts = round % 2 === 0 ? [-1, -1, -2] : [-3, -4, -3]
        return writer.replace(ids.map(id => ({ id, text: `${textOf(texts[id - 1])} ${'abc'[id - 1]}` })))
      }
      await write(0)
      let isWriting = true
      const writing = (async () => {
        for (let round = 1; isWriting; round++) await write(round)
      })()
      const found: number[] = []
      for (let i = 0; i < 8; i++) found.push((await reader.findPairs()).left.length)
      isWriting = false
      await writing
      assert.deepEqual(found, new Array(8).fill(1))
    })

    test('a repeated id in one call is refused, also by replace', async () => {
      const [tables] = await openThree('twice')
      const documents = [1, 1].map(id => ({ id, text: textOf(id) }))
      await assert.rejects(tables.replace(documents), { code: 'DOCUMENT_EXISTS' })
      assert.equal(await tables.count(), 0)
    })
  })
}

/** A pool whose connections call `doing` before they commit. */
function poolBeforeCommit(url: string, doing: () => Promise<void>): MariadbPool {
  const pool = mariadb.createPool(url)
  return {
    async getConnection() {
      const connection = await pool.getConnection()
      return {
        execute: (statement, values) => connection.execute(statement, values as unknown[]),
        batch: (statement, values) => connection.batch(statement, values as unknown[]),
        query: async statement => {
          if (statement.sql === 'COMMIT') await doing()
          return connection.query(statement)
        },
        release: () => connection.release(),
        destroy: () => connection.destroy(),
      }
    },
    end: () => pool.end(),
  }
}

const logs = [
  { name: 'no binary log', settings: [] },
  {
    name: 'a statement-based binary log',
    settings: ['--log-bin', '--server-id=1', '--binlog-format=STATEMENT'],
  },
]

for (const { name, settings } of logs) {
  describe(`word tables in MariaDB with ${name}`, { skip: mariadbSkip() }, () => {
    test('finding pairs blocks no writer after copying the tables', async () => {
      const server = await startMariadb(['--innodb-lock-wait-timeout=1', ...settings])
      const writer = await openMariadbWordTables({ url: server.url })
      let next = 3
      const pool = poolBeforeCommit(server.url, () => writer.replace([{ id: next++, text: textOf(-1) }]))
      const reader = await openMariadbWordTables({ pool })
      try {
        await writer.add([1, 2].map(id => ({ id, text: textOf(-1) })))
        assert.equal((await reader.findPairs()).left.length, 1)
        assert.equal((await reader.findPairs()).left.length, 3)
        assert.equal(await writer.count(), 4)
      } finally {
        await writer.close()
        await pool.end()
        await server.stop()
      }
    })
  })
}
