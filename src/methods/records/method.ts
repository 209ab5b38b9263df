import { breathing } from '../../ground/breath/steps.ts'
import { defineMethod } from '../contract/method.ts'
import { chosenBoundary, itemAgree, recordParams } from './params.ts'

/** Short records matched without labels: the boundary is read from the data. */
export const recordsMethod = defineMethod({
  name: 'records',
  summary:
    'short records of one list or two, such as names and addresses, by a boundary read from the data',
  stages: {
    text: 'letters and numbers without case and accents; words, and runs of three characters',
    sketch: 'TF-IDF weights of both',
    candidates: 'the best rows of an inverted index, rare items first',
    verify:
      'cosine and containment of both, heads and numbers, against a threshold chosen from all similarities',
  },
  params: recordParams,
  options: [],
  sources: [
    'G. Salton, C. Buckley, "Term-weighting approaches in automatic text retrieval" (1988): the weights',
  ],
  measure: 'records',
  pairs: async ({ doubtful, ...params }) => {
    const { recordPairs } = await import('./find-record-pairs.ts')
    return async (texts, { split, accepted, rejected, idOf, breath, ...context } = {}) => {
      const chosen = chosenBoundary(params)
      const steps = recordPairs(texts, split === undefined ? undefined : { split }, {
        ...chosen,
        oneToOne: context.oneToOne ?? chosen.oneToOne,
        doubtful,
        idOf,
        ...(accepted && { accepted }),
        ...(rejected && { rejected }),
      })
      const found = await breathing(steps, breath)
      return { ...found, notes: { ...found.notes } }
    }
  },
  online: {
    agree: () => itemAgree,
    least: ({ threshold }) => (threshold === 'auto' ? 0 : threshold),
    open: async place => {
      const { OnlineRecords } = await import('./online.ts')
      return new OnlineRecords(place)
    },
  },
})
