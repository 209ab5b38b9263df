/**
 * SQLite apply: the changes of one write in one transaction, in the writer thread.
 *
 * It maintains the counts of documents and clusters, so that no query has to count. A cluster of one document has no
 * row: nearly all clusters are like that.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { segmentNumbers } from '../../postings/segment-numbers.ts'
import { changeKinds } from '../../store/store.ts'
import { documentSum, keptBody } from '../file/bodies.ts'
import { type PackedChanges, type PackedDocument, unpackDocument } from './changes.ts'

const sql = {
  counters: 'SELECT * FROM counters',
  count: `UPDATE counters SET document = ?, cluster = ?, change = ?, documents = ?, clusters = ?,
    removed_bytes = ?, writes = writes + 1`,
  document: 'INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?)',
  body: 'INSERT INTO bodies VALUES (?, ?, ?, ?, ?)',
  clusterOf: 'SELECT cluster FROM documents WHERE number = ?',
  bytesOf: `SELECT length(CAST(name AS BLOB)) + 2 * length(sketch) + length(bytes) + 60 AS bytes
    FROM documents JOIN bodies USING (number) WHERE number = ?`,
  dropDocument: 'DELETE FROM documents WHERE number = ?',
  dropBody: 'DELETE FROM bodies WHERE number = ?',
  dropLinksOfA: 'DELETE FROM links WHERE a = ?',
  dropLinksOfB: 'DELETE FROM links WHERE b = ?',
  snapshotOf: 'SELECT 1 FROM snapshots WHERE start = ?',
  gone: 'INSERT OR IGNORE INTO gone VALUES (?)',
  move: 'UPDATE documents SET cluster = ? WHERE number = ?',
  link: 'INSERT INTO links VALUES (?, ?)',
  unlink: 'DELETE FROM links WHERE a = ? AND b = ?',
  change: 'INSERT INTO changes VALUES (?, ?, ?, ?, ?)',
  value: 'INSERT OR REPLACE INTO "values" VALUES (?, ?)',
  dropValue: 'DELETE FROM "values" WHERE name = ?',
  sizeOf: 'SELECT documents FROM larger_clusters WHERE cluster = ?',
  isThere: 'SELECT 1 FROM documents WHERE cluster = ? LIMIT 1',
  setSize: 'INSERT OR REPLACE INTO larger_clusters VALUES (?, ?)',
  dropSize: 'DELETE FROM larger_clusters WHERE cluster = ?',
} as const

interface Counters {
  document: number
  cluster: number
  change: number
  documents: number
  clusters: number
  removed_bytes: number
}

export class SqliteApply {
  readonly #database: DatabaseSync
  readonly #statements: Readonly<Record<keyof typeof sql, StatementSync>>

  constructor(database: DatabaseSync) {
    this.#database = database
    const prepared = Object.entries(sql).map(([name, text]) => [name, database.prepare(text)])
    this.#statements = Object.fromEntries(prepared)
  }

  /**
   * Durable when it returns; without effect when it throws.
   *
   * @returns the approximate number of bytes written
   */
  apply(changes: PackedChanges): number {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const bytes = this.#all(changes)
      this.#database.exec('COMMIT')
      return bytes
    } catch (error) {
      // Some errors end the transaction by themselves.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  #all(changes: PackedChanges): number {
    const counters = this.#statements.counters.get() as unknown as Counters
    const clusters = new ClusterSizes(this.#statements, counters.cluster)
    for (const number of changes.removed) this.#remove(number, counters, clusters)
    const { unlinked, moved, linked } = changes
    for (let i = 0; i < unlinked.length; i += 2) this.#statements.unlink.run(unlinked[i], unlinked[i + 1])
    let bytes = 0
    for (let i = 0; i < changes.names.length; i++) bytes += this.#add(unpackDocument(changes, i), clusters)
    for (let i = 0; i < moved.length; i += 2) {
      clusters.change(this.#clusterOf(moved[i]), -1)
      clusters.change(moved[i + 1], 1)
      this.#statements.move.run(moved[i + 1], moved[i])
    }
    for (let i = 0; i < linked.length; i += 2) this.#statements.link.run(linked[i], linked[i + 1])
    this.#log(changes.changes, counters)
    for (const [name, value] of Object.entries(changes.values)) {
      if (value === null) this.#statements.dropValue.run(name)
      else this.#statements.value.run(name, value)
    }
    counters.document += changes.names.length
    counters.documents += changes.names.length
    counters.cluster += changes.newClusters
    counters.clusters += clusters.write()
    this.#count(counters)
    return bytes
  }

  #count({ document, cluster, change, documents, clusters, removed_bytes }: Counters): void {
    this.#statements.count.run(document, cluster, change, documents, clusters, removed_bytes)
  }

  #add(
    { number, name, cluster, addedAt, expiresAt, sketch, body }: PackedDocument,
    sizes: ClusterSizes,
  ): number {
    sizes.change(cluster, 1)
    const checksum = documentSum({ name, added: addedAt, expires: expiresAt, sketch })
    this.#statements.document.run(number, name, cluster, addedAt, expiresAt, sketch, checksum)
    const { encoding, size, sum, bytes } = keptBody(body)
    this.#statements.body.run(number, encoding, size, sum, bytes)
    return sketch.length + bytes.length
  }

  #remove(number: number, counters: Counters, sizes: ClusterSizes): void {
    sizes.change(this.#clusterOf(number), -1)
    counters.documents--
    counters.removed_bytes += Number(this.#statements.bytesOf.get(number)?.bytes ?? 0)
    for (const name of ['dropDocument', 'dropBody', 'dropLinksOfA', 'dropLinksOfB'] as const) {
      this.#statements[name].run(number)
    }
    const start = number - (number % segmentNumbers)
    if (this.#statements.snapshotOf.get(start) !== undefined) this.#statements.gone.run(number)
  }

  #log(changes: Float64Array, counters: Counters): void {
    for (let i = 0; i < changes.length; i += 4) {
      const [kind, cluster, other, at] = changes.subarray(i, i + 4)
      this.#statements.change.run(
        counters.change++,
        changeKinds[kind],
        cluster,
        Number.isNaN(other) ? null : other,
        at,
      )
    }
  }

  #clusterOf(number: number): number {
    return Number(this.#statements.clusterOf.get(number)?.cluster)
  }
}

