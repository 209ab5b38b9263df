/**
 * Reads of a collection. Each is one statement, so it sees one state, on whatever connection; only long bodies take a
 * further one, which treats what was removed meanwhile as missing.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { SqlConnection, SqlRow } from '../database/client.ts'
import { arrayValue } from '../database/postgres-arrays.ts'
import {
  type ClusterLink,
  type ClusterSize,
  changeKinds,
  type NumberedChange,
  type StoreCounts,
  type StoredDocument,
  type StoreReader,
} from '../store/store.ts'
import { nameHash, plainBytes, stateColumns, storedDocumentOf } from './documents.ts'
import { askedColumns, type SqlTables, type Statements } from './statements.ts'

/** A collection, with what statements need of it. */
export interface SqlCollection {
  readonly id: number
  readonly agree: number
  readonly tables: SqlTables
  readonly statements: Statements
}

/** A connection, or a database that lends one for each statement. */
export type SqlQueries = Pick<SqlConnection, 'rows' | 'script'>

/** Terms in the text of a statement. */
const termsAtOnce = 256
/** Terms in the arrays of a statement. */
const askedAtOnce = 65_536

const byValue = (a: number, b: number): number => a - b

export class SqlReader implements StoreReader {
  readonly #collection: () => SqlCollection
  readonly #connection: SqlQueries

  /** @param collection throws if none is open */
  constructor(collection: () => SqlCollection, connection: SqlQueries) {
    this.#collection = collection
    this.#connection = connection
  }

  get collection(): SqlCollection {
    return this.#collection()
  }

  async candidates(postings: readonly Uint32Array[]): Promise<readonly Uint32Array[]> {
    const found = postings.map((): number[] => [])
    let places: number[] = []
    let terms: number[] = []
    for (const [place, keys] of postings.entries()) {
      for (const term of new Set(keys)) {
        places.push(place)
        terms.push(term)
      }
      // All keys of a text go in one statement, because it counts them per document.
      if (terms.length < askedAtOnce && place < postings.length - 1) continue
      for (const [asked, document] of await this.#askedTerms(places, terms)) {
        found[Number(asked)].push(Number(document) >>> 0)
      }
      places = []
      terms = []
    }
    return found.map(numbers => Uint32Array.from(numbers).sort())
  }

  async holders(postings: Uint32Array, limit: number): Promise<readonly Uint32Array[]> {
    const { statements, tables } = this.collection
    const found = new Map<number, number[]>()
    for (let from = 0; from < postings.length; from += termsAtOnce) {
      const terms = Array.from(postings.subarray(from, from + termsAtOnce))
      const rows = await this.#connection.script([statements.holders(tables, terms, limit)])
      for (const [term, document] of rows) listed(found, Number(term) >>> 0).push(Number(document) >>> 0)
    }
    return Array.from(postings, posting => Uint32Array.from(found.get(posting) ?? []).sort())
  }

  async holderCounts(postings: Uint32Array): Promise<readonly number[]> {
    const { statements, tables } = this.collection
    const found = new Map<number, number>()
    for (let from = 0; from < postings.length; from += termsAtOnce) {
      const terms = Array.from(postings.subarray(from, from + termsAtOnce), statements.term)
      const sql = `SELECT term, COUNT(*) FROM ${tables.postings} WHERE term IN (${terms.join(', ')}) GROUP BY term`
      const rows = await this.#connection.script([sql])
      for (const [term, count] of rows) found.set(Number(term) >>> 0, Number(count))
    }
    return Array.from(postings, posting => found.get(posting) ?? 0)
  }

