/** Error help: the section of the page of errors about one code, as `nearsame help CODE` prints it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorCode, registry } from '../ground/errors/registry.ts'

/** The page, from the directory of this module in the sources and in the package. */
const pages = ['../docs/errors.md', '../../docs/errors.md', '../../../docs/errors.md']

/** The code that a word names, in any case; undefined if there is none. @example errorCodeOf('bug') // => 'BUG' */
export function errorCodeOf(word: string | undefined): ErrorCode | undefined {
  const code = word?.toUpperCase() ?? ''
  return Object.hasOwn(registry, code) ? (code as ErrorCode) : undefined
}

/** The section of a code, without its heading marks. */
export function errorHelp(code: ErrorCode): string {
  const page = pages.map(path => join(import.meta.dirname, path)).find(path => existsSync(path))
  const { exit, http } = registry[code]
  const sections = page === undefined ? [] : readFileSync(page, 'utf8').split(/^## /m)
  const section = sections.find(text => text.startsWith(`${code}\n`))
  return `${section?.trimEnd() ?? `${code}: exit ${exit}, HTTP ${http}`}\n`
}
