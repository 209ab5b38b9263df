/** Speed options: they change the time and resources of a run, never a byte of its result. */
import { byteSize } from './byte-size.ts'
import { type Given, options, type Resolved, text, whole } from './declare.ts'
import { resolve, type Voice } from './resolve.ts'

const mostThreads = 256

/** Value of `threads` and `memory` if not given. */
const asNeeded = 0

const threadsRange = whole({
  from: 1,
  to: mostThreads,
  default: 1,
  doc: 'number of worker threads',
})

/** The least budget: what one thread needs for a small input, with room for work. */
const leastMemory = 96e6

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
  memory: {
    ...byteSize({
      from: leastMemory,
      to: 1e15,
      default: leastMemory,
      doc: 'resident memory to stay within, with columns on disk and fewer threads where it takes that',
    }),
    defaultText: 'as needed',
    fallback: () => asNeeded,
  },
})

/**
 * Resolved and frozen; `temp` is '' if temporary files go beside the first output, `memory` is 0 if not given,
 * `threads` is 0 if not given: see `threadsFor`.
 */
export type SpeedOptions = Resolved<typeof speedOptions>

export type GivenSpeedOptions = Given<typeof speedOptions>

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
export function resolveSpeedOptions(given: GivenSpeedOptions = {}, voice: Voice = 'library'): SpeedOptions {
  return resolve(speedOptions, given, voice)
}

/** Starting a thread takes as long as one thread needs to scan this many bytes. */
const bytesPerThread = 32 * 2 ** 20

/**
 * The number of threads a run may have, and the number started before they have work.
 *
 * @param bytes size of the input, Infinity if unknown
 */
export function threadsFor({ threads }: SpeedOptions, bytes: number): { threads: number; atOnce: number } {
  if (threads !== asNeeded) return { threads, atOnce: threads }
  const available = availableThreads()
  return { threads: available, atOnce: Math.min(available, Math.max(1, Math.ceil(bytes / bytesPerThread))) }
}

/** Processors available to this process; both browsers and Node have `navigator`. */
function availableThreads(): number {
  const available = globalThis.navigator?.hardwareConcurrency
  return available >= 1 ? Math.min(available, mostThreads) : 1
}
