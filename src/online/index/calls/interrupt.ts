/** Options of calls that take long. */
import { type Given, options } from '../../../ground/options/declare.ts'
import { abortSignal } from './call-values.ts'

export const interruptOptions = options({
  signal: abortSignal({ doc: 'ends the call early; the call then throws the reason of the signal' }),
})

export type InterruptOptions = Given<typeof interruptOptions>
