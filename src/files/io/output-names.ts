/**
 * Output names: refuses a name that shows another format than the file will hold, such as `.csv` for JSON lines.
 *
 * Kept records have the format of the inputs, and a check of their own.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../ground/json/field.ts'
import type { Declarations, FileContents } from '../../ground/options/declare.ts'
import { foreignFix, formatOfName, isJson, isPackedInside, isUnwritten, otherContent } from './file-name.ts'

/** The extensions that say what a file holds; a name without a known one is allowed for all. */
const contents: Readonly<Record<FileContents, readonly [what: string, extensions: readonly string[]]>> = {
  columns: ['CSV, JSON lines, Parquet or a workbook', ['csv', 'jsonl', 'parquet', 'xlsx']],
  rows: ['CSV or JSON lines, or of the rows of one workbook .xlsx', ['csv', 'jsonl', 'xlsx']],
  lines: ['JSON lines', ['jsonl']],
  json: ['JSON', ['json']],
  messages: ['JSON or JSON lines', ['json', 'jsonl']],
  page: ['an HTML page', ['html', 'htm', 'xhtml']],
  picture: ['an SVG picture', ['svg']],
}

/** What the outputs of a request hold, by the names of their fields. */
type OutputContents = Readonly<Record<string, FileContents>>

/** What every job may write. */
const usual: OutputContents = { bad: 'columns' }

/** What the outputs hold that declared options name. */
export function contentsOf(declarations: Declarations): OutputContents {
  const held = Object.entries(declarations).map(([name, { holds }]) => [name, holds] as const)
  return Object.fromEntries(held.filter((entry): entry is [string, FileContents] => entry[1] !== undefined))
}

/** @param own what outputs of this job hold @throws NearsameError OUTPUT_FORMAT */
export function checkOutputNames(request: object, own: OutputContents = {}): void {
  const given = request as Readonly<Record<string, unknown>>
  for (const [field, content] of Object.entries({ ...usual, ...own })) {
    const path = ownValue(given, field)
    if (typeof path !== 'string') continue
    const [what, extensions] = contents[content]
    const named = nameOf(path)
    if (named === undefined || extensions.includes(named)) continue
    const fix = extensions.map(extension => `.${extension}`).join(' or ')
    throw new NearsameError('OUTPUT_FORMAT', {
      expected: `a name for ${what}`,
      got: path,
      fix: `use the extension ${fix}`,
    })
  }
}

/** The format that a name shows; undefined if it shows none. */
function nameOf(path: string): string | undefined {
  if (isJson(path)) return 'json'
  const { format, compression } = formatOfName(path)
  if (isPackedInside(format) && compression !== 'none') return 'foreign'
  if (format !== 'whole' && format !== 'txt') return format
  // Another check refuses compressions and archives.
  return foreignFix(path) === undefined || isUnwritten(path) ? otherContent(path) : 'foreign'
}
