/** Errors of the word tables: wrong options, missing packages, databases that do not answer. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryFolder } from '../../../test/ground/temporary-folder.ts'
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { openPostgresWordTables } from './postgres-word-tables.ts'
import { openSqliteWordTables } from './sqlite-word-tables.ts'

/** An address without a server. */
const nowhere = '127.0.0.1:9'

test('the error for a missing package names it and the command that installs it', async () => {
  const load = () => Promise.reject(new Error('not there'))
  const missing = (name: string) => ({
    code: 'PACKAGE_MISSING',
    message:
      `PACKAGE_MISSING: expected the package ${name}, got an error while loading it. To fix: run \`npm install ${name}\`, ` +
      'or use SQLite, which needs no package.',
  })
  await assert.rejects(openPostgresWordTables({ url: '', load }), missing('pg'))
})

test('the error for a database that cannot be opened quotes the database', async () => {
  await assert.rejects(openSqliteWordTables({ path: '/no/such/folder/words.db' }), {
    code: 'STORE_UNAVAILABLE',
    message:
      'STORE_UNAVAILABLE: expected SQLite to answer and run every statement, got unable to open database file. ' +
      'To fix: check that it runs, that address and account are right, and that the account may create and change tables.',
  })
})

test('an unreadable URL is refused and not shown', async () => {
  await assert.rejects(
    openPostgresWordTables({ url: 'postgres://me:secret@127.0.0.1:99999/x' }),
    ({ code, message }: NearsameError) => code === 'OPTION_VALUE' && !message.includes('secret'),
  )
})

test('failing connections of a pool are reported, and lost ones are not reused', async () => {
  const pool = {
    connect: () => Promise.reject(new AggregateError([new Error(`connect ECONNREFUSED ${nowhere}`)])),
    end: async () => {},
  }
  await assert.rejects(openPostgresWordTables({ pool }), {
    code: 'STORE_UNAVAILABLE',
    message:
      /^STORE_UNAVAILABLE: expected PostgreSQL to answer .*, got connect ECONNREFUSED 127\.0\.0\.1:9\. To fix: /,
  })
  const released: (boolean | undefined)[] = []
  const query = () => Promise.reject(new Error('terminated'))
  const client = { query, release: (destroy?: boolean) => void released.push(destroy) }
  await assert.rejects(
    openPostgresWordTables({ pool: { connect: async () => client, end: async () => {} } }),
    {
      code: 'STORE_UNAVAILABLE',
    },
  )
  assert.deepEqual(released, [true])
})

test('names of tables that could inject SQL are refused', async () => {
  for (const table of ['items; DROP', 'Items', '', 'a'.repeat(41), '1a']) {
    await assert.rejects(openSqliteWordTables({ table }), {
      code: 'OPTION_VALUE',
      message:
        'OPTION_VALUE: expected `table` to be at most 40 lower-case letters, digits and `_`, a letter first, ' +
        `got ${JSON.stringify(table)}. To fix: change \`table\`, or leave it out for items_hashes.`,
    })
  }
})

test('ids that do not fit the column are refused before anything is written', async () => {
  const tables = await openSqliteWordTables()
  for (const id of [1.5, 2 ** 31, Number.NaN]) {
    await assert.rejects(
      tables.add([
        { id: 1, text: 'one' },
        { id, text: 'two' },
      ]),
      { code: 'OPTION_VALUE' },
    )
    await assert.rejects(tables.delete([id]), { code: 'OPTION_VALUE' })
  }
  assert.equal(await tables.count(), 0)
  await tables.close()
})

test('the tables of SQLite have the columns of the source, and tables filled by others are completed', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'words.db')
  const database = new DatabaseSync(path)
  database.exec(
    'CREATE TABLE items_hashes (id INTEGER PRIMARY KEY, doc_id int(11) NOT NULL, word_hash int(11) NOT NULL);' +
      'CREATE TABLE items_hashes_summary (doc_id int(11) PRIMARY KEY, full_hash char(32) NOT NULL, length smallint(11));' +
      // CRC-32 of "garden" and "bench", signed.
      "INSERT INTO items_hashes_summary VALUES (3, 'd41d8cd98f00b204e9800998ecf8427e', 2);" +
      'INSERT INTO items_hashes (doc_id, word_hash) VALUES (3, 1007229162), (3, 1725489957)',
  )
  const names = database.prepare('SELECT name FROM pragma_table_info(?)').all('items_hashes')
  assert.deepEqual(
    names.map(row => row.name),
    ['id', 'doc_id', 'word_hash'],
  )
  database.close()
  const tables = await openSqliteWordTables({ path })
  assert.deepEqual(await tables.check(''), [{ id: 3, similarity: 100, isExact: true }])
  const found = { id: 3, similarity: 100, isExact: false }
  assert.deepEqual(await tables.check('Wooden garden furniture: a bench'), [found])
  await tables.close()
})

