/**
 * One suite for the word tables in every real database: SQLite in this process, a private PostgreSQL.
 * Where it is not installed its part is skipped, unless NEARSAME_REQUIRE=all.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { atOnce } from '../../src/ground/breath/steps.ts'
import { readOptions } from '../../src/ground/options/resolve.ts'
import { wordSketch } from '../../src/methods/longest-words/longest-words.ts'
import { wordParams } from '../../src/methods/longest-words/params.ts'
import { sharedWordPairs } from '../../src/methods/longest-words/shared-words.ts'
import { openPostgresWordTables } from '../../src/online/word-tables/postgres-word-tables.ts'
import { openSqliteWordTables } from '../../src/online/word-tables/sqlite-word-tables.ts'
import type { WordTableOptions } from '../../src/online/word-tables/word-table-options.ts'
import type { WordTables } from '../../src/online/word-tables/word-tables.ts'
import { runs } from '../ground/runs.ts'
import { temporaryFolder } from '../ground/temporary-folder.ts'
import { textOfFrequentWords } from './frequent-words.ts'
import type { RunningServer } from './private-server.ts'
import { postgresSkip, startPostgres } from './start-postgres.ts'

const advert =
  'Selling wooden garden bench with cushions, barely used, collected from Brighton station, price negotiable, ' +
  'please telephone evenings after seven'
const similar = advert.replace('evenings', 'mornings').replace('seven', '7')
const different = 'Looking for a second-hand bicycle, any colour, Brighton or Worthing'

interface Database {
  readonly name: string
  readonly skip: string | false
  readonly start: () => Promise<RunningServer | undefined>
  readonly open: (server: RunningServer | undefined, options: WordTableOptions) => Promise<WordTables>
}

const urlOf = (server: RunningServer | undefined): string => server?.url ?? ''

const databases: readonly Database[] = [
  {
    name: 'SQLite',
    skip: false,
    start: async () => undefined,
    open: (_, options) => openSqliteWordTables(options),
  },
  {
    name: 'PostgreSQL',
    skip: postgresSkip(),
    start: startPostgres,
    open: (server, options) => openPostgresWordTables({ url: urlOf(server), ...options }),
  },
]

/** The definition: compares every document. */
function naiveCheck(texts: readonly string[], text: string, given: WordTableOptions) {
  const options = readOptions(wordParams, given)
  const asked = wordSketch(text, options)
  return texts
    .flatMap((stored, id) => {
      const { fullHash, hashes } = wordSketch(stored, options)
      if (fullHash === asked.fullHash) return [{ id, similarity: 100, isExact: true }]
      const shared = [...hashes].filter(hash => asked.hashes.includes(hash)).length
      const shorter = Math.min(hashes.length, asked.hashes.length)
      const isMatch = shared >= options.minIntersections && 100 * shared > options.threshold * shorter
      return isMatch ? [{ id, similarity: (100 * shared) / shorter, isExact: false }] : []
    })
    .sort((a, b) => b.similarity - a.similarity || Number(b.isExact) - Number(a.isExact) || a.id - b.id)
}

const numbered = (texts: readonly string[]) => texts.map((text, id) => ({ id, text }))

