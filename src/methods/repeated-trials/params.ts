/** Parameters of `repeated-trials`; the defaults are those of the source. */
import { options, Refusal, type Resolved, whole } from '../../ground/options/declare.ts'
import { refusedValue } from '../../ground/options/resolve.ts'
import { defaultTrialShape } from '../../texts/lsh/trials.ts'

const { hashes, trials, agree } = defaultTrialShape

export const trialParams = options({
  words: whole({ from: 1, to: 256, default: 2, doc: 'words of a sequence' }),
  hashes: whole({
    from: 1,
    to: 4096,
    default: hashes,
    doc: 'hashes of a trial, all of which must be equal',
  }),
  trials: whole({ from: 1, to: 64, default: trials, doc: 'trials, each with hash functions of its own' }),
  agree: whole({ from: 1, to: 64, default: agree, doc: 'trials that must agree' }),
})

/** Refuses `agree` above `trials`, which would find nothing. @throws NearsameError OPTION_VALUE */
export function checkAgree({ trials, agree }: Resolved<typeof trialParams>): void {
  const refusal = new Refusal(`at most trials, ${trials}`, 'lower agree, or raise trials')
  if (agree > trials) throw refusedValue('the parameter agree of repeated-trials', agree, refusal)
}
