/** Kept records, whatever the input is made of: lines, files of their own, or rows of Parquet. */
import { NearsameError } from '../errors/nearsame-error.ts'
import { formatOfName, type InputSet } from '../io/inputs.ts'
import { checkSpace } from '../io/temporaries.ts'
import { directoryOf } from '../run/open-run.ts'
import type { Run } from '../run/run.ts'
import { type IsKept, writeKeptLines } from './write-kept.ts'
import { writeKeptDirectory, writeKeptParquet } from './write-kept-files.ts'

/**
 * Refuses, before anything is read, what could not be written: Parquet that would not keep its schema or its name, and
 * records for which there is no room. Archives are not judged: their size says little.
 *
 * @throws NearsameError OUTPUT_FORMAT, PARQUET_SCHEMA, DISK_FULL
 */
export async function checkKept({ format, inputs }: InputSet, output: string | undefined): Promise<void> {
  if (output !== undefined) checkName(format, output)
  const isPacked = inputs.some(({ compression, isStream }) => compression !== 'none' || isStream)
  if (output !== undefined && !isPacked && !/\.(gz|zst)$/i.test(output)) {
    const totalBytes = inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const directory = await directoryOf(output) // behind links; a stream has none
    if (directory !== '') await checkSpace(directory, totalBytes)
  }
  if (format !== 'parquet') return
  const { checkRoundTrip } = await import('../io/parquet-write.ts')
  await checkRoundTrip(inputs.map(({ path }) => path))
}

/** Kept records have the format of the input; Parquet under another name, or that name on lines, none could read. */
function checkName(format: InputSet['format'], output: string): void {
  const named = formatOfName(output)
  const isParquet = format === 'parquet'
  const isOther = isParquet
    ? named.compression !== 'none' || !['parquet', 'whole'].includes(named.format)
    : named.format === 'parquet' && format !== 'whole'
  if (!isOther) return
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: `a name for ${isParquet ? 'a Parquet file, which is compressed inside' : `${format} records`}`,
    got: output,
    fix: 'name it as the input: kept records stay in its format',
  })
}

/**
 * Writes the kept records of some of a run's inputs.
 *
 * @param set the first inputs of the run, or all
 * @param isKept false for documents of the others
 * @returns bytes
 */
export function writeKept(run: Run, set: InputSet, path: string, isKept: IsKept): Promise<number> {
  if (set.format === 'whole') return writeKeptDirectory(run, set, path, isKept)
  return set.format === 'parquet'
    ? writeKeptParquet(run, set, path, isKept)
    : writeKeptLines(run, path, isKept)
}