for (const { name, skip, start, open } of databases) {
  describe(`word tables in ${name}`, { skip }, () => {
    let server: RunningServer | undefined
    let count = 0
    const opened: WordTables[] = []
    /** Separate tables for each test. */
    const fresh = async (options: WordTableOptions = {}) => {
      const tables = await open(server, { table: `words_${count++}`, ...options })
      opened.push(tables)
      return tables
    }

    before(async () => {
      server = await start()
    })
    after(async () => {
      for (const tables of opened) await tables.close()
      await server?.stop()
    })

    test('several programs can open the same tables at once', async () => {
      const directory = temporaryFolder()
      const place = name === 'SQLite' ? { path: join(directory, 'words.db') } : {}
      for (let round = 0; round < 5; round++) {
        const options = { table: `words_${count++}`, ...place }
        const all = await Promise.all(Array.from({ length: 8 }, () => open(server, options)))
        await all[0].add(numbered([advert, 'two words']))
        assert.deepEqual(await all[7].check('two words'), [{ id: 1, similarity: 100, isExact: true }])
        for (const tables of all) await tables.close()
      }
    })

    test('a check finds equal and similar documents and writes nothing', async () => {
      const tables = await fresh()
      await tables.add(numbered([advert, similar, different]))
      assert.deepEqual(await tables.check(`${advert}!`), [
        { id: 0, similarity: 100, isExact: false },
        { id: 1, similarity: (100 * 14) / 15, isExact: false },
      ])
      assert.deepEqual(await tables.check('Nothing of that kind'), [])
      assert.equal(await tables.count(), 3)
    })

    test('equal texts end a check, unless more is wanted', async () => {
      const tables = await fresh()
      await tables.add(numbered([advert, similar, advert]))
      const equal = [0, 2].map(id => ({ id, similarity: 100, isExact: true }))
      assert.deepEqual(await tables.check(advert), equal)
      const near = { id: 1, similarity: (100 * 14) / 15, isExact: false }
      assert.deepEqual(await tables.check(advert, { beyondExact: true }), [...equal, near])
      assert.deepEqual(await tables.check(similar, { except: 1 }), [
        { id: 0, similarity: (100 * 14) / 15, isExact: false },
        { id: 2, similarity: (100 * 14) / 15, isExact: false },
      ])
    })

    test('only an equal text finds a text without words', async () => {
      const tables = await fresh()
      await tables.add(numbered(['', 'a b c', '']))
      assert.deepEqual(
        (await tables.check('')).map(({ id }) => id),
        [0, 2],
      )
      assert.deepEqual(await tables.check('c b a'), [])
    })

    test('the query of the source gives the number of shared words of each document', async () => {
      const tables = await fresh()
      await tables.add(numbered([advert, similar, different, 'wooden bench']))
      const found = [
        { id: 0, intersects: 15 },
        { id: 1, intersects: 14 },
        { id: 3, intersects: 2 },
      ]
      assert.deepEqual(await tables.intersections(advert), found)
      assert.deepEqual(await tables.intersections('or'), [])
      const many = await fresh({ minIntersections: 6 })
      await many.add(numbered([advert, similar, different, 'wooden bench']))
      assert.deepEqual(await many.intersections(advert), found.slice(0, 2))
    })

    test('checks find replaced and deleted documents in their present state', async () => {
      const tables = await fresh()
      await tables.add(numbered([advert, similar, 'wooden bench']))
      await tables.replace([
        { id: 1, text: different },
        { id: 7, text: similar },
      ])
      assert.deepEqual(
        (await tables.check(advert, { beyondExact: true })).map(({ id }) => id),
        [0, 2, 7],
      )
      assert.equal(await tables.delete([0, 2, 2, 99]), 2)
      assert.deepEqual(
        (await tables.check(advert)).map(({ id }) => id),
        [7],
      )
      assert.equal(await tables.count(), 2)
    })

    test('an existing id is refused, and none of the documents is added', async () => {
      const tables = await fresh()
      await tables.add([{ id: 5, text: advert }])
      const refused = {
        code: 'DOCUMENT_EXISTS',
        message:
          'DOCUMENT_EXISTS: expected ids that no document has yet, each once, got an id that exists already. ' +
          'To fix: call `replace`, which replaces the documents with these ids.',
      }
      await assert.rejects(
        tables.add([
          { id: 6, text: similar },
          { id: 5, text: similar },
        ]),
        refused,
      )
      await assert.rejects(
        tables.add([
          { id: 8, text: similar },
          { id: 8, text: similar },
        ]),
        refused,
      )
      assert.equal(await tables.count(), 1)
      assert.deepEqual(
        (await tables.check(similar)).map(({ id }) => id),
        [5],
      )
    })

    test('ids and checksums of all 32 bits are stored', async () => {
      const tables = await fresh()
      const ids = [-(2 ** 31), -1, 2 ** 31 - 1]
      await tables.add(ids.map(id => ({ id, text: advert })))
      assert.deepEqual(
        (await tables.check(advert)).map(({ id }) => id),
        ids,
      )
      const { left, right } = await tables.findPairs()
      assert.deepEqual(
        [[...left], [...right]],
        [
          [ids[0], ids[0], ids[1]],
          [ids[1], ids[2], ids[2]],
        ],
      )
    })

    test('wrong documents are refused before any statement runs', async () => {
      const tables = await fresh()
      const wrong = { code: 'TEXT_NOT_STRING' }
      await assert.rejects(tables.add([{ id: 1000, text: 5 as never }]), wrong)
      await assert.rejects(tables.check(undefined as never), wrong)
      await assert.rejects(tables.intersections(null as never), wrong)
      await assert.rejects(tables.add([null as never]), { code: 'OPTION_VALUE' })
      await assert.rejects(tables.add(7 as never), { code: 'OPTION_VALUE' })
      await assert.rejects(tables.add([{ id: 0.5, text: 'half' }]), { code: 'OPTION_VALUE' })
    })

    test('many documents load in transactions, and concurrent calls do not disturb each other', async () => {
      const tables = await fresh()
      const texts = Array.from(
        { length: 2500 },
        (_, i) => `${advert} ${'abcdefghij'[i % 10].repeat(20 + (i % 7))} ${i}`,
      )
      assert.equal(await tables.load(numbered(texts)), 2500)
      const work = Array.from({ length: 40 }, (_, i) =>
        i % 2 === 0 ? tables.replace([{ id: i, text: different }]) : tables.check(different),
      )
      await Promise.all(work)
      assert.equal((await tables.check(different)).length, 20)
      assert.equal(await tables.count(), 2500)
    })

    const options = fc.record({
      words: fc.integer({ min: 1, max: 15 }),
      minIntersections: fc.integer({ min: 1, max: 4 }),
      threshold: fc.constantFrom(0, 33.3, 50, 80, 100),
    })
    test('checks and pairs agree with the definition', async () => {
      const property = fc.asyncProperty(
        fc.array(textOfFrequentWords, { maxLength: 14 }),
        textOfFrequentWords,
        options,
        async (texts, asked, given) => {
          const tables = await open(server, { table: `words_${count++}`, ...given })
          try {
            await tables.add(numbered(texts))
            assert.deepEqual(
              await tables.check(asked, { beyondExact: true }),
              naiveCheck(texts, asked, given),
            )
            const { notes: _, ...pairs } = atOnce(sharedWordPairs(texts, given))
            assert.deepEqual(await tables.findPairs(), pairs)
          } finally {
            await tables.close()
          }
        },
      )
      await fc.assert(property, { numRuns: runs(name === 'SQLite' ? 300 : 40), seed: 11 })
    })

    test('frequent words change how documents are looked up, not which are found', async () => {
      const tables = await fresh()
      const stock = ['negotiable', 'excellent', 'condition', 'delivery', 'possible', 'telephone']
      const texts = Array.from({ length: 1500 }, (_, i) => {
        const own = Array.from(
          { length: i % 13 },
          (_, j) => `own${'abcdefgh'[(i * (j + 3)) % 8]}${'xyz'[(i + j) % 3]}`,
        )
        return [...stock.slice(i % 5), ...own].join(' ')
      })
      await tables.load(numbered(texts))
      for (const asked of [...texts.slice(0, 30), stock.join(' '), `${stock.join(' ')} ${texts[12]}`]) {
        const found = await tables.check(`${asked}!`)
        assert.deepEqual(found, naiveCheck(texts, `${asked}!`, {}))
      }
    })
  })
}
