/**
 * Parameters of the methods: what `--param name=value` sets, declared once for each method.
 *
 * Names and defaults are those of the systems that the methods come from, so that a value can be carried over from
 * their configuration as it stands there.
 */
import {
  choice,
  type Declarations,
  number,
  type Option,
  options,
  Refusal,
  type Resolved,
  text,
  whole,
} from '../../ground/options/declare.ts'
import { ownValue } from '../../ground/options/own-names.ts'
import { refusedValue, unknownName } from '../../ground/options/resolve.ts'
import { javaFloat, javaInt, truth } from './java-values.ts'
import type { Params } from './params-option.ts'

const quantRate = javaFloat({
  default: 0.01,
  doc: 'counts are rounded down to multiples of this times the largest count',
})

const minTokenLen = javaInt({ default: 2, doc: 'tokens of this many characters or fewer are left out' })

const shingleSize = whole({ from: 1, to: 256, default: 5, doc: 'tokens of a shingle; 1 takes the tokens' })

const positive = { from: 1, to: 2 ** 20 }

const int32 = { from: 1, to: 2 ** 31 - 1 }

/** What both restaurant searches have. */
const restaurantSearch = {
  size: whole({ from: 1, to: 2 ** 20, default: 3, doc: 'words of an n-gram' }),
  rows: whole({ ...int32, default: 10, doc: 'rows of an answer, the asking row among them' }),
  maxDistance: whole({ from: 0, to: 2 ** 31 - 2, default: 2, doc: 'words that may differ' }),
  sameFirstWord: truth({ default: true, doc: 'ask only rows of the same first word' }),
  earlyCut: truth({ default: true, doc: 'after a row too far, count only equal texts' }),
  ranking: choice(['classic', 'bm25', 'classic7'], {
    default: 'classic',
    doc: 'how rows are ranked: as Lucene 4 did, by BM25, or as ClassicSimilarity does today',
  }),
  maxClauses: whole({ ...int32, default: 1024, doc: 'terms in a query' }),
}

const similarityThreshold = number({
  from: 0,
  to: 1,
  default: 1,
  doc: 'similarity from which on two match; auto: chosen from the data',
})

const autoDomain = `${similarityThreshold.domain}, or auto`

const chosenThreshold: Option<number | 'auto', number | string> = {
  ...similarityThreshold,
  domain: autoDomain,
  defaultText: 'auto',
  fallback: () => 'auto',
  read: (given, fromText) => {
    const value = given === 'auto' ? given : similarityThreshold.read(given, fromText)
    return value instanceof Refusal ? new Refusal(autoDomain) : value
  },
}

/** For each method its own parameters, beside the result options that all share. */
export const methodParams = Object.freeze({
  minhash: options({}),
  'solr-text-profile': options({ quantRate, minTokenLen }),
  'solr-md5': options({}),
  'solr-lookup3': options({}),
  'nutch-md5': options({}),
  'nutch-text-md5': options({}),
  'nutch-text-profile': options({
    quantRate,
    minTokenLen,
    secSortLex: truth({
      default: true,
      doc: 'tokens of equal count in the order of their characters; off: as before Nutch 1.16',
    }),
  }),
  'repeated-trials': options({
    words: whole({ from: 1, to: 256, default: 2, doc: 'words of a sequence' }),
    hashes: whole({ from: 1, to: 4096, default: 14, doc: 'hashes of a trial, all of which must be equal' }),
    trials: whole({ from: 1, to: 64, default: 6, doc: 'trials, each with hash functions of its own' }),
    agree: whole({ from: 1, to: 64, default: 2, doc: 'trials that must agree' }),
  }),
  'restaurants-shingles': options(restaurantSearch),
  'restaurants-minhash': options({
    ...restaurantSearch,
    signatures: whole({ from: 1, to: 2 ** 20, default: 20, doc: 'values of a signature' }),
    seed: whole({ from: 0, to: Number.MAX_SAFE_INTEGER, default: 42, doc: 'of the masks' }),
    hashSeed: whole({ from: -(2 ** 31), to: 2 ** 31 - 1, default: 42, doc: 'of the hashes of n-grams' }),
    extremum: choice(['max', 'min'], { default: 'max', doc: 'the hash that stands for all' }),
  }),
  'longest-words': options({
    words: whole({ from: 1, to: 255, default: 15, doc: 'longest words that stand for a text' }),
    minLetters: whole({ from: 1, to: 255, default: 4, doc: 'shorter words are left out' }),
    minIntersections: whole({ from: 1, to: 255, default: 2, doc: 'words that a pair shares at least' }),
    threshold: number({
      from: 0,
      to: 100,
      default: 80,
      doc: 'percent of the shorter list, to be exceeded',
    }),
  }),
  records: options({
    oneToOne: choice(['auto', 'true', 'false'], {
      default: 'auto',
      doc: 'whether a record has at most one copy; auto: as the data shows',
    }),
    threshold: chosenThreshold,
    doubtful: whole({
      from: 0,
      to: 1_000_000,
      default: 20,
      doc: 'doubtful pairs in the report, of either side',
    }),
  }),
  'lucene-min-hash': options({
    shingleSize,
    hashCount: whole({ ...positive, default: 1, doc: 'hash functions' }),
    bucketCount: whole({ ...positive, default: 512, doc: 'buckets of each hash function' }),
    hashSetSize: whole({ ...positive, default: 1, doc: 'smallest hashes kept in each bucket' }),
    withRotation: truth({
      default: true,
      doc: 'an empty bucket takes the hash of the next one; only with one hash a bucket',
    }),
  }),
  'lucene-fingerprint': options({
    maxOutputTokenSize: whole({
      from: 0,
      to: 2 ** 30,
      default: 1024,
      doc: 'a longer one is no fingerprint',
    }),
    separator: text({ placeholder: 'character', default: ' ', doc: 'between two tokens' }),
  }),
})

export type MethodName = keyof typeof methodParams

export const methodNames = Object.freeze(Object.keys(methodParams)) as readonly MethodName[]

/** Resolved parameters of one method. */
export type MethodParams<M extends MethodName> = Resolved<(typeof methodParams)[M]>

/**
 * Parameters of `method` as given, checked, and the defaults of the others.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 * @example resolveMethodParams('nutch-text-profile', { secSortLex: 'off' }).minTokenLen // => 2
 */
export function resolveMethodParams<M extends MethodName>(method: M, given: Params): MethodParams<M> {
  const declarations: Declarations = methodParams[method]
  const known = Object.keys(declarations)
  const unknown = Object.keys(given).find(name => !known.includes(name))
  if (unknown !== undefined) throw unknownName(`a parameter of the method ${method}`, unknown, known)
  const values: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(declarations)) {
    const value = ownValue(given, name)
    const read = value === undefined ? option.fallback() : option.read(value, typeof value === 'string')
    if (read instanceof Refusal) throw refusedValue(`the parameter ${name} of ${method}`, value, read)
    values[name] = read
  }
  if (method === 'repeated-trials') checkAgree(values as unknown as MethodParams<'repeated-trials'>)
  return Object.freeze(values) as MethodParams<M>
}

/** More trials than there are never agree, so that nothing would be found. @throws NearsameError OPTION_VALUE */
function checkAgree({ trials, agree }: MethodParams<'repeated-trials'>): void {
  const refusal = new Refusal(`at most trials, ${trials}`, 'lower agree, or raise trials')
  if (agree > trials) throw refusedValue('the parameter agree of repeated-trials', agree, refusal)
}
