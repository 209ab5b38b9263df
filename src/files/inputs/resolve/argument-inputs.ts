/**
 * The inputs of one argument: a file, the files below a directory, or those of a glob, both sorted by the code units of
 * their paths, as `sort` does. `directory-inputs.ts` says what the files of a directory are.
 */
import { fstatSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isNearsameError, NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { inputFormats } from '../../../ground/options/input-options.ts'
import { inputError } from '../../io/input-errors.ts'
import { isBeside, isDescription } from './beside-records.ts'
import { directoryInputs } from './directory-inputs.ts'
import { asGiven, fileInput, missing, statFound } from './file-input.ts'
import { globPaths, isGlob } from './glob.ts'
import type { ArgumentOptions, FoundInputs, Input } from './input.ts'

/**
 * @param isOnly whether there is no other argument: then the ids of documents in a directory are their paths in it
 * @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE, INPUT_FORMAT_UNKNOWN, INPUT_FORMATS_MIXED; OPTION_VALUE for a
 *   glob of too many alternatives
 */
export async function argumentInputs(
  arg: string,
  options: ArgumentOptions,
  isOnly: boolean,
): Promise<FoundInputs> {
  if (arg === '-') return { inputs: [standardInput(options)], ignoredFiles: [] }
  try {
    const found = await stat(arg)
    if (found.isDirectory()) return directoryInputs(arg, options, isOnly)
    return { inputs: [fileInput(arg, asGiven(arg), found, options)], ignoredFiles: [] }
  } catch (cause) {
    if (isNearsameError(cause) || !isGlob(arg)) throw inputError(cause, arg)
  }
  return globInputs(arg, options)
}

/**
 * Directories that a glob finds are read as by name; `**` finds their files itself. Files that hold no records are
 * ignored beside those that do, as in a directory.
 */
async function globInputs(arg: string, options: ArgumentOptions): Promise<FoundInputs> {
  const parts: FoundInputs[] = []
  const beside: { readonly at: number; readonly find: () => Input }[] = []
  for (const path of [...(await globPaths(arg))].sort()) {
    const found = statFound(path)
    if (found?.isDirectory() && !arg.includes('**')) parts.push(await directoryInputs(path, options, false))
    if (!found?.isFile()) continue
    const find = () => fileInput(path, asGiven(path), found, options)
    if (isBeside(path) || isDescription(path)) beside.push({ at: parts.push(ignored(path)) - 1, find })
    else parts.push({ inputs: [find()], ignoredFiles: [] })
  }
  const isRecords = parts.some(({ inputs }) => inputs.some(({ format }) => format !== 'whole'))
  if (!isRecords) for (const { at, find } of beside) parts[at] = { inputs: [find()], ignoredFiles: [] }
  if (parts.length === 0) throw missing(arg)
  return {
    inputs: parts.flatMap(({ inputs }) => inputs),
    ignoredFiles: parts.flatMap(({ ignoredFiles }) => ignoredFiles),
  }
}

const ignored = (path: string): FoundInputs => ({
  inputs: [],
  ignoredFiles: [{ path: asGiven(path), reason: 'other' }],
})

function standardInput({ inputFormat }: ArgumentOptions): Input {
  if (inputFormat === undefined || inputFormat === 'parquet') {
    const read = inputFormats.filter(format => format !== 'parquet')
    throw new NearsameError('INPUT_FORMAT_UNKNOWN', {
      expected: '`inputFormat` of standard input (Parquet needs a file)',
      got: inputFormat ?? 'none',
      fix: `add \`inputFormat\` ${read.slice(0, -1).join(', ')} or ${read.at(-1)}`,
    })
  }
  if (fstatSync(0).isDirectory()) throw inputError(Object.assign(new Error(), { code: 'EISDIR' }), '-')
  return { path: '-', name: '-', format: inputFormat, compression: 'none', sizeBytes: 0, isStream: true }
}
