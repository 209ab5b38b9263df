/** Parameters of `longest-words`, also those of its tables in SQL; the defaults are those of the source. */
import { type DeclarationsOf, number, options, whole } from '../../ground/options/declare.ts'
import { readOptions } from '../../ground/options/resolve.ts'

/** What is chosen from a text. */
export interface LongestWordsOptions {
  /** Words that are chosen at most, in [1, 255]; 15 if absent. */
  readonly words: number
  /** Characters that a word has at least, in [1, 255]; 4 if absent. */
  readonly minLetters: number
}

export interface SharedWordsOptions extends LongestWordsOptions {
  /**
   * Checksums that a pair shares at least, unless its texts are equal, in [1, 255]; 2 if absent. The source: more
   * than 1.
   */
  readonly minIntersections: number
  /** Percent that the similarity must exceed, in [0, 100]; 80 if absent. */
  readonly threshold: number
}

export const wordParams = options({
  words: whole({ from: 1, to: 255, default: 15, doc: 'longest words that stand for a text' }),
  minLetters: whole({ from: 1, to: 255, default: 4, doc: 'shorter words are left out' }),
  minIntersections: whole({ from: 1, to: 255, default: 2, doc: 'words that a pair shares at least' }),
  threshold: number({ from: 0, to: 100, default: 80, doc: 'percent of the shorter list, to be exceeded' }),
}) satisfies DeclarationsOf<SharedWordsOptions>

export const defaultSharedWords: SharedWordsOptions = readOptions(wordParams, {})
