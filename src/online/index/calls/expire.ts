/** Options of removing expired documents. */
import { type Given, options } from '../../../ground/options/declare.ts'
import { time } from './call-values.ts'

export const expireOptions = options({
  before: time({
    doc: 'remove documents added before this time, such as 2030-01-31T12:00:00Z',
    defaultText: 'those past their own `expiresAt`',
  }),
})

export type ExpireOptions = Given<typeof expireOptions>
