/**
 * Error registry: every code the project can throw, with the exit status of the command line and the
 * status of the HTTP server. A test holds this table, `docs/errors.md`, the throwing sources and the
 * provoking tests equal in all directions.
 *
 * Exit status: 1 failed, 2 wrong usage, 3 input refused, 130 interrupted.
 */
export const registry = {
  BUG: { exit: 1, http: 500 },
  OPTION_UNKNOWN: { exit: 2, http: 400 },
  OPTION_VALUE: { exit: 2, http: 400 },
  BAND_SHAPE: { exit: 2, http: 400 },
  BANDS_UNREACHABLE: { exit: 2, http: 400 },
  WORKER_DIED: { exit: 1, http: 500 },
  MEMORY_EXHAUSTED: { exit: 1, http: 500 },
  RECORD_TOO_LONG: { exit: 3, http: 413 },
  TOO_MANY_BAD: { exit: 3, http: 400 },
  INPUT_NONE: { exit: 2, http: 400 },
  INPUT_MISSING: { exit: 2, http: 400 },
  INPUT_UNREADABLE: { exit: 3, http: 400 },
  INPUT_FORMAT_UNKNOWN: { exit: 2, http: 400 },
  INPUT_FORMATS_MIXED: { exit: 2, http: 400 },
  CSV_HEADER: { exit: 3, http: 400 },
  CSV_HEADERS_DIFFER: { exit: 2, http: 400 },
  CSV_COLUMNS: { exit: 3, http: 400 },
  CSV_QUOTE: { exit: 3, http: 400 },
  TEXT_FIELD: { exit: 2, http: 400 },
  TEXT_MISSING: { exit: 3, http: 400 },
  TEXT_NOT_STRING: { exit: 3, http: 400 },
  RECORD_NOT_OBJECT: { exit: 3, http: 400 },
  JSON_SYNTAX: { exit: 3, http: 400 },
  UTF8_INVALID: { exit: 3, http: 400 },
  NUL_BYTE: { exit: 3, http: 400 },
  ARCHIVE_TRUNCATED: { exit: 3, http: 400 },
  ARCHIVE_CORRUPT: { exit: 3, http: 400 },
  PARQUET_INVALID: { exit: 3, http: 400 },
  PARQUET_SCHEMA: { exit: 3, http: 400 },
  DISK_FULL: { exit: 1, http: 507 },
  OUTPUT_EXISTS: { exit: 2, http: 400 },
  OUTPUT_IS_INPUT: { exit: 2, http: 400 },
  OUTPUT_TWICE: { exit: 2, http: 400 },
  OUTPUT_DIRECTORY: { exit: 2, http: 400 },
  OUTPUT_FAILED: { exit: 1, http: 500 },
  INPUT_CHANGED: { exit: 1, http: 409 },
  PAIRS_FILE: { exit: 3, http: 400 },
  RECORDS_FILE: { exit: 3, http: 400 },
  PAIRS_LIMIT: { exit: 3, http: 413 },
  TOO_MANY_CLAUSES: { exit: 3, http: 413 },
  INDEX_FAILED: { exit: 1, http: 502 },
  DOCUMENT_NOT_FOUND: { exit: 2, http: 404 },
  SIGNATURE_MISMATCH: { exit: 2, http: 409 },
  SIGNATURE_FORMAT: { exit: 3, http: 400 },
  SOLR_CONFIG: { exit: 3, http: 400 },
  SOLR_UPDATE: { exit: 3, http: 400 },
  SOLR_UNSAFE: { exit: 2, http: 400 },
  BULK_FORMAT: { exit: 3, http: 400 },
  DOCUMENT_EXISTS: { exit: 2, http: 409 },
  STORE_UNAVAILABLE: { exit: 1, http: 503 },
  PACKAGE_MISSING: { exit: 1, http: 500 },
} as const satisfies Record<string, { exit: 1 | 2 | 3 | 130; http: number }>

/** One of the codes of the registry. */
export type ErrorCode = keyof typeof registry
