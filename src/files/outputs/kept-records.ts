/** Kept records of any kind of input: lines, separate files, or rows of Parquet. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { RunningOptions } from '../../ground/options/running-options.ts'
import { isFileEach } from '../formats/formats.ts'
import { foreignFix, formatOfName, isJson } from '../io/file-name.ts'
import type { InputSet } from '../io/inputs/input.ts'
import { checkSpace } from '../io/temporaries.ts'
import { directoryOf } from '../run/open-run.ts'
import type { Run } from '../run/run.ts'
import { type IsKept, type KeptOutput, openKeptLines, writtenAtEnd } from './write-kept.ts'
import { writeKeptDirectory, writeKeptParquet } from './write-kept-files.ts'

/**
 * Refuses, before any record is read, an output that could not be written: Parquet that would lose its schema, a name
 * of another format and, unless nothing will be written, a disk without room for all records.
 *
 * @throws NearsameError OUTPUT_FORMAT, PARQUET_SCHEMA, DISK_FULL
 */
export async function checkKept(
  { format, inputs }: InputSet,
  output: string | undefined,
  { plan, dryRun }: RunningOptions,
): Promise<void> {
  if (output !== undefined) checkName(format, output)
  if (format === 'parquet' && inputs.some(({ sizeBytes }) => sizeBytes > 0)) {
    const { checkRoundTrip } = await import('../io/parquet/parquet-round-trip.ts')
    await checkRoundTrip(inputs.map(({ path }) => path))
  }
  if (output !== undefined && !plan && !dryRun) await checkRoom(inputs, output)
}

/** Archives are not counted: their size says little. @throws NearsameError DISK_FULL */
async function checkRoom(inputs: InputSet['inputs'], output: string): Promise<void> {
  const isPacked = inputs.some(({ compression, isStream }) => compression !== 'none' || isStream)
  if (isPacked || formatOfName(output).compression !== 'none') return
  const totalBytes = inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const directory = await directoryOf(output) // with links followed; a stream has no directory
  if (directory !== '') await checkSpace(directory, totalBytes)
}

/** Kept records keep the format of the input: a known extension of another one would hide what the file holds. */
function checkName(format: InputSet['format'], output: string): void {
  if (isFileEach(format)) return
  const named = formatOfName(output)
  const own = format === 'id-text' ? 'txt' : format
  const isTabbed = format === 'tsv' && named.format === 'csv' // a header of CSV shows its separator
  const isPacked = format === 'parquet' && named.compression !== 'none'
  const isJsonLines = format === 'jsonl' && isJson(output) // read by its content, as Spark's are
  const isForeign = foreignFix(output) !== undefined && !isJsonLines
  if (!isPacked && !isForeign && (isTabbed || ['whole', own].includes(named.format))) return
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: `a name for ${format === 'parquet' ? 'a Parquet file, which is compressed inside' : `${format} records`}`,
    got: output,
    fix: 'use the extension of the input: kept records keep its format',
  })
}

/** The output of a run's kept records. @param set the first inputs of the run, or all */
export async function openKept(run: Run, set: InputSet, path: string): Promise<KeptOutput> {
  if (isFileEach(set.format)) return writtenAtEnd(isKept => writeKeptDirectory(run, set, path, isKept))
  if (set.format === 'parquet') return writtenAtEnd(isKept => writeKeptParquet(run, set, path, isKept))
  return openKeptLines(run, set.inputs.length, path)
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
