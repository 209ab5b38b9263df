/**
 * Stemming: tokens to their stems, so that "connected" and "connection" are one word.
 *
 * An optional step on token strings, before shingles are cut. The stemmers are those of the package
 * snowball-stemmers, which takes a while to load and two microseconds a word; so it is loaded when asked for, and every
 * word is stemmed once:
 *
 *     const step = await stemming('english')
 *     step(['connected', 'connections'])      // ['connect', 'connect']
 *
 * Source: Porter, "Snowball: a language for stemming algorithms", 2001.
 * Ours: the cache. It is emptied when full, so memory stays bounded and results do not depend on it.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkArgument, checkList, checkString, checkTexts } from '../../ground/options/arguments.ts'
import { hasMethod } from '../../ground/options/own-names.ts'
import { shown } from '../../ground/options/resolve.ts'

/** What is needed of snowball-stemmers. */
export interface StemmerPackage {
  algorithms(): string[]
  newStemmer(language: string): Stemmer
}

export interface Stemmer {
  stem(word: string): string
}

/** Distinct words that are remembered: with key and value some 10 MB. */
const cacheWords = 100_000

/**
 * A step that stems in a language of the package, such as `english`.
 *
 * @param load gives another package of this form; as an ES module, its `default` is taken
 * @throws NearsameError PACKAGE_MISSING when `load` fails, OPTION_VALUE for an unknown language.
 */
export async function stemming(
  language: string,
  load: () => Promise<StemmerPackage | { default: StemmerPackage }> = () => import('snowball-stemmers'),
): Promise<(tokens: readonly string[]) => string[]> {
  const stemmers = await packageOf(load)
  const languages = stemmers.algorithms()
  checkTexts('algorithms()', languages)
  if (!languages.includes(language)) {
    throw new NearsameError('OPTION_VALUE', {
      expected: `a language with a stemmer: ${languages.join(', ')}`,
      got: shown(language),
      fix: 'name one of these, in English and lower case',
    })
  }
  return stemmingBy(stemmers.newStemmer(language))
}

type Loaded = StemmerPackage | { default: StemmerPackage }

/** @throws NearsameError PACKAGE_MISSING, also for what is no such package */
async function packageOf(load: () => Loaded | Promise<Loaded>): Promise<StemmerPackage> {
  try {
    const loaded = await load()
    const stemmers = 'default' in loaded ? loaded.default : loaded
    for (const name of ['newStemmer', 'algorithms'] as const)
      if (typeof stemmers[name] !== 'function') throw new TypeError(`it has no function \`${name}\``)
    return stemmers
  } catch (cause) {
    throw new NearsameError('PACKAGE_MISSING', {
      expected: 'the package snowball-stemmers',
      got: 'an error while loading it',
      fix: 'run `npm install snowball-stemmers`, or do without stemming',
      cause,
    })
  }
}

/**
 * The step by any stemmer: equal words, equal stems.
 *
 * @throws NearsameError OPTION_VALUE; the step TEXT_NOT_STRING, too, also where a stem is no text
 * @example stemmingBy({ stem: word => word.slice(0, 3) })(['bridges', 'bridge']) // => ['bri', 'bri']
 */
export function stemmingBy(stemmer: Stemmer): (tokens: readonly string[]) => string[] {
  checkArgument(hasMethod(stemmer, 'stem'), 'stemmer', stemmer, 'an object with a function `stem`')
  const stems = new Map<string, string>()
  return tokens => {
    checkList('tokens', tokens, 'texts')
    return tokens.map(token => {
      let stem = stems.get(token)
      if (stem === undefined) {
        checkString('token', token)
        stem = stemmer.stem(token)
        checkString('stem', stem)
        if (stems.size === cacheWords) stems.clear()
        stems.set(token, stem)
      }
      return stem
    })
  }
}
