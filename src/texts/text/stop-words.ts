/**
 * Stop words: the words of a language that say little about the topic of a text, and a step that drops them.
 *
 * An optional step on token strings, before shingles are cut: `(tokens) => tokens`. Signatures with and without it
 * must not be compared; give them different numbers of `steps`.
 *
 * Source: stopwords-iso, for the lists. Ours: entries with several words or with other characters than letters are
 * omitted, because no token equals them.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkArgument, checkIterable, checkTexts } from '../../ground/options/arguments.ts'
import { shown } from '../../ground/options/resolve.ts'
import { stopWordLists } from './generated/stop-words.ts'

/** ISO 639-1 codes of the languages with a list. */
export type StopWordLanguage = keyof typeof stopWordLists

/** In alphabetical order. */
export const stopWordLanguages = Object.freeze(Object.keys(stopWordLists)) as readonly StopWordLanguage[]

const made = new Map<string, ReadonlySet<string>>()

/**
 * The stop words of a language, lower case, NFC. Always the same set: do not write to it.
 *
 * @throws NearsameError OPTION_VALUE for a language without a list.
 * @example stopWords('en').has('the') // => true
 */
export function stopWords(language: StopWordLanguage): ReadonlySet<string> {
  const known = made.get(language)
  if (known !== undefined) return known
  if (typeof language !== 'string' || !Object.hasOwn(stopWordLists, language)) {
    throw new NearsameError('OPTION_VALUE', {
      expected: `a language with stop words: ${stopWordLanguages.join(', ')}`,
      got: shown(language),
      fix: 'name one of these, or pass your own set to `withoutWords`',
    })
  }
  const words = new Set(stopWordLists[language].split(' '))
  made.set(language, words)
  return words
}

/**
 * A step that drops the words of a set or list. A text of nothing else keeps all its tokens and stays comparable.
 *
 * @throws NearsameError OPTION_VALUE
 * @example withoutWords(stopWords('en'))(['the', 'old', 'bridge']) // => ['bridge']
 * @example withoutWords(stopWords('en'))(['to', 'be', 'or', 'not', 'to', 'be']) // => ['to', 'be', 'or', 'not', 'to', 'be']
 */
export function withoutWords(words: Iterable<string>): (tokens: readonly string[]) => string[] {
  checkArgument(typeof words !== 'string', 'words', words, 'a list of words')
  checkIterable('words', words, 'words')
  const dropped = new Set(words)
  const isWords = [...dropped].every(word => typeof word === 'string')
  checkArgument(isWords, 'words', words, 'a list of words')
  return tokens => {
    checkTexts('tokens', tokens)
    const kept = tokens.filter(token => !dropped.has(token))
    return kept.length > 0 ? kept : [...tokens]
  }
}
