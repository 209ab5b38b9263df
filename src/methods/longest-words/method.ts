/**
 * longest-words: short texts, such as classified advertisements, are duplicates if they share most of their longest
 * words.
 *
 *     text ─▶ without markup ─▶ words, folded ─▶ the 15 longest ─▶ CRC-32 of each ─▶ number that two texts share
 *
 *     similarity = 100 * shared / words of the shorter text        above 80 percent, and at least two shared
 *
 * Long words are rare. A copy keeps them if it changes prices, order and small words. The checksums fit into two tables
 * of any SQL database (`online/word-tables/`); in memory a join finds all pairs without comparing every pair.
 *
 * Decides: the shared words, in percent; equal texts have 100. In an index: a posting for each word.
 *
 * Source: "Finding fuzzy duplicates of short documents", an article on classified advertisements.
 * Files, in reading order: `params.ts`; `markup.ts` and `letter-words.ts`, the words of a text; `longest-words.ts`, its
 * checksums; `shared-words.ts`, the pairs, over `ranked-lists.ts`; `online.ts`.
 */
import { breathing } from '../../ground/breath/steps.ts'
import { defineMethod } from '../contract/method.ts'
import { wordParams } from './params.ts'

/** Short texts that share most of their longest words. */
export const longestWordsMethod = defineMethod({
  name: 'longest-words',
  summary: 'short texts, such as classified advertisements, that share most of their longest words',
  stages: {
    text: 'HTML, digits and punctuation removed; the 15 longest distinct folded words of at least 4 letters',
    sketch: 'CRC-32 of each word',
    candidates: 'texts that share checksums',
    verify: 'equal MD5 first, else shared words of the shorter list above 80 percent',
  },
  params: wordParams,
  options: [],
  sources: ['"Finding fuzzy duplicates of short documents", an article on classified advertisements'],
  decides: {
    kind: 'pairs',
    measure: 'shared-words',
    pairs: async params => {
      const { sharedWordPairs } = await import('./shared-words.ts')
      return async (texts, { split, breath } = {}) => {
        const steps = sharedWordPairs(texts, params, split === undefined ? undefined : { split })
        const found = await breathing(steps, breath)
        return { ...found, notes: { ...found.notes } }
      }
    },
    online: {
      agree: ({ minIntersections }) => minIntersections,
      open: async place => {
        const { OnlineWords } = await import('./online.ts')
        return new OnlineWords(place)
      },
    },
  },
})
