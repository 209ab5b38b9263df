/**
 * Word dialect: the differences between databases in the SQL of word tables. `sqlite-word-tables.ts`,
 * `postgres-word-tables.ts` and `mariadb-word-tables.ts` each have one.
 */
export interface WordDialect {
  /** Takes the lock for creating these tables; the last statement returns 1 on success. */
  readonly enter: (table: string) => readonly string[]
  /** Releases the lock. */
  readonly leave: (table: string) => readonly string[]
  /** The statements that create missing tables and indexes. */
  readonly schema: (table: string) => readonly string[]
  /** The number of rows of a group, as `HAVING` accepts it. */
  readonly intersects: string
  /** A join that reads its left side first, if the planner can be forced to. */
  readonly joinInOrder: string
  /** Conflicts with any other transaction that changes the rows it removes, whatever the server's settings. */
  readonly begin: readonly string[]
  /** A transaction that sees one state of the tables throughout, or per statement if they are copied. */
  readonly beginSnapshot: readonly string[]
  /** Copies one state of the tables, if filling temporary tables from them would block writers. Default: no copy. */
  readonly copy?: (table: string, copied: string) => readonly string[]
  /** Creates a temporary table of the rows of a query, with an index. */
  readonly temporary: (name: string, key: string, query: string) => readonly string[]
  /** Begins the statement that drops a temporary table. */
  readonly dropTemporary: string
  /** Refreshes the statistics of the planner. */
  readonly analyse: (table: string) => readonly string[]
}
