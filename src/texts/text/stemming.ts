/**
 * Stemming: tokens to their stems, so that "connected" and "connection" become one word.
 *
 * An optional step on token strings, before shingles are cut. The stemmers are those of the package
 * snowball-stemmers, which takes a while to load and two microseconds a word; so it is loaded on demand, and every
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

/** The used part of snowball-stemmers. */
export interface StemmerPackage {
  algorithms(): string[]
  newStemmer(language: string): Stemmer
}

export interface Stemmer {
  stem(word: string): string
}

/** Maximum number of cached words: keys and values take about 10 MB. */
const cacheWords = 100_000

/**
 * A step that stems in a language of the package, such as `english`.
 *
 * @param load returns another package of this form; of an ES module, its `default` is used
 * @throws NearsameError PACKAGE_MISSING if `load` fails, OPTION_VALUE for an unknown language.
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

/** @throws NearsameError PACKAGE_MISSING, also if it is not such a package */
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
 * The step for any stemmer: equal words have equal stems.
 *
 * @throws NearsameError OPTION_VALUE; the step also TEXT_NOT_STRING, for tokens and stems that are not texts
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
