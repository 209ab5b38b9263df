/**
 * Several programs write the same documents of word tables at once: the result is as if they ran one after the other.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openPostgresWordTables } from '../../src/online/word-tables/postgres-word-tables.ts'
import type { WordTables } from '../../src/online/word-tables/word-tables.ts'
import type { RunningServer } from './private-server.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'

/** Fifteen words that no other number has; for a number below 0 ten, fewer than are chosen. */
const textOf = (number: number): string => {
  const letters = [...String(Math.abs(number))].map(digit => 'abcdefghij'[Number(digit)]).join('')
  return Array.from({ length: number < 0 ? 10 : 15 }, (_, i) => `${'klmnopqrstuvwxy'[i]}zz${letters}`).join(
    ' ',
  )
}
const ids = [1, 2, 3]
const rounds = 30

describe(`writers of the same word tables in PostgreSQL`, { skip: postgresSkip() }, () => {
  let server: RunningServer
  const opened: WordTables[] = []
  const openThree = async (table: string) => {
    const tables = await Promise.all(ids.map(() => openPostgresWordTables({ url: server.url, table })))
    opened.push(...tables)
    return tables
  }
  before(async () => {
    server = await startPostgres()
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
    for (let i = 0; i < 20; i++)
      await (await openPostgresWordTables({ url: server.url, table: 'busy' })).close()
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
