/** Requested outputs: those of all outputs of `dedupe` that a request wants. */
import { readOptions } from '../../ground/options/resolve.ts'
import type { RunRequest } from '../requests.ts'
import { dedupeOutputOptions } from './dedupe-request.ts'
import type { RequestedOutput } from './output.ts'
import { dedupeOutputs } from './outputs.ts'

/** The outputs that a request wants, those without a file included. @throws NearsameError OPTION_VALUE */
export function requestedOutputs(request: RunRequest): readonly RequestedOutput[] {
  const values = readOptions(dedupeOutputOptions, request)
  return dedupeOutputs.flatMap(output => output.requested(values, request) ?? [])
}

/** Where outputs go, those apart that a dry run checks without writing them. */
export function pathsOfOutputs(
  outputs: readonly RequestedOutput[],
): Readonly<Record<'always' | 'unlessDry', readonly (string | undefined)[]>> {
  const pathsOf = (isSkipped: boolean) =>
    outputs.filter(({ isSkippedDry = false }) => isSkippedDry === isSkipped).map(({ path }) => path)
  return { always: pathsOf(false), unlessDry: pathsOf(true) }
}
