/** The writer of one write: reads and `apply` in a transaction that holds the lock of the collection. */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { SqlColumn, SqlColumnType, SqlConnection, SqlRow } from '../database/client.ts'
import {
  changeKinds,
  type StoreChanges,
  type StoreCounters,
  type StoredDocument,
  type StoreWriter,
} from '../store/store.ts'
import { deflatedBody, documentColumns, postingColumns, sketchIn } from './documents.ts'
import { type SqlCollection, SqlReader } from './reader.ts'
import { applySizes, SizeChanges, type SizePlan } from './sizes.ts'
import { counterColumns, postingTypes } from './statements.ts'

const numberColumn = (name: string, values: ArrayLike<number | null>): SqlColumn => ({
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
    super(collection, connection)
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
    const gone = await this.#removed(changes.removed)
    const sizes = await this.#planSizes(changes, gone)
    await this.#remove(gone)
    await this.#removeLinks(changes.unlinked)
    await this.#add(changes.added)
    await this.#move(changes.moved)
    if (changes.linked.length > 0) {
      await this.#connection.insert(tables.links, [
        numberColumn(
          'a',
          changes.linked.map(({ a }) => a),
        ),
        numberColumn(
          'b',
          changes.linked.map(({ b }) => b),
        ),
      ])
    }
    await this.#log(changes.changes, nextChange)
    await this.#keep(changes.values)
    await applySizes(this, this.#connection, sizes)
    this.#after = [
      nextDocument + changes.added.length,
      nextCluster + changes.newClusters,
      nextChange + changes.changes.length,
      documents + changes.added.length - gone.length,
      clusters + sizes.clusters,
      removed + gone.length + changes.moved.length,
    ]
  }

  /** Rows (number, cluster, sketch, pieces) of those that exist. */
  #removed(numbers: readonly number[]): Promise<readonly SqlRow[]> {
    return this.find(this.collection.tables.documents, 'number, cluster, sketch, pieces', 'number', numbers)
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

  async #remove(gone: readonly SqlRow[]): Promise<void> {
    if (gone.length === 0) return
    const { tables } = this.collection
    const sketched = gone.map(([number, , bytes]) => ({
      number: Number(number),
      sketch: sketchIn(bytes as Uint8Array),
    }))
    const postings = postingColumns(
      sketched.flatMap(({ number, sketch }) => (sketch ? [{ number, sketch }] : [])),
    )
    if (postings[0].values.length > 0) await this.#removeRows(tables.postings, postings)
    const numbers = sketched.map(({ number }) => number)
    // The postings of a damaged sketch are unknown, so this scans all rows.
    const damaged = sketched.filter(({ sketch }) => sketch === undefined).map(({ number }) => number)
    if (damaged.length > 0)
      await this.#removeRows(tables.postings, [{ ...postingTypes[1], values: damaged }])
    await this.#removeRows(tables.links, [numberColumn('a', numbers)])
    await this.#removeRows(tables.links, [numberColumn('b', numbers)])
    const long = gone.filter(([, , , pieces]) => Number(pieces) > 0).map(([number]) => Number(number))
    if (long.length > 0) await this.#removeRows(tables.pieces, [numberColumn('document', long)])
    await this.#removeRows(tables.documents, [numberColumn('number', numbers)])
  }

  async #removeLinks(links: StoreChanges['unlinked']): Promise<void> {
    if (links.length === 0) return
    const ends = (name: 'a' | 'b') =>
      numberColumn(
        name,
        links.map(link => link[name]),
      )
    await this.#removeRows(this.collection.tables.links, [ends('a'), ends('b')])
  }

  async #add(documents: readonly StoredDocument[]): Promise<void> {
    if (documents.length === 0) return
    const { tables, statements } = this.collection
    const bodies = documents.map(({ body }) => deflatedBody(body))
    await this.#connection.insert(
      tables.documents,
      documentColumns(documents, bodies, statements.pieceBytes),
    )
    const postings = postingColumns(documents)
    if (postings[0].values.length > 0) await this.#connection.insert(tables.postings, postings)
    for (const [i, body] of bodies.entries()) {
      if (body.length > statements.pieceBytes) await this.#addPieces(documents[i].number, body)
    }
  }

  /** Inserts pieces one by one, because together they may exceed the database's limit. */
  async #addPieces(document: number, body: Uint8Array): Promise<void> {
    const { tables, statements } = this.collection
    for (let piece = 1; piece * statements.pieceBytes < body.length; piece++) {
      const bytes = body.subarray(piece * statements.pieceBytes, (piece + 1) * statements.pieceBytes)
      await this.#connection.insert(tables.pieces, [
        numberColumn('document', [document]),
        numberColumn('piece', [piece]),
        { name: 'bytes', type: 'bytes', values: [bytes] },
      ])
    }
  }

  async #move(moved: StoreChanges['moved']): Promise<void> {
    if (moved.length === 0) return
    const { tables, statements } = this.collection
    const columns = [
      numberColumn(
        'number',
        moved.map(({ number }) => number),
      ),
      numberColumn(
        'cluster',
        moved.map(({ cluster }) => cluster),
      ),
    ] as const
    const sql = statements.update(tables.documents, columns)
    await this.#connection.rows(sql, statements.given(columns))
  }

  async #log(changes: StoreChanges['changes'], next: number): Promise<void> {
    if (changes.length === 0) return
    const column = (
      name: string,
      of: (change: StoreChanges['changes'][number], i: number) => number | null,
    ) => numberColumn(name, changes.map(of))
    await this.#connection.insert(this.collection.tables.changes, [
      column('number', (_, i) => next + i),
      column('kind', ({ kind }) => changeKinds.indexOf(kind)),
      column('cluster', ({ cluster }) => cluster),
      column('other', ({ other }) => other),
      column('at', ({ at }) => at),
    ])
  }

  async #keep(values: StoreChanges['values']): Promise<void> {
    const entries = Object.entries(values)
    if (entries.length === 0) return
    const { tables, statements } = this.collection
    const names: SqlColumn = {
      name: 'name',
      type: 'bytes',
      values: entries.map(([name]) => Buffer.from(name)),
    }
    await this.#removeRows(tables.kept, [names])
    for (const [name, value] of entries) {
      if (value === null) continue
      for (let piece = 0; piece === 0 || piece * statements.pieceBytes < value.length; piece++) {
        const bytes = value.subarray(piece * statements.pieceBytes, (piece + 1) * statements.pieceBytes)
        await this.#connection.insert(tables.kept, [
          { name: 'name', type: 'bytes', values: [Buffer.from(name)] },
          numberColumn('piece', [piece]),
          { name: 'bytes', type: 'bytes', values: [bytes] },
        ])
      }
    }
  }

  async #removeRows(table: string, columns: readonly SqlColumn[]): Promise<void> {
    const { statements } = this.collection
    const types: readonly SqlColumnType[] = columns
    const sql = statements.remove(table, types)
    await this.#connection.rows(sql, statements.given(columns))
  }
}
