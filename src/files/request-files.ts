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
  /** File for the skipped records (JSONL, or CSV). Default: not written. */
  readonly bad?: string | undefined
}

export interface DedupeFiles {
  /**
   * File for the kept records, unchanged; or a directory, by a slash at its end or because it exists, with a file for
   * each input. Default: not written; the command line requires it.
   */
  readonly output?: string | undefined
  /** File for the removed records, each with its twin, measure and reason (JSONL, or CSV). Default: not written. */
  readonly removed?: string | undefined
  /** File for the clusters (JSONL, or CSV with a row for each member). Default: not written. */
  readonly clusters?: string | undefined
  /** File for the measured pairs (CSV, or JSONL when it ends in .jsonl). Default: not written. */
  readonly pairs?: string | undefined
  /** File for the report (JSON). Default: not written. */
  readonly report?: string | undefined
  /** File for a page that shows the run, self-contained (HTML). Default: not written. */
  readonly reportHtml?: string | undefined
  /** File for the removed records as deletions for the index that they came from. Default: not written. */
  readonly deletesOutput?: string | undefined
  /** The search engine of `deletesOutput`: `bulk` for Elasticsearch and OpenSearch. Default: none. */
  readonly deletes?: 'bulk' | 'solr' | undefined
  /** Name of the index, with `deletes` bulk. Default: the field `_index` of each record. */
  readonly deletesIndex?: string | undefined
  /**
   * Fields for the kept records, such as `cluster=c,size=n,kind=k,probability=p`: values and the names of the fields
   * that get them. Default: kept records are unchanged.
   */
  readonly annotate?: string | undefined
  /** File for all records, each with these fields; by default `cluster,size,kind,probability`. Default: not written. */
  readonly annotated?: string | undefined
  /** Directory of what earlier runs decided, with which new files are compared, too. Default: no earlier runs. */
  readonly state?: string | undefined
  /** File for one record a cluster, merged field by field (JSONL, or CSV). Default: not written. */
  readonly golden?: string | undefined
  /** The values that `golden` gets: `most-frequent`, `longest`, or `newest:COLUMN`. Default: most-frequent. */
  readonly goldenRule?: string | undefined
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
