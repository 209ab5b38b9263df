/** The limit of open files, of a process or the system. */

/** How to fix an exceeded limit. */
export const moreOpenFiles = 'raise the limit of open files (`ulimit -n`)'

/** @param code the code of a system error, or a message of Node that contains it */
export function isTooManyOpen(code: string): boolean {
  return /\bE[MN]FILE\b|too many open files/.test(code)
}
