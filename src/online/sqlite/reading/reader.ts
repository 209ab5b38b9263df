/**
 * SQLite reader: the queries of a store, on one state of a collection's database.
 *
 * A read transaction stays open, so that all reads until `refresh` see one state, and none takes a file lock. The WAL
 * cannot be checkpointed past an open read transaction; the collection refreshes the reader for that.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type {
  ClusterLink,
  ClusterSize,
  NumberedChange,
  StoreCounters,
  StoredDocument,
  StoreReader,
} from '../../store/store.ts'
import { documentSum, type KeptBody, type KeptDocument, readBody } from '../file/bodies.ts'
import { corrupted, outOfOrder, sqliteError } from '../file/errors.ts'
import { sketchWords } from '../file/segments.ts'

const sql = {
  // Many rows of one statement take a third of the time of a statement for each.
  states: `SELECT number, name, cluster, added, expires, sketch, sum
    FROM json_each(?) JOIN documents ON number = value`,
  documents: `SELECT number, name, cluster, added, expires, sketch, documents.sum,
    encoding, size, bodies.sum AS bodySum, bytes
    FROM json_each(?) JOIN documents ON documents.number = value LEFT JOIN bodies USING (number)`,
  name: 'SELECT name FROM documents WHERE number = ?',
  names: 'SELECT number, name FROM documents',
  list: 'SELECT number FROM documents WHERE number > ? ORDER BY number LIMIT ?',
  added: 'SELECT number FROM documents INDEXED BY documents_added WHERE added < ? LIMIT ?',
  expires: 'SELECT number FROM documents INDEXED BY documents_expires WHERE expires <= ? LIMIT ?',
  old: 'SELECT number FROM documents NOT INDEXED WHERE added < ? OR expires <= ? ORDER BY number LIMIT ?',
  members: 'SELECT number FROM documents INDEXED BY documents_cluster WHERE cluster = ? ORDER BY number',
  clusters: `SELECT cluster, count(*) AS documents FROM documents INDEXED BY documents_cluster
    WHERE cluster > ? GROUP BY cluster ORDER BY cluster LIMIT ?`,
  larger: `SELECT cluster, documents FROM larger_clusters
    WHERE cluster > ? AND documents >= ? ORDER BY cluster LIMIT ?`,
  linksOfA: 'SELECT a, b FROM links WHERE a = ?',
  linksOfB: 'SELECT a, b FROM links INDEXED BY links_b WHERE b = ?',
  changes: 'SELECT number, kind, cluster, other, at FROM changes WHERE number > ? ORDER BY number LIMIT ?',
  value: 'SELECT bytes FROM "values" WHERE name = ?',
  counters: 'SELECT * FROM counters',
  snapshots: 'SELECT coalesce(sum(size), 0) AS bytes FROM snapshots',
  pages: 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  free: 'SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size',
} as const

/** With more old documents than this, a walk through the table soon finds the oldest. */
const fewOld = 20_000

const noBody = new Uint8Array(0)

interface ReaderCounters extends StoreCounters {
  readonly documents: number
  readonly clusters: number
  readonly removedBytes: number
  /** Number of writes so far. */
  readonly writes: number
}

export class SqliteReader {
  readonly database: DatabaseSync
  readonly #file: string
  readonly #statements: Readonly<Record<keyof typeof sql, StatementSync>>
  #counters: ReaderCounters

