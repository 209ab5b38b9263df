/**
 * Result options: everything that decides which documents are found and kept. They are written into every
 * report and stored index; the same input under the same result options gives the same bytes.
 */
import { checkObject } from '../../ground/options/arguments.ts'
import {
  choice,
  type Given,
  list,
  number,
  type Option,
  onOff,
  options,
  parsed,
  Refusal,
  type Resolved,
  text,
  whole,
} from '../../ground/options/declare.ts'
import { type KeepRule, keepDomain, parseKeepRules } from '../../ground/options/keep-rule.ts'
import { refusedValue, resolve, spoken, type Voice } from '../../ground/options/resolve.ts'
import { parseShingle, type Shingle, shingleDomain } from '../../ground/options/shingle-option.ts'
import { folds } from '../../texts/kernels/layout/plan-layout.ts'
import type { Params } from '../contract/method.ts'
import { methodNamed, methodNames, resolveMethodParams } from '../methods.ts'
import { paramsOption } from './params-option.ts'

/** The recall that bands promise. */
export const recallOfBands = number({
  above: 0,
  below: 1,
  default: 0.99,
  doc: 'share of the pairs at the threshold to find',
})

const recallDomain = `${recallOfBands.domain}, or \`exact\``

const recallOption: Option<number | 'exact'> = {
  ...recallOfBands,
  placeholder: 'number|exact',
  domain: recallDomain,
  doc: 'share of the pairs at the threshold to find; `exact` finds all, by a join of the shingle sets',
  read(given, fromText) {
    if (given === 'exact') return given
    const read = recallOfBands.read(given, fromText)
    return read instanceof Refusal ? new Refusal(recallDomain) : read
  },
}

const field = text({
  placeholder: 'field',
  default: '',
  doc: 'compare only records with equal values of this field, such as a language; records without it among themselves',
})

/** Resolved options are read again, so an empty text stands for none here, too. */
const withinOption: Option<string> = {
  ...field,
  read: (given, fromText) => (given === '' && !fromText ? '' : field.read(given, fromText)),
}

export const resultOptions = options({
  threshold: number({
    above: 0,
    to: 1,
    default: 0.8,
    doc: 'minimum similarity of a match',
  }),
  measure: choice(['jaccard', 'containment'], {
    default: 'jaccard',
    doc: 'shared shingles divided by all shingles of both texts, or by those of the smaller text',
  }),
  shingle: parsed<Shingle, string | Shingle>({
    placeholder: 'unit:size',
    domain: shingleDomain,
    default: Object.freeze({ unit: 'words', size: 5 }),
    defaultText: 'words:5',
    doc: 'unit of comparison: runs of words or of characters, or a stop word with the words after it',
    parse: parseShingle,
  }),
  fold: choice(folds, {
    default: 'none',
    doc: 'drop `marks` (accents and points), unify `letters` that one language types in two ways, or `both`',
  }),
  symbols: choice(['drop', 'keep'], {
    default: 'drop',
    doc: 'whether symbols and punctuation only separate words, or each is a word of its own',
  }),
  recall: recallOption,
  cluster: choice(['star', 'components', 'complete'], {
    default: 'star',
    doc: 'how clusters form: every member matches the survivor; any chain of matches; every pair matches',
  }),
  keep: list<readonly KeepRule[], string | readonly (string | KeepRule)[]>({
    placeholder: 'rules',
    domain: keepDomain,
    default: Object.freeze([Object.freeze({ rule: 'first' as const })]),
    defaultText: 'first',
    doc: 'which document of a cluster survives: rules in order, then the position in the input',
    parse: parseKeepRules,
  }),
  within: withinOption,
  near: onOff({ default: true, doc: 'find near duplicates, not only exact duplicates of the raw text' }),
  seed: whole({ from: 0, to: 2 ** 32 - 1, default: 1, doc: 'seed of the hash family' }),
  signatureLength: whole({
    from: 1,
    to: 4096,
    default: 128,
    doc: 'values per signature; the error of an estimated Jaccard is about 1 / sqrt of their number',
  }),
  method: choice(methodNames, {
    default: 'minhash',
    doc: 'recipe that finds and measures matches; see `nearsame methods`',
  }),
  params: paramsOption,
})

/** Resolved and frozen, every field present. */
export type ResultOptions = Resolved<typeof resultOptions>

/** The options that a caller may give; all are optional. */
export type GivenResultOptions = Given<typeof resultOptions>

/**
 * Checks the given options and fills in the defaults.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 * @example resolveResultOptions({ shingle: 'chars:8' }).shingle // => { unit: 'chars', size: 8 }
 */
export function resolveResultOptions(
  given: GivenResultOptions = {},
  voice: Voice = 'library',
): ResultOptions {
  checkObject('options', given)
  const resolved = resolve(resultOptions, given, voice)
  const isOfAll = resolved.near && methodNamed(resolved.method).decides.kind === 'pairs'
  if (resolved.within !== '' && isOfAll) throw pairsWithin(resolved, voice)
  const params = resolveMethodParams(resolved.method, resolved.params) as Params
  return Object.freeze({ ...resolved, params })
}

/** A method that looks at all texts at once may learn from all of them. */
function pairsWithin({ method, within }: { method: string; within: string }, voice: Voice) {
  const fix = 'give it the records of each value separately'
  const refusal = new Refusal(`left out with the method ${method}, which compares all texts at once`, fix)
  return refusedValue(spoken('within', voice), within, refusal)
}
