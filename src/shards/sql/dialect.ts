/** EngineSql: what differs between the engines that run the statements. One file for each. */

export interface EngineSql {
  readonly name: 'duckdb' | 'spark'
  /** Makes, or makes again, a table of the rows of a query. */
  create(table: string, query: string): readonly string[]
  /** Removes a table that is no longer needed. */
  drop(table: string): readonly string[]
  /** Makes the Parquet files of a directory a table. */
  open(table: string, directory: string): readonly string[]
  /**
   * Writes the rows of a query, which is in order, into Parquet files, for other programs.
   *
   * @param path a file, or of Spark a directory
   * @param facts JSON for their metadata, if there is any; Spark writes none
   */
  save(path: string, query: string, facts?: string): readonly string[]
  /**
   * Makes `bands` (`groups.ts`) of `texts`: `band`, `document`, `members` of the group, `crowd`.
   *
   * @param keys columns of keys, by band
   * @param agree groups of a text, at least
   */
  groups(keys: readonly string[], agree: number): readonly string[]
  /** One row for each item of a list. */
  unnest(items: readonly string[]): string
  /** The number of bits in which two BIGINTs differ. */
  differingBits(a: string, b: string): string
  /** A query that fails unless the condition holds for all rows together. */
  refuse(condition: string, table: string, text: string): string
}

/** The number of a group. */
export function groupNumber(key: string, band: number): string {
  return `CAST(${key} AS BIGINT) + ${2 ** 32 * band}`
}

/** A text as a literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
