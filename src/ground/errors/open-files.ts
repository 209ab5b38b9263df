/** Open files, of which a process, or the system, may have so many only. */

/** What helps where there may be no more. */
export const moreOpenFiles = 'raise the limit of open files, which `ulimit -n` shows'

/** @param code of an error of the system, or words of Node that have it in them */
export function isTooManyOpen(code: string): boolean {
  return /\bE[MN]FILE\b|too many open files/.test(code)
}
