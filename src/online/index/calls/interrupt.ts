/** Options of calls that take long. */
import { type Given, options } from '../../../ground/options/declare.ts'
import { type AbortSignalLike, abortSignal } from './call-values.ts'

export const interruptOptions = options({
  signal: abortSignal({ doc: 'ends the call early; the call then throws the reason of the signal' }),
})

export type InterruptOptions = Given<typeof interruptOptions>

/** Stops waiting for another thread when the signal aborts. @throws the reason of the signal */
export async function unlessAborted<T>(
  work: T | Promise<T>,
  signal: AbortSignalLike | undefined,
): Promise<T> {
  if (signal === undefined) return work
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
