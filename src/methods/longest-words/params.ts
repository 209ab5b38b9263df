/** Parameters of `longest-words`, also those of its tables in SQL; the defaults are those of the source. */
import { type Given, number, options, type Resolved, whole } from '../../ground/options/declare.ts'
import { readOptions } from '../../ground/options/resolve.ts'

export const wordParams = options({
  words: whole({ from: 1, to: 255, default: 15, doc: 'maximum number of words that represent a text' }),
  minLetters: whole({ from: 1, to: 255, default: 4, doc: 'minimum number of characters of such a word' }),
  minIntersections: whole({
    from: 1,
    to: 255,
    default: 2,
    doc: 'minimum number of words that a pair shares, unless its texts are equal',
  }),
  threshold: number({
    from: 0,
    to: 100,
    default: 80,
    doc: 'percentage of the shorter list that the shared words must exceed',
  }),
})

export type SharedWordsOptions = Resolved<typeof wordParams>

export type GivenSharedWords = Given<typeof wordParams>

/** The choice of words from a text. */
export type LongestWordsOptions = Pick<SharedWordsOptions, 'words' | 'minLetters'>

export const defaultSharedWords: SharedWordsOptions = readOptions(wordParams, {})
