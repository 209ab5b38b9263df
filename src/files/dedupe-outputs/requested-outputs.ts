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
