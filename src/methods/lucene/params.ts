/** Parameters of Lucene's filters, with the names and defaults of their factories. */

import { checkObject } from '../../ground/options/arguments.ts'
import {
  type Given,
  type Option,
  options,
  Refusal,
  type Resolved,
  whole,
} from '../../ground/options/declare.ts'
import { readOptions, refusedValue } from '../../ground/options/resolve.ts'
import { JavaException } from '../java/java-exception.ts'
import { truth } from '../java/java-values.ts'

const int32 = 2 ** 31

/** Maximum number of buckets of all hash functions together; more would waste memory. */
const maxBuckets = 2 ** 22

/** A whole number from 1; the error for another value has Lucene's message as its cause. */
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

export const filterParams = options({
  hashCount: count('hashCount', {
    to: maxBuckets,
    default: 1,
    doc: 'hash functions, each with buckets of its own',
  }),
  bucketCount: count('bucketCount', { to: maxBuckets, default: 512, doc: 'buckets of each hash function' }),
  hashSetSize: count('hashSetSize', {
    to: int32 - 1,
    default: 1,
    doc: 'smallest hashes kept in each bucket',
  }),
  withRotation: truth({
    default: true,
    doc: 'fill an empty bucket with the hash of the next one; only with one hash per bucket',
  }),
})

/** The parameters of `MinHashFilterFactory`. */
export type LuceneMinHashParams = Given<typeof filterParams>

export type ResolvedMinHashParams = Resolved<typeof filterParams>

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
    doc: 'maximum length in UTF-16 units; a longer text has no fingerprint',
  }),
  separator: {
    placeholder: 'character',
    domain: character,
    doc: 'character between two tokens',
    isList: false,
    defaultText: ' ',
    fallback: () => ' ',
    read: given => (typeof given === 'string' && given.length === 1 ? given : new Refusal(character)),
  } as Option<string>,
})

/** The parameters of `FingerprintFilterFactory`. */
export type LuceneFingerprintParams = Given<typeof luceneFingerprintParams>

/** @throws NearsameError OPTION_VALUE */
export function checkFingerprintParams(
  given: LuceneFingerprintParams,
): Resolved<typeof luceneFingerprintParams> {
  checkObject('params', given)
  return readOptions(luceneFingerprintParams, given)
}

/** @throws NearsameError OPTION_VALUE */
export function checkMinHashParams(given: LuceneMinHashParams): ResolvedMinHashParams {
  checkObject('params', given)
  const params = readOptions(filterParams, given)
  checkBuckets(params)
  return params
}

/** @throws NearsameError OPTION_VALUE */
export function checkBuckets({
  hashCount,
  bucketCount,
}: Pick<ResolvedMinHashParams, 'hashCount' | 'bucketCount'>): void {
  if (hashCount * bucketCount <= maxBuckets) return
  const refusal = new Refusal(`at most ${maxBuckets}`, 'lower hashCount or bucketCount')
  throw refusedValue('hashCount * bucketCount', hashCount * bucketCount, refusal)
}
