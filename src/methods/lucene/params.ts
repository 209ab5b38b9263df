/** Parameters of Lucene's filters, with the names and defaults of their factories. */
import { JavaException } from '../../ground/java/java-exception.ts'
import { checkObject } from '../../ground/options/arguments.ts'
import { type DeclarationsOf, type Option, options, Refusal, whole } from '../../ground/options/declare.ts'
import { truth } from '../../ground/options/java-values.ts'
import { readOptions, refusedValue } from '../../ground/options/resolve.ts'

/** The parameters of `MinHashFilterFactory`, whole numbers from 1. */
export interface LuceneMinHashParams {
  /** Hash functions, each with buckets of its own; 1 if absent. */
  readonly hashCount: number
  /** Buckets of each hash function; 512 if absent. */
  readonly bucketCount: number
  /** Values a bucket keeps; 1 if absent. */
  readonly hashSetSize: number
  /** Fills empty buckets; has no effect unless `hashSetSize` is 1. True if absent. */
  readonly withRotation: boolean
}

/** The parameters of `FingerprintFilterFactory`. */
export interface LuceneFingerprintParams {
  /** UTF-16 units; what is longer has no fingerprint. 1024 if absent. */
  readonly maxOutputTokenSize: number
  /** One UTF-16 unit; a space if absent. */
  readonly separator: string
}

const int32 = 2 ** 31

/** A bound on the buckets of all hash functions together: above it, their memory alone is a mistake. */
const maxBuckets = 2 ** 22

/** A whole number from 1; of another one the error has what Lucene says as its cause. */
function count(name: string, plan: { to: number; default: number; doc: string }): Option<number> {
  const option = whole({ from: 1, ...plan })
  return {
    ...option,
    read(given, fromText) {
      const value = option.read(given, fromText)
      if (!(value instanceof Refusal)) return value
      const said = `${name} must be greater than zero`
      return new Refusal(option.domain, '', new JavaException('java.lang.IllegalArgumentException', said))
    },
  }
}

const filterParams = options({
  hashCount: count('hashCount', { to: maxBuckets, default: 1, doc: 'hash functions' }),
  bucketCount: count('bucketCount', { to: maxBuckets, default: 512, doc: 'buckets of each hash function' }),
  hashSetSize: count('hashSetSize', {
    to: int32 - 1,
    default: 1,
    doc: 'smallest hashes kept in each bucket',
  }),
  withRotation: truth({
    default: true,
    doc: 'an empty bucket takes the hash of the next one; only with one hash a bucket',
  }),
}) satisfies DeclarationsOf<LuceneMinHashParams>

export const luceneMinHashParams = options({
  shingleSize: whole({ from: 1, to: 256, default: 5, doc: 'tokens of a shingle; 1 takes the tokens' }),
  ...filterParams,
})

const character = 'one character'

export const luceneFingerprintParams = options({
  maxOutputTokenSize: whole({
    from: -int32,
    to: int32 - 1,
    default: 1024,
    doc: 'a longer one is no fingerprint',
  }),
  separator: {
    placeholder: 'character',
    domain: character,
    doc: 'between two tokens',
    isList: false,
    defaultText: ' ',
    fallback: () => ' ',
    read: given => (typeof given === 'string' && given.length === 1 ? given : new Refusal(character)),
  } as Option<string>,
}) satisfies DeclarationsOf<LuceneFingerprintParams>

/** @throws NearsameError OPTION_VALUE */
export function checkFingerprintParams(given: Partial<LuceneFingerprintParams>): LuceneFingerprintParams {
  checkObject('params', given)
  return readOptions(luceneFingerprintParams, given)
}

/** @throws NearsameError OPTION_VALUE */
export function checkMinHashParams(given: Partial<LuceneMinHashParams>): LuceneMinHashParams {
  checkObject('params', given)
  const params = readOptions(filterParams, given)
  checkBuckets(params)
  return params
}

/** @throws NearsameError OPTION_VALUE */
export function checkBuckets({ hashCount, bucketCount }: LuceneMinHashParams): void {
  if (hashCount * bucketCount <= maxBuckets) return
  const refusal = new Refusal(`at most ${maxBuckets}`, 'lower hashCount or bucketCount')
  throw refusedValue('hashCount * bucketCount', hashCount * bucketCount, refusal)
}
