/**
 * The table of all collections: creates, finds and removes them. Only one connection at a time does so, and it finishes
 * what an interrupted one has begun.
 *
 *     absent   being made (not ready)   ready   being dropped (without a name)   absent
 */
import { crc32 } from 'node:zlib'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { SqlConnection, SqlDriver } from '../database/client.ts'
import { SqlDatabase, type WatchedLoan } from '../database/database.ts'
import type { CollectionEntry } from '../store/catalogue.ts'
import type { StoreHeader } from '../store/store.ts'
import type { SqlCollection, SqlQueries } from './reader.ts'
import { layoutVersion, type Statements, tableStatements } from './statements.ts'

/** A database with the common tables in it. */
export interface SqlPlace {
  readonly database: SqlDatabase
  readonly statements: Statements
}

interface FoundCollection {
  readonly collection: SqlCollection
  readonly header: StoreHeader
}

/**
 * Opens a database and creates missing common tables. Ends the driver on failure.
 *
 * @throws NearsameError STORE_UNAVAILABLE, STORE_BUSY
 */
export async function openPlace(driver: SqlDriver, statements: Statements): Promise<SqlPlace> {
  const place = { database: new SqlDatabase(driver), statements }
  try {
    await prepare(place)
    return place
  } catch (error) {
    await driver.end()
    throw error
  }
}

async function prepare({ database, statements }: SqlPlace): Promise<void> {
  const isThere = await database.lend(async loan => {
    try {
      await loan.rows(`SELECT COUNT(*) FROM ${statements.writers} WHERE collection = 0`, [])
      return true
    } catch (error) {
      if (loan.failed?.failure === 'absent') return false
      throw error
    }
  })
  if (!isThere)
    await alone({ database, statements }, async loan => void (await loan.script(statements.makeCommon())))
}

/**
 * Opens the collection; creates it if it does not exist.
 *
 * @throws NearsameError STORE_FORMAT, STORE_CORRUPT, STORE_BUSY
 */
export async function openCollection(
  place: SqlPlace,
  name: string,
  header: StoreHeader,
): Promise<FoundCollection> {
  const found = await findCollection(place.statements, place.database, name)
  if (found !== undefined) return found
  await alone(place, async loan => {
    await finishDrops(place.statements, loan)
    if ((await findCollection(place.statements, loan, name)) === undefined)
      await make(place.statements, loan, name, header)
  })
  const made = await findCollection(place.statements, place.database, name)
  if (made === undefined) {
    throw new NearsameError('COLLECTION_NOT_FOUND', {
      expected: `the collection ${name} that was just created`,
      got: 'none, because it was dropped meanwhile',
      fix: 'open it again',
    })
  }
  return made
}

/** @param name of the only one wanted */
export async function listCollections(
  { database, statements }: SqlPlace,
  name?: string,
): Promise<readonly CollectionEntry[]> {
  const isWanted = name === undefined ? 'name IS NOT NULL' : 'name = ?'
  const sql = `SELECT name, created FROM ${statements.collections} WHERE ready AND ${isWanted} ORDER BY name`
  const rows = await database.rows(sql, name === undefined ? [] : [name])
  return rows.map(([name, created]) => ({ name: String(name), createdAt: Number(created) }))
}

/** Waits for a running write. @param by its id, or its name if it cannot be opened */
export async function dropCollection(
  place: SqlPlace,
  by: 'id' | 'name',
  value: number | string,
): Promise<void> {
  const { statements } = place
  await alone(place, async loan => {
    await loan.rows(`UPDATE ${statements.collections} SET name = NULL, ready = false WHERE ${by} = ?`, [
      value,
    ])
    await finishDrops(statements, loan)
  })
}

async function finishDrops(statements: Statements, loan: SqlConnection): Promise<void> {
  for (const [id] of await loan.rows(`SELECT id FROM ${statements.collections} WHERE name IS NULL`, [])) {
    await loan.script([`DROP TABLE IF EXISTS ${Object.values(statements.tables(Number(id))).join(', ')}`])
    await loan.rows(`DELETE FROM ${statements.writers} WHERE collection = ?`, [id])
    await loan.rows(`DELETE FROM ${statements.collections} WHERE id = ?`, [id])
  }
}

async function make(
  statements: Statements,
  loan: SqlConnection,
  name: string,
  header: StoreHeader,
): Promise<void> {
  const json = asciiJson(header)
  // One that was begun and not finished has its row already.
  const [[id]] = await loan.rows(
    `INSERT INTO ${statements.collections} AS c (name, header, header_sum, created) VALUES (?, ?, ?, ?) ` +
      'ON CONFLICT (name) DO UPDATE SET header = excluded.header, header_sum = excluded.header_sum RETURNING c.id',
    [name, json, crc32(json), Date.now()],
  )
  await loan.script(tableStatements(statements.tables(Number(id))))
  await loan.rows(`UPDATE ${statements.collections} SET ready = true WHERE id = ?`, [id])
}

async function findCollection(
  statements: Statements,
  connection: SqlQueries,
  name: string,
): Promise<FoundCollection | undefined> {
  const [row] = await connection.rows(
    `SELECT id, layout, header, header_sum FROM ${statements.collections} WHERE name = ? AND ready`,
    [name],
  )
  if (row === undefined) return undefined
  const [id, layout, json, sum] = row
  if (Number(layout) !== layoutVersion) {
    throw new NearsameError('STORE_FORMAT', {
      expected: `tables of version ${layoutVersion}`,
      got: `version ${String(layout)}`,
      where: `collection ${name}`,
      fix: 'use the version of nearsame that made it, or add its documents to a new collection',
    })
  }
  const header = headerOf(String(json), Number(sum), name)
  const tables = statements.tables(Number(id))
  return { header, collection: { id: Number(id), agree: header.agree, tables, statements } }
}

function headerOf(json: string, sum: number, name: string): StoreHeader {
  if (crc32(json) === sum) return JSON.parse(json)
  throw new NearsameError('STORE_CORRUPT', {
    expected: 'an undamaged header',
    got: `another one: ${json.slice(0, 80)}`,
    where: `collection ${name}`,
    fix: 'restore the database from a backup',
  })
}

/** ASCII only, which every database encoding preserves. */
function asciiJson(value: unknown): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped)
}

/** Runs `use` while no other connection creates or drops collections. */
async function alone(
  { database, statements }: SqlPlace,
  use: (loan: WatchedLoan) => Promise<void>,
): Promise<void> {
  await database.lend(
    async loan => {
      await loan.script(statements.enter)
      await use(loan)
      await loan.script(['COMMIT'])
    },
    { isPatient: true },
  )
}
