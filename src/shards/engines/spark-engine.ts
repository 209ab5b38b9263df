/** Spark engine: the statements on a server that speaks Spark Connect, such as Spark 4 and Sail. */
import type { RunEvents } from '../../files/requests.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { literal } from '../sql/dialect.ts'
import { spark } from '../sql/spark.ts'
import { ConnectSession } from './connect/connect-session.ts'
import type { ConnectPlace } from './connect/connect-url.ts'
import { runStatement, type SqlEngine } from './engine.ts'

/** Rows in one task of a program that runs inside the engine. */
const rowFormat = `ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t'`

export class SparkEngine implements SqlEngine {
  readonly dialect: SqlEngine['dialect']
  readonly #session: ConnectSession
  readonly #url: string
  readonly #signal: AbortSignal
  readonly #interrupt = () => {
    this.#session.interrupt().catch(() => {}) // the statement fails anyway, or the server is gone
  }

  /** @param base the directory of the tables, on storage that the executors share */
  constructor(place: ConnectPlace, base: string, { signal, progress }: RunEvents) {
    this.dialect = spark(base)
    this.#url = place.url
    this.#signal = signal
    this.#session = new ConnectSession(place, ({ done, tasks }) =>
      progress({ stage: 'group', documents: 0, bytes: done, totalBytes: tasks }),
    )
    signal.addEventListener('abort', this.#interrupt)
  }

  async run(statements: readonly string[]): Promise<void> {
    for (const statement of statements) await this.#guarded(statement, () => this.#session.run(statement))
  }

  async numbers(query: string): Promise<number[]> {
    const rows = await this.#guarded(query, () => this.#session.numbers(query))
    return rows[0] ?? []
  }

  /**
   * Runs a program on the executors: it reads a task a line and answers each with a line.
   *
   * @throws NearsameError SQL_ENGINE, with what the program wrote to standard error
   */
  async transform(command: string, tasks: readonly string[]): Promise<void> {
    const values = tasks.map(task => `(${literal(task)})`).join(', ')
    const [answers] = await this.numbers(`SELECT count(answer) FROM (
SELECT TRANSFORM(task) ${rowFormat} USING ${literal(command)} AS (answer STRING) ${rowFormat}
FROM (SELECT /*+ REPARTITION(${tasks.length}) */ task FROM VALUES ${values} AS t(task)))`)
    if (answers !== tasks.length) throw unanswered(tasks.length, answers)
  }

  /** Whether the engine runs programs on its executors. */
  async canTransform(): Promise<boolean> {
    const query = `SELECT count(b) FROM (SELECT TRANSFORM(a) ${rowFormat} USING 'cat' AS (b STRING) ${rowFormat}
FROM VALUES ('x') AS t(a))`
    try {
      return (await this.#session.numbers(query))[0][0] === 1
    } catch {
      this.#signal.throwIfAborted()
      return false
    }
  }

  #guarded<T>(statement: string, work: (statement: string) => Promise<T>): Promise<T> {
    return runStatement(`the server at ${this.#url}`, this.#signal, statement, work)
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#interrupt)
    await this.#session.close()
  }
}

function unanswered(tasks: number, answers: number): NearsameError {
  return new NearsameError('SQL_ENGINE', {
    expected: `${tasks} answers of the program on the executors`,
    got: `${answers}`,
    fix: 'check that `executor` is a command that starts nearsame on every executor',
  })
}
