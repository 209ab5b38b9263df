/**
 * Inputs: from the arguments of a command to a list of files of one format.
 *
 * The name of a file implies its format (`file-name.ts`) unless `inputFormat` is given; `argument-inputs.ts` expands
 * arguments. Order: as given. A file that several arguments name is read once, where it is named first: its records are
 * not duplicates of themselves.
 */
import { join, resolve, sep } from 'node:path'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import type { InputFormat } from '../../../ground/options/input-options.ts'
import { formats } from '../../formats/formats.ts'
import { isObjectUrl } from '../../io/objects/object-name.ts'
import { argumentInputs } from './argument-inputs.ts'
import type { ArgumentOptions, IgnoredFile, Input, InputSet } from './input.ts'
import { formatsMixed } from './kept-format.ts'
import { objectInputs } from './object-inputs.ts'

/**
 * The files behind the arguments.
 *
 * @throws NearsameError OPTION_VALUE, INPUT_NONE, INPUT_MISSING, INPUT_UNREADABLE, INPUT_FORMAT_UNKNOWN,
 *   INPUT_FORMATS_MIXED.
 */
export async function resolveInputs(
  args: readonly string[],
  options: ArgumentOptions = {},
): Promise<InputSet> {
  checkOneStandardInput(args)
  const inputs: Input[] = []
  const ignoredFiles: IgnoredFile[] = []
  for (const arg of args) {
    const find = isObjectUrl(arg) ? objectInputs : argumentInputs
    const found = await find(arg, options, args.length === 1)
    for (const input of found.inputs) inputs.push(input)
    for (const path of found.ignoredFiles) ignoredFiles.push(path)
  }
  if (inputs.length === 0) {
    throw new NearsameError('INPUT_NONE', {
      expected: 'at least one input file',
      got: args.length === 0 ? 'no argument' : `no file in ${args.join(', ')}`,
      fix: 'name files, globs or directories, or - with `inputFormat`',
    })
  }
  const format = oneFormat(inputs)
  // One argument finds each file once.
  const isOnce = options.isRepeated === true || args.length === 1
  checkEncoding(format, options.encoding ?? '')
  return withoutEmpty({ format, inputs: isOnce ? inputs : eachOnce(inputs), ignoredFiles })
}

/**
 * A file without a byte has no records in any format or compression, though it may lack a header or a footer. If all
 * are such files, they are read.
 */
function withoutEmpty({ format, inputs, ignoredFiles }: InputSet): InputSet {
  if (format === 'whole' || inputs.every(isEmpty)) return { format, inputs, ignoredFiles }
  const emptyInputs = inputs.filter(isEmpty)
  const empty = emptyInputs.map(({ name }) => ({ path: name, reason: 'empty' as const }))
  return {
    format,
    inputs: inputs.filter(input => !isEmpty(input)),
    emptyInputs,
    ignoredFiles: [...ignoredFiles, ...empty],
  }
}

function eachOnce(inputs: readonly Input[]): Input[] {
  const seen = new Set<string>()
  return inputs.filter(({ path, isStream }) => {
    const place = resolve(path)
    if (isStream || !seen.has(place)) {
      seen.add(place)
      return true
    }
    return false
  })
}

/** A second read would find nothing. @throws NearsameError OPTION_VALUE */
function checkOneStandardInput(args: readonly string[]): void {
  const count = args.filter(arg => arg === '-').length
  if (count <= 1) return
  throw new NearsameError('OPTION_VALUE', {
    expected: 'standard input at most once',
    got: `- ${count} times`,
    fix: 'name it once, or put the others into files',
  })
}

const isEmpty = ({ isStream, sizeBytes }: Input) => !isStream && sizeBytes === 0

/** @throws NearsameError OPTION_VALUE for files that say themselves what their texts are encoded in */
function checkEncoding(format: InputFormat, encoding: string): void {
  if (['', 'utf-8'].includes(encoding) || !formats[format].isConverted) return
  throw new NearsameError('OPTION_VALUE', {
    expected: '`encoding` only for JSON lines, CSV, TSV and texts',
    got: `${encoding} for ${format}`,
    fix: 'leave it out, or convert the file to JSON lines',
  })
}

/**
 * The format of the inputs that have a byte; the others show none. Records with fields may have several, the first of
 * which counts.
 *
 * @throws NearsameError INPUT_FORMATS_MIXED
 */
function oneFormat(inputs: readonly Input[]): InputFormat {
  const filled = inputs.filter(input => !isEmpty(input))
  const [first] = filled.length > 0 ? filled : inputs
  const other = filled.find(input => input.format !== first.format)
  const isMixable = ({ format }: Input) => formats[format].hasFields
  const text = other && filled.find(input => !isMixable(input))
  if (other === undefined || text === undefined) return first.format
  throw formatsMixed([first, first === text ? other : text])
}

/**
 * The place in the output directory of each file: its path relative to the deepest directory
 * that contains all arguments. The paths are distinct and stay below the output directory.
 */
export function pathsInOutput(inputs: readonly Input[]): string[] {
  const full = inputs.map(input => resolve(input.path))
  const above = inputs.map(({ root }, i) => root ?? join(full[i], '..'))
  const roots = [...new Set(above)].map(root => resolve(root))
  let root = roots.length === 0 ? '' : roots[0]
  const start = () => (root.endsWith(sep) ? root : root + sep)
  while (!roots.every(path => path === root || path.startsWith(start()))) root = join(root, '..')
  const { length } = start()
  return full.map(path => path.slice(length))
}
