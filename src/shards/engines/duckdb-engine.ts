/** DuckDB engine: the statements in this process, in a database file or in memory, out of core where they must be. */
import { loadPackage } from '../../ground/errors/optional-package.ts'
import { type EngineSql, literal } from '../sql/dialect.ts'
import { duckdb } from '../sql/duckdb.ts'
import { engineFailed, runStatement, type SqlEngine } from './engine.ts'

/** The part of the package that is used. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<DuckDbInstance>
  }
}

interface DuckDbInstance {
  connect(): Promise<DuckDbConnection>
  closeSync(): void
}

interface DuckDbConnection {
  run(sql: string): Promise<unknown>
  runAndReadAll(sql: string): Promise<{ getRows(): readonly (readonly unknown[])[] }>
  interrupt(): void
  closeSync(): void
}

interface DuckDbSettings {
  /** The database file. Default: tables are in memory. */
  readonly path?: string
  readonly threads: number
  /** The budget of the process in bytes, of which it gets half; 0 if there is none. */
  readonly memory: number
  /** Directory for what does not fit into memory. */
  readonly temporary: string
  readonly signal: AbortSignal
}

export class DuckDbEngine implements SqlEngine {
  readonly dialect: EngineSql = duckdb
  readonly #instance: DuckDbInstance
  readonly #connection: DuckDbConnection
  readonly #signal: AbortSignal
  readonly #interrupt = () => this.#connection.interrupt()

  private constructor(instance: DuckDbInstance, connection: DuckDbConnection, signal: AbortSignal) {
    this.#instance = instance
    this.#connection = connection
    this.#signal = signal
    signal.addEventListener('abort', this.#interrupt)
  }

  /** @throws NearsameError PACKAGE_MISSING, SQL_ENGINE */
  static async open({
    path = ':memory:',
    threads,
    memory,
    temporary,
    signal,
  }: DuckDbSettings): Promise<DuckDbEngine> {
    // A variable, so that the package is not joined in.
    const name: string = '@duckdb/node-api'
    const { DuckDBInstance } = await loadPackage<DuckDb>(
      name,
      () => import(name),
      'use an engine of your own with the statements of `nearsame shard sql`',
    )
    try {
      const instance = await DuckDBInstance.create(path, {
        threads: String(threads),
        ...(memory > 0 && { memory_limit: `${Math.floor(memory / 2)}B` }),
      })
      const engine = new DuckDbEngine(instance, await instance.connect(), signal)
      await engine.run([
        `SET temp_directory = ${literal(temporary)}`,
        'SET preserve_insertion_order = false',
        // Memory of a dropped table goes back to the system: a tenth of the peak.
        "SET allocator_bulk_deallocation_flush_threshold = '4MB'",
      ])
      return engine
    } catch (cause) {
      throw engineFailed('DuckDB', `open ${path}`, cause)
    }
  }

  async run(statements: readonly string[]): Promise<void> {
    for (const statement of statements)
      await this.#guarded(statement, () => this.#connection.run(statement))
  }

  async numbers(query: string): Promise<number[]> {
    return (await this.#row(query))?.map(Number) ?? []
  }

  /** The only row of a query, whose columns are texts; undefined if it has none. */
  async texts(query: string): Promise<string[] | undefined> {
    return (await this.#row(query))?.map(String)
  }

  async #row(query: string): Promise<readonly unknown[] | undefined> {
    const reader = await this.#guarded(query, () => this.#connection.runAndReadAll(query))
    return reader.getRows()[0]
  }

  #guarded<T>(statement: string, work: (statement: string) => Promise<T>): Promise<T> {
    return runStatement('DuckDB', this.#signal, statement, work)
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#interrupt)
    this.#connection.closeSync()
    this.#instance.closeSync()
  }
}
