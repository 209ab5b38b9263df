/** What shards can decide: measured pairs and equal texts, clustered around the first of each cluster. */

import { formats } from '../../files/formats/formats.ts'
import type { InputSet } from '../../files/inputs/resolve/input.ts'
import { isObjectUrl } from '../../files/io/objects/object-name.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { decisionOf } from '../../methods/options/decision.ts'
import type { ResultOptions } from '../../methods/options/result-options.ts'

/** @throws NearsameError OPTION_VALUE */
export function checkSupported(result: ResultOptions): void {
  const { kind } = decisionOf(result)
  if (kind !== 'measure' && kind !== 'exact') throw unsupported('method', 'minhash', result.method)
  if (result.recall === 'exact') throw unsupported('recall', 'less than 1', result.recall)
  if (result.within !== '') throw unsupported('within', 'not given', result.within)
  if (result.cluster !== 'star') throw unsupported('cluster', 'star', result.cluster)
  if (result.keep[0].rule !== 'first') throw unsupported('keep', 'first', result.keep[0].rule)
}

function unsupported(option: string, expected: string, got: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `\`${option}\` to be ${expected} for shards`,
    got,
    fix: 'use `nearsame dedupe`, which has all choices, on one machine',
  })
}

/**
 * Directories of jobs are on a file system: engines open what is in them.
 *
 * @throws NearsameError OPTION_VALUE for the URL of an object
 */
export function checkJobDirectory(path: string): void {
  if (!isObjectUrl(path)) return
  throw new NearsameError('OPTION_VALUE', {
    expected: 'the directory of the job to be on a file system',
    got: path,
    fix: 'use a directory that all machines of the job share; inputs, kept records and single tables may be objects',
  })
}

/** A shard is read several times, by record. @throws NearsameError SHARD_INPUT */
export function checkShardInputs({ inputs, format }: InputSet): void {
  const stream = inputs.find(({ isStream }) => isStream)
  if (stream === undefined && !formats[format].isFileEach) return
  throw new NearsameError('SHARD_INPUT', {
    expected: 'files of records, each one shard',
    got:
      stream === undefined ? 'files that are one document each' : 'a stream, which can be read only once',
    ...(stream !== undefined && { where: stream.name }),
    fix: 'write the records into files of JSON lines, CSV or Parquet first',
  })
}