/** The sizes of the clusters that a write changes. */
class ClusterSizes {
  readonly #statements: Readonly<Record<keyof typeof sql, StatementSync>>
  readonly #firstNew: number
  readonly #before = new Map<number, number>()
  readonly #after = new Map<number, number>()

  constructor(statements: Readonly<Record<keyof typeof sql, StatementSync>>, firstNew: number) {
    this.#statements = statements
    this.#firstNew = firstNew
  }

  /** Call before the documents change: the first call for a cluster reads its size. */
  change(cluster: number, by: number): void {
    let size = this.#after.get(cluster)
    if (size === undefined) {
      size = this.#read(cluster)
      this.#before.set(cluster, size)
    }
    this.#after.set(cluster, size + by)
  }

  /** @returns the change in the number of clusters */
  write(): number {
    let more = 0
    for (const [cluster, size] of this.#after) {
      const before = this.#before.get(cluster) ?? 0
      more += Number(size > 0) - Number(before > 0)
      if (size > 1) this.#statements.setSize.run(cluster, size)
      else if (before > 1) this.#statements.dropSize.run(cluster)
    }
    return more
  }

  #read(cluster: number): number {
    if (cluster >= this.#firstNew) return 0
    const size = this.#statements.sizeOf.get(cluster)
    if (size !== undefined) return Number(size.documents)
    return this.#statements.isThere.get(cluster) === undefined ? 0 : 1
  }
}
