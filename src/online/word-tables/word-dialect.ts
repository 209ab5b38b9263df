/**
 * The few points in which the SQL of word tables differs between databases. `sqlite-word-tables.ts`,
 * `postgres-word-tables.ts` and `mariadb-word-tables.ts` give one each.
 */
export interface WordDialect {
  /** Waits for the turn to make these tables; the last statement gives 1 when it has come. */
  readonly enter: (table: string) => readonly string[]
  /** Ends the turn. */
  readonly leave: (table: string) => readonly string[]
  /** The statements that create tables and indexes where they are missing. */
  readonly schema: (table: string) => readonly string[]
  /** The number of rows of a group, as `HAVING` may name it. */
  readonly intersects: string
  /** A join whose left side is read first, where the planner can be told so. */
  readonly joinInOrder: string
  /** In conflict with any other that changes the rows that it removes, whatever the settings of the server. */
  readonly begin: readonly string[]
  /** A transaction that sees one state of the tables throughout, or in a statement where they are copied. */
  readonly beginSnapshot: readonly string[]
  /**
   * Copies one state of the tables, where filling temporary tables from them would hold up writers. Default: no copy
   * is made.
   */
  readonly copy?: (table: string, copied: string) => readonly string[]
  /** A temporary table of the rows of a query, with an index. */
  readonly temporary: (name: string, key: string, query: string) => readonly string[]
  /** Begins the statement that drops a temporary table. */
  readonly dropTemporary: string
  /** Refreshes the statistics of the planner. */
  readonly analyse: (table: string) => readonly string[]
}
