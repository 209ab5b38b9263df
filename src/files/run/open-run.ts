/** What all jobs do before they read: outputs and space checked, bands chosen. */
import { dirname } from 'node:path'
import { keepFields } from '../../engine/batch/keep-order.ts'
import { bandsOf } from '../../methods/options/chosen-method.ts'
import { isFileEach } from '../formats/formats.ts'
import { checkOutputs } from '../io/check-outputs.ts'
import type { InputSet } from '../io/inputs/input.ts'
import { placeOfOutput } from '../io/output-place.ts'
import type { RunEvents, RunRequest } from '../requests.ts'
import { Run } from './run.ts'

/** What a job will do with what it reads. */
export interface Purpose {
  /** Files it will write, dry or not, beside the bad records and the report; undefined ones are not asked for. */
  readonly always?: readonly (string | undefined)[]
  /** Files that a dry run checks and leaves alone. */
  readonly unlessDry?: readonly (string | undefined)[]
  /** The one of them that gets the kept records: a directory, where documents are files. */
  readonly kept?: string | undefined
  /** Files it will read beside the inputs, likewise. */
  readonly alsoReads?: readonly (string | undefined)[]
  /** Whether it measures candidates. */
  readonly measuresPairs: boolean
}

/** What every request has, and the file for a report that some have. */
export type OpenRequest = RunRequest & { readonly report?: string | undefined }

/** @param set inputs that were found */
export async function openRun(
  set: InputSet,
  { bad, input, report, result, running, speed }: OpenRequest,
  { always = [], unlessDry = [], kept, alsoReads = [], measuresPairs }: Purpose,
  events: RunEvents,
): Promise<Run> {
  const shape = bandsOf(result)
  const [dry, written] = [unlessDry, [...always, report, bad]].map(paths =>
    paths.filter(path => path !== undefined),
  )
  const paths = [...dry, ...written]
  const read = [...set.inputs.map(({ path }) => path), ...alsoReads]
  const directory = isFileEach(set.format) ? kept : undefined
  await checkOutputs(paths, read, { force: running.force, directory, untouched: running.dryRun ? dry : [] })
  return new Run({
    set,
    result,
    input,
    speed: { ...speed, temp: speed.temp || (await directoryOf(paths[0])) },
    running,
    shape,
    fields: keepFields(result.keep),
    measuresPairs,
    keepAllBad: bad !== undefined,
    events,
  })
}

/** The directory of an output; '' when there is none, or none that holds files. */
export async function directoryOf(output: string | undefined): Promise<string> {
  if (output === undefined) return ''
  const { path, isStream } = await placeOfOutput(output)
  return isStream ? '' : dirname(path)
}