  constructor(database: DatabaseSync, file: string) {
    this.database = database
    this.#file = file
    this.#statements = this.#wrapErrors(() => {
      const prepared = Object.entries(sql).map(([name, text]) => [name, database.prepare(text)])
      return Object.fromEntries(prepared)
    })
    this.#counters = this.refresh()
    this.#checkCounters()
  }

  get counters(): ReaderCounters {
    return this.#counters
  }

  /** Moves on to the latest committed state. */
  refresh(): ReaderCounters {
    return this.#wrapErrors(() => {
      if (this.database.isTransaction) this.database.exec('COMMIT')
      this.database.exec('BEGIN')
      // The first read fixes the state.
      const row = this.#statements.counters.get()
      if (row === undefined) throw corrupted(this.#file, 'no counters')
      const { removed_bytes, ...counters } = row as unknown as ReaderCounters & { removed_bytes: number }
      this.#counters = { ...counters, removedBytes: removed_bytes }
      return this.#counters
    })
  }

  /** Damaged counters would give wrong numbers to the next documents. */
  #checkCounters(): void {
    const counts = Object.values(this.#counters)
    const isWhole = counts.every(count => Number.isSafeInteger(count) && count >= 0)
    if (!isWhole || this.#statements.counters.all().length !== 1)
      throw corrupted(this.#file, 'damaged counters')
  }

  close(): void {
    this.database.close()
  }

  name(number: number): string | undefined {
    return this.#wrapErrors(() => this.#statements.name.get(number)?.name as string | undefined)
  }

  /** The numbers of these names, by a pass over all documents. */
  numbersByName(names: ReadonlySet<string>): ReadonlyMap<string, number> {
    return this.#wrapErrors(() => {
      const found = new Map<string, number>()
      for (const { number, name } of this.#statements.names.iterate())
        if (names.has(String(name))) found.set(String(name), Number(number))
      return found
    })
  }

  /** As `StoreReader.documents`. */
  async documents(
    numbers: readonly number[],
    { body: isWithBody }: { readonly body: boolean },
  ): Promise<(StoredDocument | undefined)[]> {
    const rows = this.#rows<Record<string, unknown>>(
      isWithBody ? 'documents' : 'states',
      JSON.stringify(numbers),
    )
    const found = new Map(rows.map(row => [Number(row.number), row]))
    return Promise.all(
      numbers.map(number => {
        const row = found.get(number)
        return row && this.#document(row, isWithBody)
      }),
    )
  }

  /** @throws NearsameError STORE_CORRUPT */
  #document(row: Record<string, unknown>, isWithBody: boolean): StoredDocument | Promise<StoredDocument> {
    const document = documentOf(row)
    const withBody = (body: Uint8Array | undefined) => {
      if (document === undefined || body === undefined)
        throw corrupted(this.#file, `a damaged document ${Number(row.number)}`)
      return { ...document, body }
    }
    if (!isWithBody) return withBody(noBody)
    const reading = readBody({ ...(row as unknown as KeptBody), sum: Number(row.bodySum) })
    return reading instanceof Promise ? reading.then(withBody) : withBody(reading)
  }

  list(after: number, limit: number): number[] {
    return this.#ascending(this.#numbers('list', after, limit), after, number => number)
  }

  expired({ addedBefore, expiresBy }: Parameters<StoreReader['expired']>[0], limit: number): number[] {
    const old = addedBefore === null ? [] : this.#numbers('added', addedBefore, fewOld)
    const over = expiresBy === null ? [] : this.#numbers('expires', expiresBy, fewOld)
    const isMany = old.length + over.length >= fewOld
    const numbers = isMany ? this.#numbers('old', addedBefore, expiresBy, limit) : [...old, ...over]
    return [...new Set(numbers)].sort((a, b) => a - b).slice(0, limit)
  }

  members(cluster: number): number[] {
    return this.#numbers('members', cluster)
  }

  clusters(after: number, limit: number, least: number): ClusterSize[] {
    const sizes =
      least <= 1
        ? this.#objects<ClusterSize>('clusters', after, limit)
        : this.#objects<ClusterSize>('larger', after, least, limit)
    return this.#ascending(sizes, after, ({ cluster }) => cluster)
  }

  links(numbers: readonly number[]): ClusterLink[] {
    const wanted = new Set(numbers)
    const found: ClusterLink[] = []
    for (const number of wanted) {
      found.push(...this.#objects<ClusterLink>('linksOfA', number))
      // A link of two wanted documents came up at its lower end.
      const others = this.#objects<ClusterLink>('linksOfB', number)
      found.push(...others.filter(({ a }) => !wanted.has(a)))
    }
    return found.sort((x, y) => x.a - y.a || x.b - y.b)
  }

  changes(after: number, limit: number): NumberedChange[] {
    const changes = this.#objects<NumberedChange>('changes', after, limit)
    return this.#ascending(changes, after, ({ number }) => number)
  }

  value(name: string): Uint8Array | undefined {
    return this.#wrapErrors(() => this.#statements.value.get(name)?.bytes as Uint8Array | undefined)
  }

  /** Bytes of the database without its WAL, of the snapshot files, and of free pages. */
  sizes(): { readonly pages: number; readonly snapshots: number; readonly free: number } {
    const bytesOf = (name: 'pages' | 'snapshots' | 'free') => Number(this.#statements[name].get()?.bytes)
    return this.#wrapErrors(() => ({
      pages: bytesOf('pages'),
      snapshots: bytesOf('snapshots'),
      free: bytesOf('free'),
    }))
  }

  /** Checks a page of a list: a damaged table could lead backwards, and a caller that pages would never end. */
  #ascending<T>(page: T[], after: number, placeOf: (item: T) => number): T[] {
    let last = after
    for (const item of page) {
      const place = placeOf(item)
      if (!(place > last)) throw outOfOrder(this.#file)
      last = place
    }
    return page
  }

  #numbers(name: keyof typeof sql, ...values: SQLInputValue[]): number[] {
    return this.#rows<{ number: number }>(name, ...values).map(({ number }) => number)
  }

  /** The rows of a statement, as objects with a prototype. */
  #objects<R extends object>(name: keyof typeof sql, ...values: SQLInputValue[]): R[] {
    return this.#rows<R>(name, ...values).map(row => ({ ...row }))
  }

  #rows<R>(name: keyof typeof sql, ...values: SQLInputValue[]): R[] {
    return this.#wrapErrors(() => this.#statements[name].all(...values) as R[])
  }

  #wrapErrors<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      throw sqliteError(error, this.#file)
    }
  }
}

/** A row as a document without its body; undefined if it is damaged. */
function documentOf(row: Record<string, unknown>): StoredDocument | undefined {
  const document = row as unknown as KeptDocument & { number: number; cluster: number; sum: number }
  const { number, name, cluster, added, expires, sketch, sum } = document
  // A damaged column may hold any type of value.
  if (!(sketch instanceof Uint8Array) || documentSum(document) !== sum) return undefined
  const words = sketchWords(sketch)
  const parts = { hashes: words.subarray(0, 8), postings: words.subarray(8) }
  return { number, name, cluster, addedAt: added, expiresAt: expires, sketch: parts, body: noBody }
}
