import { defineMethod } from '../contract/method.ts'
import { checkAgree, trialParams } from './params.ts'

/** Documents that agree on several of a few strict trials; decided without an exact measure. */
export const repeatedTrialsMethod = defineMethod({
  name: 'repeated-trials',
  summary: 'documents that agree on several trials of hashes of word pairs, as a search engine does',
  stages: {
    text: 'canonical tokens, cut into a set of runs of words',
    sketch: 'a key for each trial, of the least hashes by functions of its own',
    candidates: 'documents that agree on so many trials',
    verify: 'none, the number of agreeing trials decides and is reported',
  },
  params: trialParams,
  checkParams: checkAgree,
  options: ['seed'],
  sources: [
    'the near-duplicate elimination of a search engine, from its manual; odds: `nearsame odds --trials 6`',
  ],
  measure: 'agreed-trials',
  trials: params => params,
  online: {
    agree: ({ agree }) => agree,
    open: async place => {
      const { OnlineTrials } = await import('./online.ts')
      return new OnlineTrials(place)
    },
  },
})
