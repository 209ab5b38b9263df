/**
 * Call checks: validate the options of a client's calls before anything is sent. Unknown names are refused, because a
 * call without them does something else; options that are not given are not sent, since the server has their defaults.
 */
import type { Declarations, Given } from '../../ground/options/declare.ts'
import { readGiven } from '../../ground/options/resolve.ts'
import { interruptOptions } from '../../online/index/calls/interrupt.ts'
import type { CallOptions } from './client-types.ts'

/** The given options of a call. @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function callOptions<D extends Declarations = Record<never, never>>(
  given: Given<NoInfer<D>> & CallOptions,
  declared?: D,
) {
  return readGiven({ ...declared, ...interruptOptions }, given) as Given<D> & CallOptions
}

/** The signal of a call without other options. @throws as `callOptions` */
export function signalOf(call: CallOptions): AbortSignal | undefined {
  return callOptions(call).signal
}
