/** Methods: the one list, in the order of display, and their parameters. */
import type { Declarations, Resolved } from '../ground/options/declare.ts'
import { readOptions, unknownName } from '../ground/options/resolve.ts'
import type { Method, Params } from './contract/method.ts'
import { longestWordsMethod } from './longest-words/method.ts'
import { luceneFingerprintMethod, luceneMinHashMethod } from './lucene/method.ts'
import { minhashMethod } from './minhash/method.ts'
import { recordsMethod } from './records/method.ts'
import { repeatedTrialsMethod } from './repeated-trials/method.ts'
import { restaurantsMinhashMethod, restaurantsShinglesMethod } from './restaurants/method.ts'
import {
  nutchMd5Method,
  nutchTextMd5Method,
  nutchTextProfileMethod,
  solrLookup3Method,
  solrMd5Method,
  solrTextProfileMethod,
} from './solr-nutch/method.ts'

const list = [
  minhashMethod,
  solrTextProfileMethod,
  solrMd5Method,
  solrLookup3Method,
  nutchMd5Method,
  nutchTextMd5Method,
  nutchTextProfileMethod,
  repeatedTrialsMethod,
  restaurantsShinglesMethod,
  restaurantsMinhashMethod,
  longestWordsMethod,
  recordsMethod,
  luceneMinHashMethod,
  luceneFingerprintMethod,
] as const

type Listed = (typeof list)[number]

export type MethodName = Listed['name']

/** Resolved parameters of one method. */
type MethodParams<M extends MethodName> = Resolved<Extract<Listed, { readonly name: M }>['params']>

export const methods: readonly Method<MethodName>[] = Object.freeze(list)

export const methodNames: readonly MethodName[] = Object.freeze(list.map(({ name }) => name))

export function methodNamed(name: MethodName): Method<MethodName> {
  return methods[methodNames.indexOf(name)]
}

/** A method with its resolved parameters: plain data that may go to a thread. */
export interface MethodChoice {
  readonly method: MethodName
  readonly params: Params
}

/**
 * Parameters of `method` as given, checked, and the defaults of the others.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 * @example resolveMethodParams('nutch-text-profile', { secSortLex: 'off' }).minTokenLen // => 2
 */
export function resolveMethodParams<M extends MethodName>(method: M, given: Params): MethodParams<M> {
  const { params: declarations, checkParams } = methodNamed(method)
  const known = Object.keys(declarations)
  const unknown = Object.keys(given).find(name => !known.includes(name))
  if (unknown !== undefined) throw unknownName(`a parameter of the method ${method}`, unknown, known)
  const params = readOptions(declarations as Declarations, given, {
    label: name => `the parameter ${name} of ${method}`,
    isText: value => typeof value === 'string',
  })
  checkParams?.(params)
  return params as MethodParams<M>
}