test('closed tables refuse calls and can be closed again', async () => {
  const tables = await openSqliteWordTables()
  await tables.close()
  await tables.close()
  await assert.rejects(tables.count(), { code: 'STORE_UNAVAILABLE' })
})

test('a file that another process locks for too long is STORE_BUSY', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nearsame-words-'))
  const path = join(folder, 'words.db')
  const tables = await openSqliteWordTables({ path, busyTimeoutMs: 10 })
  const other = new DatabaseSync(path)
  try {
    other.exec('BEGIN EXCLUSIVE')
    await assert.rejects(tables.add([{ id: 1, text: 'garden bench' }]), { code: 'STORE_BUSY' })
    other.exec('ROLLBACK')
    await tables.add([{ id: 1, text: 'garden bench' }])
    assert.equal(await tables.count(), 1)
  } finally {
    other.close()
    await tables.close()
    rmSync(folder, { recursive: true })
  }
})

test('two connections to one file see what the other wrote', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nearsame-words-'))
  const path = join(folder, 'words.db')
  const [one, two] = [await openSqliteWordTables({ path }), await openSqliteWordTables({ path })]
  try {
    await one.add([{ id: 1, text: 'garden bench' }])
    assert.deepEqual(await two.check('bench, garden'), [{ id: 1, similarity: 100, isExact: false }])
    await two.delete([1])
    assert.deepEqual(await one.check('bench, garden'), [])
  } finally {
    await one.close()
    await two.close()
    rmSync(folder, { recursive: true })
  }
})

/** The tables, callable as without types. */
// biome-ignore lint/suspicious/noExplicitAny: the test passes values of any type
type Loose = any

async function codeOf(call: () => unknown): Promise<string | undefined> {
  try {
    await call()
    return undefined
  } catch (error) {
    return (error as NearsameError).code ?? String(error)
  }
}

const odd: readonly unknown[] = [
  null,
  -1,
  Number.NaN,
  true,
  'x',
  '5',
  5n,
  [],
  [5],
  {},
  Object.create(null),
  new Map(),
  Symbol('s'),
  () => 5,
]

test('word tables refuse unknown options and wrong values', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nearsame-words-'))
  const path = join(folder, 'words.db')
  const open: Loose = openSqliteWordTables
  for (const name of ['tabel', 'minWords', 'url'])
    assert.equal(await codeOf(() => open({ path, [name]: 5 })), 'OPTION_UNKNOWN', name)
  for (const options of [5, 'x', [], null, new Map()])
    assert.equal(await codeOf(() => open(options)), 'OPTION_VALUE', String(options))
  for (const name of ['words', 'minLetters', 'minIntersections', 'threshold', 'table', 'busyTimeoutMs']) {
    for (const value of odd) {
      if (name === 'table' && value === 'x') continue
      assert.equal(await codeOf(() => open({ path, [name]: value })), 'OPTION_VALUE', name)
    }
    const tables = await openSqliteWordTables({ [name]: undefined } as object)
    assert.equal(tables.options.words, 15)
    await tables.close()
  }
  const opening: Loose = openPostgresWordTables
  assert.equal(await codeOf(() => opening({ url: 'x', tabel: 'x' })), 'OPTION_UNKNOWN')
  assert.equal(existsSync(path), false)
  rmSync(folder, { recursive: true })
})

test('word tables refuse wrong arguments', async () => {
  const tables: Loose = await openSqliteWordTables()
  const refuses = async (name: string, call: (value: Loose) => unknown, taken: readonly unknown[] = []) => {
    for (const value of odd.filter(one => !taken.includes(one)))
      assert.equal(await codeOf(() => call(value)), 'OPTION_VALUE', `${name}: ${typeof value}`)
  }
  const isEmptyList = (value: unknown) =>
    (Array.isArray(value) && value.length === 0) || value instanceof Map
  const isEmptyOptions = (value: unknown) =>
    typeof value === 'object' && value !== null && !isEmptyList(value) && !Array.isArray(value)
  await refuses('options', value => tables.check('a text', value), odd.filter(isEmptyOptions))
  await refuses('except', except => tables.check('a text', { except }), [-1])
  await refuses('beyondExact', beyondExact => tables.check('a text', { beyondExact }), [true])
  await refuses('id', id => tables.add([{ id, text: 'x' }]), [-1])
  await refuses('deleted id', id => tables.delete([id]), [-1])
  const lists = odd.filter(isEmptyList)
  await refuses('added', documents => tables.add(documents), lists)
  await refuses('loaded', documents => tables.load(documents), lists)
  const ofIds = odd.filter(value => Array.isArray(value))
  await refuses('deleted', ids => tables.delete(ids), [...lists, ...ofIds])
  assert.equal(await codeOf(() => tables.check('a text', { exept: 5 })), 'OPTION_UNKNOWN')
  assert.equal(await codeOf(() => tables.delete(undefined)), 'OPTION_VALUE')
  assert.equal(await codeOf(() => tables.load(undefined)), 'OPTION_VALUE')
  assert.equal(await tables.count(), 0)
  await tables.close()
})
