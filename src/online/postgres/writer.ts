/** The writer of one write: reads and `apply` in a transaction that holds the lock of the collection. */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type SqlColumn, type SqlConnection, type SqlRow, sqlColumns } from '../database/client.ts'
import {
  changeKinds,
  type StoreChanges,
  type StoreCounters,
  type StoredDocument,
  type StoreWriter,
} from '../store/store.ts'
import { deflatedBody, documentColumns, postingColumns, sketchIn } from './documents.ts'
import { type SqlCollection, SqlReader } from './reader.ts'
import { SizeChanges, type SizePlan } from './sizes.ts'
import { counterColumns, postingTypes } from './statements.ts'

const ends = { a: 'number', b: 'number' } as const

/** A column that has a row for each of some numbers. */
const numberColumn = (name: string, values: readonly number[]): SqlColumn => ({
  name,
  type: 'number',
  values,
})

export class SqlWriter extends SqlReader implements StoreWriter {
  readonly #connection: SqlConnection
  /** In the order of `counterColumns`. */
  readonly #before: readonly number[]
  #after: readonly number[] | undefined

  constructor(collection: SqlCollection, connection: SqlConnection, counters: SqlRow) {
    super(() => collection, connection)
    this.#connection = connection
    this.#before = counters.map(Number)
  }

  async counters(): Promise<StoreCounters> {
    const [document, cluster, change] = this.#before
    return { document, cluster, change }
  }

  /** The statement that sets the counters; undefined if nothing was applied. */
  get counterStatement(): string | undefined {
    const after = this.#after
    if (after === undefined) return undefined
    const { statements, id } = this.collection
    const sets = counterColumns.map((name, i) => `${name} = ${after[i].toFixed(0)}`)
    return `UPDATE ${statements.collections} SET ${sets.join(', ')} WHERE id = ${id}`
  }

