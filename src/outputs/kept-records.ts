/** Kept records, whatever the input is made of: lines, files of their own, or rows of Parquet. */
import { dirname } from 'node:path'
import type { InputSet } from '../io/inputs.ts'
import { checkSpace } from '../io/temporaries.ts'
import type { Run } from '../run/run.ts'
import { type IsKept, writeKeptLines } from './write-kept.ts'
import { writeKeptDirectory, writeKeptParquet } from './write-kept-files.ts'

/**
 * Refuses, before anything is read, what could not be written: Parquet that would not keep its schema, and records
 * for which there is no room. Archives are not judged: their size says little.
 *
 * @throws NearsameError PARQUET_SCHEMA, DISK_FULL
 */
export async function checkKept({ format, inputs }: InputSet, output: string | undefined): Promise<void> {
  const isPacked = inputs.some(({ compression, isStream }) => compression !== 'none' || isStream)
  if (output !== undefined && !isPacked && !/\.(gz|zst)$/i.test(output)) {
    const totalBytes = inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    await checkSpace(dirname(output), totalBytes)
  }
  if (format !== 'parquet') return
  const { checkRoundTrip } = await import('../io/parquet-write.ts')
  await checkRoundTrip(inputs.map(({ path }) => path))
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
