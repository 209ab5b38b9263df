/**
 * Speed options: they change how long a run takes and what it needs, and never a byte of its result.
 */
import { type Given, options, type Resolved, text, whole } from './declare.ts'
import { resolve, type Voice } from './resolve.ts'

const mostThreads = 256

/** What `threads` is where it was not given. */
const asNeeded = 0

const threadsRange = whole({
  from: 1,
  to: mostThreads,
  default: 1,
  doc: 'number of worker threads',
})

export const speedOptions = options({
  threads: {
    ...threadsRange,
    defaultText: 'as many as the input keeps busy, up to all processors',
    fallback: () => asNeeded,
  },
  temp: {
    ...text({ placeholder: 'dir', default: '', doc: 'directory for temporary files' }),
    defaultText: 'beside the output',
  },
})

/**
 * Resolved and frozen; `temp` is '' when temporary files go beside the first output, `threads` is 0 when it was not
 * given: see `threadsFor`.
 */
export type SpeedOptions = Resolved<typeof speedOptions>

export type GivenSpeedOptions = Given<typeof speedOptions>

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function resolveSpeedOptions(given: GivenSpeedOptions = {}, voice: Voice = 'library'): SpeedOptions {
  return resolve(speedOptions, given, voice)
}

/** A thread takes as long to start as one of them needs for the scan of so many bytes. */
const bytesPerThread = 32 * 2 ** 20

/**
 * How many threads a run may have, and how many of them are started before there is work for them.
 *
 * @param bytes of the input, Infinity where it is not known
 */
export function threadsFor({ threads }: SpeedOptions, bytes: number): { threads: number; atOnce: number } {
  if (threads !== asNeeded) return { threads, atOnce: threads }
  const available = availableThreads()
  return { threads: available, atOnce: Math.min(available, Math.max(1, Math.ceil(bytes / bytesPerThread))) }
}

/** Processors this process may use; `navigator` says so in browsers and in Node alike. */
function availableThreads(): number {
  const available = globalThis.navigator?.hardwareConcurrency
  return available >= 1 ? Math.min(available, mostThreads) : 1
}
