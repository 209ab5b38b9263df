/**
 * records: matches short records, such as names and addresses, of one list or two without labels: the data shows the
 * boundary between "the same" and "different".
 *
 *     texts ─▶ words and 3-grams, weighed by how rare they are ─▶ the best few candidates of each record
 *           ─▶ similarity ─▶ threshold at the valley of the similarities of all candidates ─▶ pairs, with notes
 *
 *     similarity = mean of cosine and containment, of words and of 3-grams
 *
 * Heads, numbers and the evidence of third records move the score of a pair. From the chance level of the data the
 * report estimates its own precision, and it names the doubtful pairs.
 *
 * Decides: the similarity against a threshold, from the data or given. In an index: the items are postings, and a model
 * trained on the stored records decides.
 *
 * Source: Salton, Buckley 1988 for the weights. Ours: the decision.
 * Files, in reading order: `params.ts`; `record-text.ts`; `find-record-pairs.ts`, the pipeline over `candidates/` and
 * `decision/`; `row-groups.ts`, `row-pairs.ts` and `notes.ts`, the report; `record-items.ts`, `record-model.ts`
 * and `online.ts`, the index.
 */
import { breathing } from '../../ground/breath/steps.ts'
import { defineMethod } from '../contract/method.ts'
import { columnRolesOf, givenColumns } from './column-roles.ts'
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
  checkParams: ({ columns }) => void columnRolesOf(columns),
  decides: {
    kind: 'pairs',
    measure: 'records',
    readsColumns: true,
    pairs: async ({ doubtful, undecided, columns: roles, ...params }) => {
      const { recordPairs } = await import('./find-record-pairs.ts')
      const roleOf = columnRolesOf(roles)
      return async (texts, { split, breath, columns, oneToOne, ...context } = {}) => {
        const chosen = chosenBoundary(params)
        const steps = recordPairs(texts, split === undefined ? undefined : { split }, {
          ...{ ...context, ...chosen, doubtful, undecided },
          oneToOne: oneToOne ?? chosen.oneToOne,
          columns: givenColumns(columns, roleOf),
        })
        const found = await breathing(steps, breath)
        return { ...found, notes: { ...found.notes } }
      }
    },
    online: {
      agree: () => itemAgree,
      least: ({ threshold }) => (threshold === 'auto' ? 0 : threshold),
      checkFields: ({ columns }, fields) => {
        const given = fields.length > 1 ? fields.map(name => ({ name, values: [] })) : undefined
        givenColumns(given, columnRolesOf(columns))
      },
      open: async place => {
        const { OnlineRecords } = await import('./online.ts')
        return new OnlineRecords(place)
      },
    },
  },
})
