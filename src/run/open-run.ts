/** What all jobs do before they read: inputs found, outputs and space checked, bands chosen. */
import { dirname } from 'node:path'
import { keepFields } from '../batch/keep-order.ts'
import type { RunEvents, RunRequest } from '../batch/requests.ts'
import { checkOutputs } from '../io/check-outputs.ts'
import { type InputSet, resolveInputs } from '../io/inputs.ts'
import { placeOfOutput } from '../io/output-place.ts'
import { checkSpace } from '../io/temporaries.ts'
import { bandsOf } from '../method/methods.ts'
import type { InputOptions } from '../options/input-options.ts'
import { Run } from './run.ts'

export async function findInputs(args: readonly string[], input: InputOptions): Promise<InputSet> {
  return resolveInputs(args, { inputFormat: input.inputFormat })
}

/** @param outputs files the job will write; undefined ones are not asked for */
export async function openRun(
  request: RunRequest,
  inputs: readonly string[],
  outputs: readonly (string | undefined)[],
  events: RunEvents,
): Promise<Run> {
  const shape = bandsOf(request.result)
  const set = await findInputs(inputs, request.input)
  const paths = [...outputs, request.bad].filter(path => path !== undefined)
  const { force } = request.running
  await checkOutputs(
    paths,
    set.inputs.map(input => input.path),
    { force },
  )
  const { result, input, running, bad } = request
  const speed = { ...request.speed, temp: request.speed.temp || (await directoryOf(paths[0])) }
  const fields = keepFields(result.keep)
  return new Run({
    set,
    result,
    input,
    speed,
    running,
    shape,
    fields,
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

/** Refuses to start when the kept records could not fit. Archives are not judged: their size says little. */
export async function checkRoom(run: Run, output: string): Promise<void> {
  const isPacked = run.settings.set.inputs.some(input => input.compression !== 'none' || input.isStream)
  if (!isPacked && !/\.(gz|zst)$/i.test(output)) await checkSpace(dirname(output), run.totalBytes)
}
