/**
 * repeated-trials: two documents are duplicates if they agree on enough of a few strict trials.
 *
 *     text ─▶ tokens ─▶ 2-word shingles ─▶ trial 1: 14 hashes, one key ─┐
 *                                          ...                          ├─▶ number of equal keys among 6: 2 or more
 *                                          trial 6: 14 hashes, one key ─┘
 *
 * A pair passes a trial only if all of its hashes agree. Very different texts hardly ever do; similar texts are likely
 * to pass two of six. `nearsame odds --trials 6` prints the probabilities.
 *
 * Decides: the number of equal keys, without any exact measure; results report it as the similarity. In an index: a
 * posting for each trial.
 *
 * Source: the near-duplicate elimination of a search engine, from its manual.
 * Files, in reading order: `params.ts`; `online.ts`, the index. `texts/lsh/trials.ts` has the odds,
 * `texts/sketch/trial-keys.ts` the keys.
 */
import { defineMethod } from '../contract/method.ts'
import { checkAgree, trialParams } from './params.ts'

/** Documents that agree on several of a few strict trials; decided without an exact measure. */
export const repeatedTrialsMethod = defineMethod({
  name: 'repeated-trials',
  summary: 'documents that agree on several trials of hashes of word pairs, as a search engine does',
  stages: {
    text: 'canonical tokens, cut into a set of runs of words',
    sketch: 'a key for each trial, from the smallest hashes by functions of its own',
    candidates: 'documents that agree on enough trials',
    verify: 'none, the number of agreeing trials decides and is reported',
  },
  params: trialParams,
  checkParams: checkAgree,
  options: ['fold', 'symbols', 'seed'],
  sources: [
    'the near-duplicate elimination of a search engine, from its manual; odds: `nearsame odds --trials 6`',
  ],
  decides: {
    kind: 'trials',
    measure: 'agreed-trials',
    trials: params => params,
    online: {
      agree: ({ agree }) => agree,
      open: async place => {
        const { OnlineTrials } = await import('./online.ts')
        return new OnlineTrials(place)
      },
    },
  },
})
