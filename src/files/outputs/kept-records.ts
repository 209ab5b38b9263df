/** Kept records of any kind of input: lines, separate files, or rows of Parquet. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { RunningOptions } from '../../ground/options/running-options.ts'
import { formats } from '../formats/formats.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { conversionOf, isWorkbook, namesOf, otherFormat } from '../inputs/resolve/kept-format.ts'
import { formatOfName } from '../io/file-name.ts'
import { namesDirectory } from '../io/output-place.ts'
import { checkSpace } from '../io/temporaries.ts'
import { directoryOf } from '../run/open-run.ts'
import type { Run } from '../run/run.ts'
import { writeConverted } from './write-converted.ts'
import { type IsKept, type KeptOutput, openKeptLines, writtenAtEnd } from './write-kept.ts'
import { checkKeptArrow, writeKeptArrow } from './write-kept-arrow.ts'
import { writeKeptDirectory, writeKeptParquet } from './write-kept-files.ts'
import { checkShards, writeKeptShards } from './write-kept-shards.ts'
import { writeKeptWorkbook } from './write-kept-workbook.ts'

/**
 * Refuses, before any record is read, an output that could not be written: Parquet that would lose its schema, a name
 * of another format and, unless nothing will be written, a disk without room for all records.
 *
 * @param asRead whether the rows keep their format, so that a workbook may be one
 * @throws NearsameError OUTPUT_FORMAT, PARQUET_SCHEMA, DISK_FULL
 */
export async function checkKept(
  set: InputSet,
  output: string | undefined,
  { columns, plan, dryRun }: RunningOptions,
  asRead = false,
): Promise<void> {
  const { format, inputs } = set
  const isSharded = output !== undefined && isShards(format, output)
  if (isSharded) checkShards(set, output, asRead)
  else if (output !== undefined) checkName(set, output, asRead)
  const keepsFormat = output === undefined || conversionOf(set, output) === undefined
  if (format === 'parquet' && keepsFormat && inputs.some(({ sizeBytes }) => sizeBytes > 0)) {
    const { schemaOfAll } = await import('../io/parquet/parquet-schemas.ts')
    const paths = inputs.map(({ path }) => path)
    for (const together of isSharded ? paths.map(path => [path]) : [paths])
      await schemaOfAll(together, columns)
  }
  if (format === 'arrow' && output !== undefined && keepsFormat && isArrowKept(format, output))
    await checkKeptArrow(inputs)
  if (output !== undefined && !plan && !dryRun) await checkRoom(inputs, output)
}

/** Whether the kept records of Arrow are Arrow. */
function isArrowKept(format: InputSet['format'], output: string): boolean {
  return format === 'arrow' && formatOfName(output).format === 'arrow'
}

/** Archives, WARC included, are not counted: their size says little. @throws NearsameError DISK_FULL */
async function checkRoom(inputs: InputSet['inputs'], output: string): Promise<void> {
  const isPacked = inputs.some(
    ({ compression, format, isStream, object }) =>
      compression !== 'none' || isStream || object !== undefined || format === 'warc',
  )
  if (isPacked || formatOfName(output).compression !== 'none') return
  const totalBytes = inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const directory = await directoryOf(output) // with links followed; a stream has no directory
  if (directory !== '') await checkSpace(directory, totalBytes)
}

/** Whether the kept records of files go into files of the same names. */
export function isShards(format: InputSet['format'], output: string): boolean {
  return !formats[format].isFileEach && namesDirectory(output)
}

/**
 * Kept records keep the format of the input, or get that of the name: any other known extension would hide what the
 * file holds.
 */
function checkName(set: InputSet, output: string, asRead: boolean): void {
  const { format, inputs } = set
  if (formats[format].isFileEach || conversionOf(set, output) !== undefined) return
  const other = otherFormat(set)
  if (other !== undefined) {
    throw new NearsameError('OUTPUT_FORMAT', {
      expected:
        'a name ending in .jsonl, .csv, .tsv, .parquet or .xlsx ' +
        `for kept records of ${format} and ${other.format}`,
      got: output,
      fix: 'name a format that has the fields of both',
    })
  }
  const named = formatOfName(output)
  if (asRead && isWorkbook(set, output)) return
  if (isArrowKept(format, output) && asRead && inputs.every(({ isStream }) => !isStream)) return
  const isPacked = format === 'parquet' && named.compression !== 'none'
  if (!isPacked && namesOf(set, output).includes(named.format)) return
  const what = {
    parquet: 'a Parquet file, which is compressed inside',
    json: 'an array of JSON, or JSON lines',
    xlsx: asRead
      ? 'a workbook, of the rows of one file; else CSV or JSON lines'
      : 'JSON lines, as texts of a workbook that are changed are no cells of it',
    arrow: 'JSON lines, or Arrow, of the unchanged rows of files',
    warc: 'JSON lines, which hold the texts kept of WARC',
  }
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: `a name for ${Object.hasOwn(what, format) ? what[format as keyof typeof what] : `${format} records`}`,
    got: output,
    fix:
      format === 'warc' || format === 'arrow' || format === 'xlsx'
        ? 'use the extension .jsonl: these records are written as JSON lines'
        : 'use the extension of the input, or .jsonl, .csv, .parquet or .xlsx, to which records are converted',
  })
}

/** The output of a run's kept records. @param set the first inputs of the run, or all */
export async function openKept(run: Run, set: InputSet, path: string): Promise<KeptOutput> {
  if (formats[set.format].isFileEach)
    return writtenAtEnd(isKept => writeKeptDirectory(run, set, path, isKept))
  const target = conversionOf(set, path)
  const end = set.against?.from ?? set.inputs.length
  if (target !== undefined)
    return writtenAtEnd(isKept => writeConverted(run, { path, target, from: 0, end, isKept }))
  if (isShards(set.format, path)) return writtenAtEnd(isKept => writeKeptShards(run, set, path, isKept))
  if (set.format === 'parquet') return writtenAtEnd(isKept => writeKeptParquet(run, set, path, isKept))
  if (set.format === 'xlsx' && formatOfName(path).format === 'xlsx')
    return writtenAtEnd(isKept => writeKeptWorkbook(run, { path, source: 0, isKept }))
  if (isArrowKept(set.format, path)) return writtenAtEnd(isKept => writeKeptArrow(run, set, path, isKept))
  return openKeptLines(run, set, path)
}

/**
 * Writes the kept records of some of a run's inputs at once.
 *
 * @param isKept false for documents of other inputs
 * @returns bytes
 */
export async function writeKept(run: Run, set: InputSet, path: string, isKept: IsKept): Promise<number> {
  return (await openKept(run, set, path)).finish(isKept)
}
