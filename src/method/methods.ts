/** Methods: all of them by name, and what a run needs to know of the one it was given. */
import { type AgreeingBands, type BandOptions, bandsFor } from '../lsh/agreeing-bands.ts'
import type { MethodName } from '../options/method-params.ts'
import type { Params } from '../options/params-option.ts'
import { luceneFingerprintMethod } from './lucene-fingerprint.ts'
import { luceneMinHashMethod } from './lucene-min-hash.ts'
import type { Method, TextSignature } from './method.ts'
import { minhash } from './minhash.ts'
import { nutchMd5Method } from './nutch-md5.ts'
import { nutchTextMd5Method } from './nutch-text-md5.ts'
import { nutchTextProfileMethod } from './nutch-text-profile.ts'
import { solrLookup3 } from './solr-lookup3.ts'
import { solrMd5 } from './solr-md5.ts'
import { solrTextProfile } from './solr-text-profile.ts'

/** Every method, in the order in which they are listed. */
export const methods = Object.freeze([
  minhash,
  solrTextProfile,
  solrMd5,
  solrLookup3,
  nutchMd5Method,
  nutchTextMd5Method,
  nutchTextProfileMethod,
  luceneMinHashMethod,
  luceneFingerprintMethod,
]) as readonly Method[]

/** A method with its resolved parameters: plain data that may go to a thread. */
export interface MethodChoice {
  readonly method: MethodName
  readonly params: Params
}

export function methodNamed(name: MethodName): Method {
  return methods.find(method => method.name === name) as Method
}

/** Whether equal signatures decide, and not measured pairs. */
export function isDecidedBySignature({ method }: Pick<MethodChoice, 'method'>): boolean {
  return methodNamed(method).signature !== undefined
}

/** The signature of a chosen method; undefined where pairs are measured. */
export async function signatureOf({ method, params }: MethodChoice): Promise<TextSignature | undefined> {
  return methodNamed(method).signature?.(params as never)
}

/** The bands for a run's options; none where no pairs are measured. @throws NearsameError BANDS_UNREACHABLE */
export function bandsOf(options: BandOptions & Pick<MethodChoice, 'method'>): AgreeingBands {
  return bandsFor({ ...options, near: options.near && !isDecidedBySignature(options) })
}
