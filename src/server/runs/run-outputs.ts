/**
 * Run outputs: the files that a run writes, by the name of their route.
 *
 *     lib.csv  ─▶  lib.kept.csv, lib.removed.csv, lib.annotated.csv, lib.golden.csv, …
 *
 * Those that nearly everybody takes have the format that came, where it can hold them.
 */
import { formats } from '../../files/formats/formats.ts'
import { formatOfName } from '../../files/io/file-name.ts'
import { packageFile } from '../../files/io/package-file.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputFormat } from '../../ground/options/input-options.ts'
import type { RunOptions } from './run-options.ts'

/** Names of outputs, in the order of the page. */
export const outputNames = [
  'kept',
  'removed',
  'annotated',
  'golden',
  'clusters',
  'pairs',
  'review',
  'report',
  'summary',
  'decisions',
  'bad',
] as const

export type OutputName = (typeof outputNames)[number]

/** The files of a run, by output. */
export type OutputFiles = Readonly<Partial<Record<OutputName, string>>>

/** Directories below that of a run: its inputs, where it runs, and its outputs. */
export const inputsFolder = 'files'
export const outputsFolder = 'out'

/**
 * @param inputs names and formats
 * @param haveSameHeader whether rows keep their form; else they are converted, CSV to TSV and TSV to CSV
 */
export function filesOf(
  inputs: readonly { readonly name: string; readonly format: InputFormat }[],
  { method, near }: RunOptions,
  haveSameHeader: boolean,
): OutputFiles {
  const [{ name, format }] = inputs
  const [, stem, extension] = /^(.+?)((?:\.[a-z0-9]{1,8})?(?:\.(?:gz|zst|gzip|zstd))?)$/i.exec(name) ?? [
    '',
    name,
    '',
  ]
  const { takesFields, hasFields, hasSchema, keptNames = [format] } = formats[format]
  const isKept = [...keptNames, 'whole'].includes(formatOfName(name).format) || format === 'json'
  const merged = inputs.every(input => isTable(input.format)) ? '.csv' : '.jsonl'
  const lines = isKept ? extension : `.${keptNames[0]}`
  const isWorkbook = format === 'xlsx' && inputs.length === 1
  const converted = haveSameHeader ? undefined : format === 'csv' ? '.tsv' : '.csv'
  const kept = isWorkbook ? '.xlsx' : (converted ?? lines)
  const rows = takesFields || hasSchema ? kept : hasFields ? '.jsonl' : '.csv'
  return {
    kept: `${stem}.kept${kept}`,
    removed: `${stem}.removed${rows}`,
    ...(takesFields && { annotated: `${stem}.annotated${kept}` }),
    ...(inputs.every(input => formats[input.format].takesFields) && {
      golden: `${stem}.golden${isWorkbook ? '.xlsx' : merged}`,
    }),
    clusters: `${stem}.clusters.csv`,
    pairs: `${stem}.pairs.csv`,
    ...(method === 'records' && near !== false && { review: `${stem}.review.csv` }),
    ...(hasPage() && { report: `${stem}.report.html` }),
    summary: `${stem}.report.json`,
    decisions: `${stem}.decisions.csv`,
    bad: `${stem}.bad.csv`,
  }
}

function isTable(format: InputFormat): boolean {
  const { dialect, isConverted } = formats[format]
  return format !== 'json' && (dialect !== undefined || isConverted)
}

/** Whether the checkout is built. */
function hasPage(): boolean {
  try {
    return packageFile('dist/web/report.html') !== ''
  } catch (error) {
    if (isNearsameError(error)) return false
    throw error
  }
}
