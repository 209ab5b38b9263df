/**
 * Request files: the files that each job reads and writes.
 *
 * They have interfaces of their own: the flat options of programs extend them, and an editor shows no comment of a
 * property taken with `Pick`.
 */

/** The files that a run reads. */
export interface RunFiles {
  /** Paths, globs, directories, or `-` for standard input. */
  readonly inputs: readonly string[]
  /** File for the skipped records (JSONL, or CSV, Parquet or .xlsx by its name). Default: not written. */
  readonly bad?: string | undefined
}

export interface PairsFiles {
  /** File for the pairs (CSV, or JSONL when it ends in .jsonl). Default: not written. */
  readonly output?: string | undefined
  /** File for the report (JSON). Default: not written. */
  readonly report?: string | undefined
  /** File for a page that shows the run, self-contained (HTML). Default: not written. */
  readonly reportHtml?: string | undefined
}

export interface MatchFiles {
  /** The other side, B; `inputs` are A. */
  readonly against: readonly string[]
  /** Columns of B that A has under other names, as `{ b_name: 'name' }`. Default: none. */
  readonly map?: Readonly<Record<string, string>> | undefined
  /** File for the pairs: id1 of A, id2 of B (CSV, or JSONL when it ends in .jsonl). Default: not written. */
  readonly output?: string | undefined
  /** File or directory, as with `dedupe`, for the records of A that have no twin in B. Default: not written. */
  readonly kept?: string | undefined
  /** File for all records of B, each with its best `match` in A and their `similarity`. Default: not written. */
  readonly annotated?: string | undefined
  /** File for the report (JSON). Default: not written. */
  readonly report?: string | undefined
  /** File for a page that shows the run, self-contained (HTML). Default: not written. */
  readonly reportHtml?: string | undefined
}