  async #askedTerms(places: readonly number[], terms: readonly number[]): Promise<readonly SqlRow[]> {
    if (terms.length === 0) return []
    const { statements, tables, agree } = this.collection
    const columns = [
      { ...askedColumns[0], values: places },
      { ...askedColumns[1], values: terms },
    ]
    return this.#rows(statements.candidates(tables, agree), statements.given(columns))
  }

  async documents(
    numbers: readonly number[],
    { body }: { readonly body: boolean },
  ): Promise<readonly (StoredDocument | undefined)[]> {
    const select = body ? `${stateColumns}, body, pieces` : stateColumns
    const rows = await this.find(this.collection.tables.documents, select, 'number', numbers)
    const found = new Map<number, StoredDocument>()
    const long = rows.filter(row => body && Number(row[8]) > 0).map(row => Number(row[0]))
    const pieces = await this.#pieces(long)
    for (const row of rows) {
      const number = Number(row[0])
      if (!body) found.set(number, storedDocumentOf(row))
      else {
        const rest = pieces.get(number) ?? []
        if (rest.length !== Number(row[8])) continue
        const packed =
          rest.length === 0 ? (row[7] as Uint8Array) : Buffer.concat([row[7] as Uint8Array, ...rest])
        found.set(number, storedDocumentOf(row, packed))
      }
    }
    return numbers.map(number => found.get(number))
  }

  async #pieces(numbers: readonly number[]): Promise<ReadonlyMap<number, Uint8Array[]>> {
    const pieces = new Map<number, Uint8Array[]>()
    const rows = await this.find(
      this.collection.tables.pieces,
      'document, bytes, piece',
      'document',
      numbers,
    )
    for (const [document, bytes] of [...rows].sort((a, b) => Number(a[2]) - Number(b[2]))) {
      const number = Number(document)
      pieces.set(number, [...(pieces.get(number) ?? []), bytes as Uint8Array])
    }
    return pieces
  }

  async numbersOf(names: readonly string[]): Promise<readonly (number | undefined)[]> {
    if (names.length === 0) return []
    const { statements, tables } = this.collection
    const hashes = new Map(names.map(name => [nameHash(name).toString('hex'), nameHash(name)]))
    const sql = statements.find(tables.documents, 'hash, number', { name: 'hash', type: 'bytes' })
    const rows = await this.#rows(sql, [arrayValue('bytes', [...hashes.values()])])
    const found = new Map(
      rows.map(([hash, number]) => [Buffer.from(hash as Uint8Array).toString('hex'), Number(number)]),
    )
    return names.map(name => found.get(nameHash(name).toString('hex')))
  }

  async list(after: number, limit: number): Promise<readonly number[]> {
    const { documents } = this.collection.tables
    return numbersIn(
      await this.#rows(`SELECT number FROM ${documents} WHERE number > ? ORDER BY number LIMIT ?`, [
        after,
        limit,
      ]),
    )
  }

  async expired(
    { addedBefore, expiresBy }: Parameters<StoreReader['expired']>[0],
    limit: number,
  ): Promise<readonly number[]> {
    const { documents } = this.collection.tables
    const parts = [
      { isWanted: 'added < ?', value: addedBefore },
      { isWanted: 'expires <= ?', value: expiresBy },
    ].filter(({ value }) => value !== null)
    // Separate parts, so that each uses its index.
    const select = parts.map(
      ({ isWanted }) => `(SELECT number FROM ${documents} WHERE ${isWanted} ORDER BY number LIMIT ?)`,
    )
    if (parts.length === 0) return []
    const sql = `SELECT number FROM (${select.join(' UNION ')}) AS found ORDER BY number LIMIT ?`
    return numbersIn(await this.#rows(sql, [...parts.flatMap(({ value }) => [value, limit]), limit]))
  }

  async members(clusters: readonly number[]): Promise<readonly (readonly number[])[]> {
    const rows = await this.find(this.collection.tables.documents, 'cluster, number', 'cluster', clusters)
    const members = new Map(clusters.map(cluster => [cluster, [] as number[]]))
    for (const [cluster, number] of rows) members.get(Number(cluster))?.push(Number(number))
    for (const numbers of members.values()) numbers.sort(byValue)
    return clusters.map(cluster => members.get(cluster) ?? [])
  }

  async clusters(after: number, limit: number, least: number): Promise<readonly ClusterSize[]> {
    const { documents, sizes } = this.collection.tables
    const counted =
      `SELECT cluster, COUNT(*) FROM ${documents} WHERE cluster > ? GROUP BY cluster ` +
      'HAVING COUNT(*) >= ? ORDER BY cluster LIMIT ?'
    const kept =
      `SELECT cluster, documents FROM ${sizes} WHERE cluster > ? AND documents >= ? ` +
      'ORDER BY cluster LIMIT ?'
    const rows = await this.#rows(least < 2 ? counted : kept, [after, least, limit])
    return rows.map(([cluster, documents]) => ({ cluster: Number(cluster), documents: Number(documents) }))
  }

  async links(numbers: readonly number[]): Promise<readonly ClusterLink[]> {
    if (numbers.length === 0) return []
    const { statements, tables } = this.collection
    const wanted = arrayValue('number', [...new Set(numbers)])
    const part = (name: string) => statements.find(tables.links, 'a, b', { name, type: 'number' })
    const rows = await this.#rows(`${part('a')} UNION ${part('b')}`, [wanted, wanted])
    return rows.map(([a, b]) => ({ a: Number(a), b: Number(b) })).sort((x, y) => x.a - y.a || x.b - y.b)
  }

  async changes(after: number, limit: number): Promise<readonly NumberedChange[]> {
    const { changes } = this.collection.tables
    const rows = await this.#rows(
      `SELECT number, kind, cluster, other, at FROM ${changes} WHERE number > ? ORDER BY number LIMIT ?`,
      [after, limit],
    )
    return rows.map(([number, kind, cluster, other, at]) => ({
      number: Number(number),
      kind: changeKinds[Number(kind)],
      cluster: Number(cluster),
      other: other === null ? null : Number(other),
      at: Number(at),
    }))
  }

  async counts(): Promise<StoreCounts> {
    const { statements, id, tables } = this.collection
    const [row] = await this.#rows(
      `SELECT documents, clusters, removed FROM ${statements.collections} WHERE id = ?`,
      [id],
    )
    if (row === undefined) throw sqlCollectionGone(id)
    const [documents, clusters, removed] = row.map(Number)
    const storedBytes = Number((await this.#rows(statements.storedBytes(tables), []))[0][0])
    // The share of removed documents among all since the last compaction.
    const wastedBytes = Math.round((storedBytes * removed) / Math.max(1, documents + removed))
    return { documents, clusters, storedBytes, wastedBytes }
  }

  async value(name: string): Promise<Uint8Array | undefined> {
    const { kept } = this.collection.tables
    const rows = await this.#rows(`SELECT bytes FROM ${kept} WHERE name = ? ORDER BY piece`, [
      Buffer.from(name),
    ])
    return rows.length === 0
      ? undefined
      : plainBytes(Buffer.concat(rows.map(([bytes]) => bytes as Uint8Array)))
  }

  /** Rows of a table whose column has one of the given numbers. */
  async find(
    table: string,
    select: string,
    by: string,
    numbers: readonly number[],
  ): Promise<readonly SqlRow[]> {
    if (numbers.length === 0) return []
    const sql = this.collection.statements.find(table, select, { name: by, type: 'number' })
    return this.#rows(sql, [arrayValue('number', [...new Set(numbers)])])
  }

  #rows(sql: string, values: readonly unknown[]): Promise<readonly SqlRow[]> {
    return this.#connection.rows(sql, values)
  }
}

function listed(lists: Map<number, number[]>, key: number): number[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

function numbersIn(rows: readonly SqlRow[]): number[] {
  return rows.map(([number]) => Number(number))
}

/** @param id of its row */
export function sqlCollectionGone(id: number): NearsameError {
  return new NearsameError('COLLECTION_NOT_FOUND', {
    expected: 'the collection that was opened',
    got: `no collection ${id} any more`,
    fix: 'open it again, which creates it',
  })
}
