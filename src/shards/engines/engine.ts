/** SqlEngine: runs the statements of a job. Only counts come back as rows; tables stay with the engine or in files. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { EngineSql } from '../sql/dialect.ts'

export interface SqlEngine {
  readonly dialect: EngineSql
  /** Runs statements one after the other. @throws NearsameError SQL_ENGINE; the reason of the signal */
  run(statements: readonly string[]): Promise<void>
  /** The only row of a query, whose columns are BIGINT. @throws as `run` does; what `refuse` refuses is SQL_ENGINE */
  numbers(query: string): Promise<number[]>
  close(): Promise<void>
}

/**
 * Runs a statement.
 *
 * @param engine its name in the error
 * @throws NearsameError SQL_ENGINE; the reason of the signal
 */
export async function runStatement<T>(
  engine: string,
  signal: AbortSignal,
  statement: string,
  work: (statement: string) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  try {
    return await work(statement)
  } catch (cause) {
    signal.throwIfAborted()
    throw engineFailed(engine, statement, cause)
  }
}

/** An error of an engine, with the statement that failed. */
export function engineFailed(engine: string, statement: string, cause: unknown): NearsameError {
  const text = cause instanceof Error ? cause.message : String(cause)
  return new NearsameError('SQL_ENGINE', {
    expected: `${engine} to run a statement`,
    got: text.trim().replaceAll(/\s+/g, ' ').slice(0, 500),
    where: `\`${statement.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}\``,
    fix: 'see what the message says; what was signed and measured is kept, so start the job again',
    cause,
  })
}
