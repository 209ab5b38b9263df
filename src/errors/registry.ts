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
} as const satisfies Record<string, { exit: 1 | 2 | 3 | 130; http: number }>

/** One of the codes of the registry. */
export type ErrorCode = keyof typeof registry
