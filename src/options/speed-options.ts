/**
 * Speed options: they change how long a run takes and what it needs, and never a byte of its result.
 */
import { type Given, options, type Resolved, text, whole } from './declare.ts'
import { resolve, type Voice } from './resolve.ts'

const mostThreads = 256

const threadsRange = whole({
  from: 1,
  to: mostThreads,
  default: 1,
  doc: 'worker threads',
})

export const speedOptions = options({
  threads: { ...threadsRange, defaultText: 'all processors', fallback: availableThreads },
  temp: text({
    placeholder: 'dir',
    default: '',
    doc: 'directory for temporary files (default: beside the output)',
  }),
})

/** Resolved and frozen; `temp` is '' when temporary files go beside the first output. */
export type SpeedOptions = Resolved<typeof speedOptions>

export type GivenSpeedOptions = Given<typeof speedOptions>

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function resolveSpeedOptions(given: GivenSpeedOptions = {}, voice: Voice = 'library'): SpeedOptions {
  return resolve(speedOptions, given, voice)
}

/** Processors this process may use; `navigator` says so in browsers and in Node alike. */
function availableThreads(): number {
  const available = globalThis.navigator?.hardwareConcurrency
  return available >= 1 ? Math.min(available, mostThreads) : 1
}
