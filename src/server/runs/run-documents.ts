/** Run documents: the kept records of a run as documents of a collection, and the options of that collection. */
import { stat } from 'node:fs/promises'
import { fileInput } from '../../files/inputs/resolve/file-input.ts'
import { formatOfName } from '../../files/io/file-name.ts'
import { type ReadRecord, readFields } from '../../files/jobs/read-fields.ts'
import type { DedupeReport } from '../../files/requests.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { inPlace } from '../../ground/errors/place.ts'
import { type InputOptions, resolveInputOptions } from '../../ground/options/input-options.ts'
import type { IndexOptions } from '../../online/index/documents/index-types.ts'
import { collectionOptions, resolveIndexOptions } from '../../online/index/matching/index-settings.ts'
import type { RunEntry } from './run-entry.ts'
import { inputOptionsIn, type RunOptions } from './run-options.ts'
import type { RunOutput } from './runs.ts'

/**
 * The options of the run that a collection has, and its text fields.
 *
 * @throws NearsameError OPTION_VALUE, BANDS_UNREACHABLE for options that a collection cannot have
 */
export function collectionOptionsOf({ options }: RunEntry, { fields }: DedupeReport): IndexOptions {
  for (const name of ['within', 'html'] as const) if (options[name]) throw unlike(name, options)
  const shared = Object.entries(options).filter(([name]) =>
    (collectionOptions as readonly string[]).includes(name),
  )
  const { text } = resolveInputOptions(inputOptionsIn(options))
  const given = { ...Object.fromEntries(shared), text: text ?? fields?.text ?? ['text'] }
  inPlace('the options of the run', () => resolveIndexOptions(given, 'http'))
  return given
}

/** It would find other pairs than the run. */
function unlike(name: 'within' | 'html', options: RunOptions): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `a run without "${name}", which a collection does not have`,
    got: JSON.stringify(options[name]),
    where: 'the options of the run',
    fix:
      name === 'within'
        ? 'run it again without the option; or create a collection for each value, and import its records'
        : 'create a collection, and add the documents with texts without tags',
  })
}

/** The kept records, read as the run read its inputs. @throws NearsameError those of reading */
export async function* keptRecords(
  { format, options }: RunEntry,
  { path, file }: RunOutput,
  signal: AbortSignal,
): AsyncGenerator<ReadRecord> {
  const read = inputOptionsIn(options)
  const isNamed = formatOfName(file).format !== 'whole'
  const resolved = resolveInputOptions({ ...read, inputFormat: isNamed ? undefined : format })
  const input = fileInput(path, file, await stat(path), resolved)
  const set = { inputs: [input], format: input.format, ignoredFiles: [] }
  for await (const record of readFields(set, resolved, signal)) {
    signal.throwIfAborted()
    yield record
  }
}

/** A record under its own id, else the one by which commands call it: `file:record`. */
export function keptDocument({ at, id = at, fields, text }: ReadRecord, [field]: readonly string[]) {
  return { ...(fields ?? { [field]: text }), id }
}

export function nullTextsOf({ options }: RunEntry): InputOptions['nullText'] {
  return resolveInputOptions(inputOptionsIn(options)).nullText
}
