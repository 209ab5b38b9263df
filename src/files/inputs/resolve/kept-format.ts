/**
 * The format of kept records: that of the input, byte for byte, or the one that the name of the output says, to which
 * they are converted. Inputs of several formats are always converted, by default to JSON lines.
 */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import type { InputFormat } from '../../../ground/options/input-options.ts'
import { formats } from '../../formats/formats.ts'
import {
  foreignFix,
  formatOfName,
  hasUnknownExtension,
  isJson,
  isLikeNamed,
  isPackedInside,
  otherContent,
} from '../../io/file-name.ts'
import { namesDirectory } from '../../io/output-place.ts'
import type { InputSet } from './input.ts'

/** Formats to which records are converted. */
const targets = ['jsonl', 'csv', 'tsv', 'parquet', 'xlsx'] as const
export type ConvertedFormat = (typeof targets)[number]

/**
 * What the records of a set are converted to in this output; undefined if they keep their format.
 *
 * @param getsFields whether records get more fields, for which those of some formats have to be converted
 */
export function conversionOf(
  set: Pick<InputSet, 'format' | 'inputs' | 'against'>,
  output: string,
  getsFields = false,
): ConvertedFormat | undefined {
  if (formats[set.format].isFileEach || namesDirectory(output)) return undefined
  const { format, compression } = formatOfName(output)
  if (isPackedInside(format) && compression !== 'none') return undefined
  const isMixed = otherFormat(set) !== undefined
  // Cells of a workbook have types and formats, which texts of a new sheet would lose.
  if (format === 'xlsx' && set.format === 'xlsx' && !isMixed) return undefined
  const keeps = !isMixed && !(getsFields && !formats[set.format].takesFields)
  if (keeps && namesOf(set, output).includes(format)) return undefined
  const isOther = foreignFix(output) !== undefined || otherContent(output) !== undefined
  if (isMixed && format === 'whole' && !isOther) return 'jsonl'
  return targets.find(target => target === format)
}

/** Whether rows of these inputs stay those of their workbook in an output of this name. */
export function isWorkbook(
  { format, inputs }: Pick<InputSet, 'format' | 'inputs'>,
  output: string,
): boolean {
  const named = formatOfName(output)
  const isNamed = format === 'xlsx' && named.format === 'xlsx' && named.compression === 'none'
  return isNamed && inputs.length === 1 && !inputs[0].isStream
}

/** The first input of the first side with another format than its first one. */
export function otherFormat({
  inputs,
  against,
}: Pick<InputSet, 'inputs' | 'against'>): InputSet['inputs'][number] | undefined {
  return inputs.slice(0, against?.from).find(({ format }) => format !== inputs[0].format)
}

/**
 * The formats that the name of the kept records may show; `whole` is a name without a known extension. Tables that
 * spreadsheets save as `.txt` may keep this name.
 */
export function namesOf(
  { format, inputs }: Pick<InputSet, 'format' | 'inputs'>,
  output: string,
): readonly InputFormat[] {
  const isJsonRead = isJson(output) && ['json', 'jsonl'].includes(format) // by its content, as Spark's are
  if (foreignFix(output) !== undefined && !isJsonRead) return []
  if (otherContent(output) !== undefined && !inputs.some(({ name }) => isLikeNamed(name, output))) return []
  const own = inputs.every(({ name }) => formatOfName(name).format === 'txt') ? (['txt'] as const) : []
  return [...(formats[format].keptNames ?? [format]), 'whole', ...own]
}

/** What the kept records are, where the extension of their file says nothing that is known. */
export function unsaidFormat(set: InputSet, output: string): string | undefined {
  const { format, inputs } = set
  if (!hasUnknownExtension(output) || inputs.some(({ name }) => isLikeNamed(name, output))) return undefined
  const written = conversionOf(set, output) ?? (format === 'arrow' || format === 'warc' ? 'jsonl' : format)
  return `the extension of ${output} is none of a known format: its records are ${written}, as those of the input`
}

/**
 * Refuses inputs and names for which records would have to be converted.
 *
 * @param what is written, in words
 * @throws NearsameError INPUT_FORMATS_MIXED, OUTPUT_FORMAT
 */
export function checkUnconverted(set: InputSet, output: string | undefined, what: string): void {
  const other = otherFormat(set)
  if (other !== undefined) throw formatsMixed([set.inputs[0], other], `for ${what}`)
  const target = output === undefined ? undefined : conversionOf(set, output)
  if (target === undefined) return
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: `a name for ${set.format} records, as ${what} keep their format`,
    got: `${output}`,
    fix: 'use the extension of the input',
  })
}

/** @param what the two are needed for */
export function formatsMixed(
  [one, two]: readonly Pick<InputSet['inputs'][number], 'format' | 'name'>[],
  what = '',
): NearsameError {
  return new NearsameError('INPUT_FORMATS_MIXED', {
    expected: `inputs of the same format${what && ' '}${what}`,
    got: `${one.format} (${one.name}) and ${two.format} (${two.name})`,
    fix: 'run them separately, or name the format of all with `inputFormat`',
  })
}
