/** Index settings: the options of a collection, resolved once, and the header that keeps them in its store. */

import { isNearsameError, NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../../ground/json/field.ts'
import { Refusal } from '../../../ground/options/declare.ts'
import { refusedValue, refuseUnknown, resolve, type Voice } from '../../../ground/options/resolve.ts'
import { printShingle } from '../../../ground/options/shingle-option.ts'
import { methodNamed } from '../../../methods/methods.ts'
import {
  bandsOf,
  type Decision,
  decisionOf,
  isByMethod,
  keyShapeOf,
} from '../../../methods/options/decision.ts'
import { leastOf, passageOptions } from '../../../methods/options/passage-options.ts'
import {
  type ResultOptions,
  recallOfBands,
  resolveResultOptions,
} from '../../../methods/options/result-options.ts'
import type { StoreHeader } from '../../store/store.ts'
import type { IndexOptions } from '../documents/index-types.ts'

/** Version of what an index keeps in a store; raised when an older index would read it wrongly. 2: text rule 2. */
const indexFormat = 2

/** The options of a collection, in display order. */
export const collectionOptions = [
  'method',
  'params',
  'text',
  'threshold',
  'measure',
  'shingle',
  'fold',
  'symbols',
  'recall',
  'near',
  'seed',
  'signatureLength',
  'storeText',
  'passages',
] as const

export interface IndexSettings {
  readonly result: ResultOptions
  readonly decision: Decision
  /** Paths of the text fields. */
  readonly text: readonly string[]
  readonly storeText: boolean
  /** Whether the method compares the text fields one by one. */
  readonly hasColumns: boolean
  /** Whether a text of nothing but white space is a text, as for methods that sign as a search engine does. */
  readonly signsBlank: boolean
  /** The field whose value stands for a missing or blank text; '' for none. */
  readonly urlField: string
  /** What passages are found; undefined: none. */
  readonly passages: { readonly least: number } | undefined
  readonly header: StoreHeader
  /** Minimum similarity of a match; 0 if the method learns its threshold or has none. */
  readonly leastSimilarity: number
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, BANDS_UNREACHABLE */
export function resolveIndexOptions(given: IndexOptions, voice: Voice = 'library'): IndexSettings {
  const names = Object.keys(given).filter(name => given[name as keyof IndexOptions] !== undefined)
  refuseUnknown(collectionOptions, names, voice)
  const { text: givenText, storeText: givenStore, passages: givenPassages, ...rest } = given
  const result = resolveResultOptions(rest, voice)
  if (result.recall === 'exact')
    throw refusedValue(
      'recall',
      'exact',
      new Refusal(recallOfBands.domain, 'take 0.999: an index has bands'),
    )
  const text = Object.freeze(textFields(givenText))
  const decision = decisionOf(result)
  if (isByMethod(decision)) decision.online.checkFields?.(result.params, text)
  const storeText = givenStore ?? true
  if (typeof storeText !== 'boolean')
    throw refusedValue('storeText', storeText, new Refusal('true or false'))
  const passages = passagesOf(givenPassages, storeText, voice)
  const all = { ...result, text, storeText, shingle: printShingle(result.shingle), passages }
  const kept = collectionOptions.filter(name => all[name] !== undefined)
  const options = Object.fromEntries(kept.map(name => [name, all[name]]))
  const header = Object.freeze({
    format: indexFormat,
    agree: agreeOf(result, decision),
    options: Object.freeze(options),
  })
  const hasColumns = decision.readsColumns && text.length > 1
  return {
    ...{ result, decision, text, storeText, hasColumns, passages, header },
    signsBlank: decision.kind === 'signature',
    urlField: decision.urlField,
    leastSimilarity: leastSimilarityOf(result),
  }
}

function leastSimilarityOf({ method, params, threshold }: ResultOptions): number {
  const { decides, options } = methodNamed(method)
  if (options.includes('threshold')) return threshold
  return 'online' in decides ? (decides.online.least?.(params) ?? 0) : 0
}

/** Minimum number of postings that a candidate shares. */
function agreeOf(result: ResultOptions, decision: Decision): number {
  if (isByMethod(decision)) return decision.online.agree(result.params)
  return keyShapeOf(decision, bandsOf(result, decision)).agree
}

function textFields(given: unknown): readonly string[] {
  if (given === undefined) return ['text']
  const isList =
    Array.isArray(given) &&
    given.length > 0 &&
    [...given].every(name => typeof name === 'string' && name !== '')
  if (!isList) throw refusedValue('text', given, new Refusal('a list of at least one field'))
  return [...given]
}

/** Passages are compared in the texts. */
function passagesOf(
  given: IndexOptions['passages'],
  storeText: boolean,
  voice: Voice,
): IndexSettings['passages'] {
  if (given === undefined) return undefined
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refusedValue('passages', given, new Refusal('an object such as {"least": 50}'))
  refuseUnknown(['least'], Object.keys(given), voice)
  if (!storeText)
    throw refusedValue(
      'storeText',
      storeText,
      new Refusal('true, for `passages` are compared in the texts'),
    )
  const { least } = resolve({ least: passageOptions.least }, { least: given.least }, voice)
  return Object.freeze({ least: leastOf({ least, unit: 'tokens' }) })
}

/** The fix when omitted options default to those of the collection. */
export const leaveOptionsOut =
  'leave the options out to take those of the collection, or make another collection'

/**
 * Compares the stored header with the requested one.
 *
 * @param fix advice for when they differ
 * @throws NearsameError OPTIONS_MISMATCH, which shows both; STORE_FORMAT
 */
export function checkStoredOptions(stored: StoreHeader, asked: StoreHeader, fix = leaveOptionsOut): void {
  checkFormat(stored)
  const different = Object.keys({ ...stored.options, ...asked.options }).filter(
    name => optionOf(stored, name) !== optionOf(asked, name),
  )
  if (different.length === 0) return
  const of = (header: StoreHeader) =>
    different.map(name => `${name} ${optionOf(header, name) ?? 'not given'}`).join(', ')
  throw new NearsameError('OPTIONS_MISMATCH', {
    expected: `the options that the collection was made with: ${of(stored)}`,
    got: of(asked),
    fix,
  })
}

function checkFormat({ format }: StoreHeader): void {
  if (format === indexFormat) return
  throw new NearsameError('STORE_FORMAT', {
    expected: `a collection of format ${indexFormat}`,
    got: `format ${format}`,
    fix:
      format > indexFormat
        ? 'use a later version of nearsame'
        : 'add its documents to a new collection, or open it with the version of nearsame that made it',
  })
}

function optionOf({ options }: StoreHeader, name: string): string | undefined {
  return canonical(ownValue(options as Readonly<Record<string, unknown>>, name))
}

/** JSON with the fields of objects in order. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/**
 * The settings of a collection, checked against the given options.
 *
 * @throws NearsameError OPTIONS_MISMATCH, STORE_FORMAT
 */
export function settingsOf(stored: StoreHeader, given: IndexOptions): IndexSettings {
  checkFormat(stored)
  // Options that the version of the store did not have are at their defaults.
  const { header } = completed(stored)
  const settings = resolveIndexOptions(overStored(stored.options, given))
  checkStoredOptions({ ...header, format: stored.format }, settings.header)
  return settings
}

/** The settings of a collection. Stored options that fail are the store's fault, not the caller's. */
function completed(stored: StoreHeader): IndexSettings {
  try {
    return resolveIndexOptions(stored.options)
  } catch (cause) {
    if (!isNearsameError(cause)) throw cause
    throw new NearsameError('STORE_FORMAT', {
      expected: `a collection with valid options; ${cause.parts.expected}`,
      got: cause.parts.got,
      fix: 'open it with the version of nearsame that made it, or rebuild it',
      cause,
    })
  }
}

/**
 * The stored options, overridden by the given ones. If the method differs, the stored parameters are dropped, because
 * the other method has other parameters, and the error must be about the method.
 */
export function overStored(stored: IndexOptions, given: IndexOptions): IndexOptions {
  const named: IndexOptions = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  const { params, ...others } = stored
  const { method = stored.method } = named
  return { ...others, ...(method === stored.method && { params }), ...named }
}
