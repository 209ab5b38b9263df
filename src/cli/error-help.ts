/**
 * Error help: the section of the page of errors about one code, as `nearsame help CODE` prints it.
 *
 * The page is a file of the package, so that its text is not loaded with the command.
 */
import { readFileSync } from 'node:fs'
import { packageFile } from '../files/io/package-file.ts'
import { type ErrorCode, registry } from '../ground/errors/registry.ts'

/** The code that a word names, in any case; undefined if there is none. @example errorCodeOf('bug') // => 'BUG' */
export function errorCodeOf(word: string | undefined): ErrorCode | undefined {
  const code = word?.toUpperCase() ?? ''
  return Object.hasOwn(registry, code) ? (code as ErrorCode) : undefined
}

/** The section of a code, without its heading marks. */
export function errorHelp(code: ErrorCode): string {
  const sections = readFileSync(packageFile('docs/errors.md'), 'utf8').split(/^## /m)
  const { exit, http } = registry[code]
  const section = sections.find(text => text.startsWith(`${code}\n`))
  return `${section?.trimEnd() ?? `${code}: exit ${exit}, HTTP ${http}`}\n`
}