  async apply(changes: StoreChanges): Promise<void> {
    if (this.#after !== undefined) {
      throw new NearsameError('BUG', {
        expected: 'one apply in a write',
        got: 'a second one',
        fix: 'report this with the program that caused it',
      })
    }
    const { tables } = this.collection
    const [nextDocument, nextCluster, nextChange, documents, clusters, removed] = this.#before
    const columns = 'number, cluster, sketch, pieces'
    const gone = await this.find(tables.documents, columns, 'number', changes.removed)
    const sizes = await this.#planSizes(changes, gone)
    await this.#remove(gone)
    await this.#removeRows(tables.links, sqlColumns(changes.unlinked, ends))
    await this.#add(changes.added)
    await this.#move(changes.moved)
    await this.#insert(tables.links, sqlColumns(changes.linked, ends))
    await this.#log(changes.changes, nextChange)
    await this.#keep(changes.values)
    await this.#removeRows(tables.sizes, [numberColumn('cluster', sizes.removed)])
    const types = { cluster: 'number', documents: 'number' } as const
    await this.#insert(tables.sizes, sqlColumns(sizes.sizes, types))
    this.#after = [
      nextDocument + changes.added.length,
      nextCluster + changes.newClusters,
      nextChange + changes.changes.length,
      documents + changes.added.length - gone.length,
      clusters + sizes.clusters,
      removed + gone.length + changes.moved.length,
    ]
  }

  async #planSizes({ added, moved }: StoreChanges, gone: readonly SqlRow[]): Promise<SizePlan> {
    const changes = new SizeChanges()
    const movedTo = new Map(moved.map(({ number, cluster }) => [number, cluster]))
    const addedNumbers = new Set(added.map(({ number }) => number))
    for (const [, cluster] of gone) changes.add(Number(cluster), -1)
    for (const { number, cluster } of added) changes.add(movedTo.get(number) ?? cluster, 1)
    const numbers = moved.map(({ number }) => number).filter(number => !addedNumbers.has(number))
    const { documents } = this.collection.tables
    for (const [number, cluster] of await this.find(documents, 'number, cluster', 'number', numbers)) {
      changes.add(Number(cluster), -1)
      changes.add(movedTo.get(Number(number)) as number, 1)
    }
    return changes.plan(this, this.#before[1])
  }

  /** @param gone rows (number, cluster, sketch, pieces) */
  async #remove(gone: readonly SqlRow[]): Promise<void> {
    const { tables } = this.collection
    const sketched = gone.map(([number, , bytes]) => ({
      number: Number(number),
      sketch: sketchIn(bytes as Uint8Array),
    }))
    const postings = postingColumns(
      sketched.flatMap(({ number, sketch }) => (sketch ? [{ number, sketch }] : [])),
    )
    await this.#removeRows(tables.postings, postings)
    const numbers = sketched.map(({ number }) => number)
    // The postings of a damaged sketch are unknown, so this scans all rows.
    const damaged = sketched.filter(({ sketch }) => sketch === undefined).map(({ number }) => number)
    await this.#removeRows(tables.postings, [{ ...postingTypes[1], values: damaged }])
    await this.#removeRows(tables.links, [numberColumn('a', numbers)])
    await this.#removeRows(tables.links, [numberColumn('b', numbers)])
    const long = gone.filter(([, , , pieces]) => Number(pieces) > 0).map(([number]) => Number(number))
    await this.#removeRows(tables.pieces, [numberColumn('document', long)])
    await this.#removeRows(tables.documents, [numberColumn('number', numbers)])
  }

  async #add(documents: readonly StoredDocument[]): Promise<void> {
    const { tables, statements } = this.collection
    const bodies = documents.map(({ body }) => deflatedBody(body))
    await this.#insert(tables.documents, documentColumns(documents, bodies, statements.pieceBytes))
    await this.#insert(tables.postings, postingColumns(documents))
    for (const [i, body] of bodies.entries())
      await this.#addPieces(tables.pieces, numberColumn('document', [documents[i].number]), body, 1)
  }

  /** Inserts the pieces from one on, each by itself, because together they may exceed the database's limit. */
  async #addPieces(table: string, owner: SqlColumn, bytes: Uint8Array, from: 0 | 1): Promise<void> {
    const { pieceBytes } = this.collection.statements
    for (let piece: number = from; piece === 0 || piece * pieceBytes < bytes.length; piece++) {
      const part = { piece, bytes: bytes.subarray(piece * pieceBytes, (piece + 1) * pieceBytes) }
      await this.#insert(table, [owner, ...sqlColumns([part], { piece: 'number', bytes: 'bytes' })])
    }
  }

  async #move(moved: StoreChanges['moved']): Promise<void> {
    if (moved.length === 0) return
    const { tables, statements } = this.collection
    const columns = sqlColumns(moved, { number: 'number', cluster: 'number' })
    const sql = statements.update(tables.documents, columns)
    await this.#connection.rows(sql, statements.given(columns))
  }

  async #log(changes: StoreChanges['changes'], next: number): Promise<void> {
    const rows = changes.map((change, i) => ({
      ...change,
      number: next + i,
      kind: changeKinds.indexOf(change.kind),
    }))
    const types = {
      number: 'number',
      kind: 'number',
      cluster: 'number',
      other: 'number',
      at: 'number',
    } as const
    await this.#insert(this.collection.tables.changes, sqlColumns(rows, types))
  }

  async #keep(values: StoreChanges['values']): Promise<void> {
    const { kept } = this.collection.tables
    const owner = (...names: string[]): SqlColumn => ({
      name: 'name',
      type: 'bytes',
      values: names.map(name => Buffer.from(name)),
    })
    await this.#removeRows(kept, [owner(...Object.keys(values))])
    for (const [name, value] of Object.entries(values))
      if (value !== null) await this.#addPieces(kept, owner(name), value, 0)
  }

  async #insert(table: string, columns: readonly SqlColumn[]): Promise<void> {
    if (columns[0].values.length > 0) await this.#connection.insert(table, columns)
  }

  async #removeRows(table: string, columns: readonly SqlColumn[]): Promise<void> {
    if (columns[0].values.length === 0) return
    const { statements } = this.collection
    await this.#connection.rows(statements.remove(table, columns), statements.given(columns))
  }
}
