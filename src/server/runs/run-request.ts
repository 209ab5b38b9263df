/** Run request: what a run asks of `dedupe`, and the command line that writes the same. */
import type { DedupeFilesOptions } from '../../files/jobs/of-files.ts'
import { shellWord } from '../../ground/options/command-words.ts'
import { kebab } from '../../ground/options/resolve.ts'
import type { RunEntry } from './run-entry.ts'
import { wordsOfOptions } from './run-options.ts'
import { type OutputFiles, type OutputName, outputsFolder } from './run-outputs.ts'

/** The field of a request for each output. */
const fields = {
  kept: 'output',
  removed: 'removedRecords',
  report: 'reportHtml',
  summary: 'report',
} as const satisfies Partial<Record<OutputName, keyof DedupeFilesOptions>>

type Field = Exclude<OutputName, keyof typeof fields> | (typeof fields)[keyof typeof fields]

function fieldOf(name: OutputName): Field {
  return Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : (name as Field)
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
