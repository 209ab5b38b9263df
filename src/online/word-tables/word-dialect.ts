/**
 * Word dialect: the differences between databases in the SQL of word tables. `sqlite-word-tables.ts` and
 * `postgres-word-tables.ts` each have one.
 */
export interface WordDialect {
  /** The statements that begin a transaction alone in creating these tables, and create missing ones and indexes. */
  readonly schema: (table: string) => readonly string[]
  /** The number of rows of a group, as `HAVING` accepts it. */
  readonly intersects: string
  /** A join that reads its left side first, if the planner can be forced to. */
  readonly joinInOrder: string
  /** Conflicts with any other transaction that changes the rows it removes, whatever the server's settings. */
  readonly begin: readonly string[]
  /** A transaction that sees one state of the tables throughout. */
  readonly beginSnapshot: readonly string[]
  /** Creates a temporary table of the rows of a query, with an index. */
  readonly temporary: (name: string, key: string, query: string) => readonly string[]
  /** Begins the statement that drops a temporary table. */
  readonly dropTemporary: string
  /** Refreshes the statistics of the planner. */
  readonly analyse: (table: string) => readonly string[]
}
