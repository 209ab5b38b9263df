/**
 * Run outputs: the files that a run writes, by the name of their route, and the command line that writes the same.
 *
 *     lib.csv  ─▶  lib.kept.csv, lib.removed.csv, lib.annotated.csv, lib.golden.csv, …
 */
import { formats } from '../../files/formats/formats.ts'
import { formatOfName } from '../../files/io/file-name.ts'
import { packageFile } from '../../files/io/package-file.ts'
import type { DedupeFilesOptions } from '../../files/jobs/of-files.ts'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { shellWord } from '../../ground/options/command-words.ts'
import type { InputFormat } from '../../ground/options/input-options.ts'
import { kebab } from '../../ground/options/resolve.ts'
import type { RunEntry } from './run-entry.ts'
import { type RunOptions, wordsOfOptions } from './run-options.ts'

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

/** The field of a request for each output. */
const fields = {
  kept: 'output',
  report: 'reportHtml',
  summary: 'report',
} as const satisfies Partial<Record<OutputName, keyof DedupeFilesOptions>>

type Field = Exclude<OutputName, keyof typeof fields> | (typeof fields)[keyof typeof fields]

function fieldOf(name: OutputName): Field {
  return Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : (name as Field)
}

/** Directories below that of a run: its inputs, where it runs, and its outputs. */
export const inputsFolder = 'files'
export const outputsFolder = 'out'

/** @param names of the inputs */
export function filesOf(
  names: readonly string[],
  format: InputFormat,
  { method, near }: RunOptions,
): OutputFiles {
  const [name] = names
  const [, stem, extension] = /^(.+?)((?:\.[a-z0-9]{1,8})?(?:\.(?:gz|zst|gzip|zstd))?)$/i.exec(name) ?? [
    '',
    name,
    '',
  ]
  const { takesFields, dialect, isConverted, keptNames = [format] } = formats[format]
  const isKept = [...keptNames, 'whole'].includes(formatOfName(name).format) || format === 'json'
  const lines = isKept ? extension : `.${keptNames[0]}`
  const kept = format === 'xlsx' && names.length === 1 ? '.xlsx' : lines
  return {
    kept: `${stem}.kept${kept}`,
    removed: `${stem}.removed.csv`,
    ...(takesFields && {
      annotated: `${stem}.annotated${lines}`,
      golden: `${stem}.golden${dialect === undefined && !isConverted ? '.jsonl' : '.csv'}`,
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

/** Whether the checkout is built. */
function hasPage(): boolean {
  try {
    return packageFile('dist/web/report.html') !== ''
  } catch (error) {
    if (isNearsameError(error)) return false
    throw error
  }
}

/** The request of a run, with paths as seen from its inputs. */
export function requestOf(run: RunEntry): DedupeFilesOptions {
  const paths = Object.entries(written(run)).map(([name, file]) => [
    fieldOf(name as OutputName),
    `../${outputsFolder}/${file}`,
  ])
  return {
    ...run.options,
    inputs: run.inputs.map(({ name }) => name),
    ...Object.fromEntries(paths),
    temp: '../temp',
    force: true,
    resume: true,
  }
}

/** The command that writes the same bytes where the inputs are. */
export function commandOf(run: RunEntry): string {
  const inputs = run.inputs.map(({ name }) => name)
  const outputs = Object.entries(written(run)).flatMap(([name, file]) => [
    `--${kebab(fieldOf(name as OutputName))}`,
    file,
  ])
  return ['nearsame', 'dedupe', ...inputs, ...wordsOfOptions(run.options), ...outputs]
    .map(shellWord)
    .join(' ')
}

/** A run reads its decisions, if people made any. */
function written({ files, decisions }: RunEntry): OutputFiles {
  const { decisions: _, ...others } = files
  return decisions > 0 ? files : others
}
