/** Chosen method: what a run, an engine or an index needs to know about its method. */
import type { Shingle } from '../../ground/options/shingle-option.ts'
import type { KernelPlan } from '../../texts/kernels/layout/plan-layout.ts'
import { type AgreeingBands, type BandOptions, bandsFor } from '../../texts/lsh/agreeing-bands.ts'
import { type MeasureName, pairValues } from '../contract/measures.ts'
import type { Params, SignatureKernel, TextPairs, TextSignature, WordTrials } from '../contract/method.ts'
import type { Online } from '../contract/online-method.ts'
import { type MethodName, methodNamed } from '../methods.ts'
import type { ResultOptions } from './result-options.ts'

/** A method with its resolved parameters: plain data that may go to a thread. */
export interface MethodChoice {
  readonly method: MethodName
  readonly params: Params
}

/** What decides that two documents are the same. */
export type Decision = 'exact' | 'measure' | 'trials' | 'signature' | 'pairs'

/**
 * A measure of candidate pairs, the trials they agree on, an equal signature, or the pairs that a method finds among
 * all texts; `exact` with `near` off.
 */
export function decisionOf({
  method,
  near,
}: {
  readonly method: MethodName
  readonly near: boolean
}): Decision {
  if (!near) return 'exact'
  const { signature, pairs, trials } = methodNamed(method)
  if (signature !== undefined) return 'signature'
  if (trials !== undefined) return 'trials'
  return pairs === undefined ? 'measure' : 'pairs'
}

/** Whether a join of the shingle sets finds all matching pairs, instead of bands most of them. */
export function isJoined(result: ResultOptions): boolean {
  return result.recall === 'exact' && decisionOf(result) === 'measure'
}

/** The name of the similarity in results. */
export function measureOf(result: ResultOptions): MeasureName {
  const decision = decisionOf(result)
  if (decision === 'signature') return 'signature'
  const isOwn = decision === 'pairs' || decision === 'trials'
  return (isOwn ? methodNamed(result.method).measure : undefined) ?? result.measure
}

/** The trials of a chosen method. REQUIRES: they decide it. */
export function trialsOf({ method, params }: MethodChoice): WordTrials {
  return methodNamed(method).trials?.(params) as WordTrials
}

/**
 * The value of a document with itself, and, if pairs are measured or keys counted, the minimum of a match; both in the
 * measure that `measureOf` names.
 */
export function limitsOf(result: ResultOptions): { readonly same: number; readonly least: number } {
  if (decisionOf(result) === 'trials') {
    const { trials, agree } = trialsOf(result)
    return { same: trials, least: agree }
  }
  const { isDistance, isShare } = pairValues[measureOf(result)]
  const most = isShare ? 1 : 100 // percent
  return { same: isDistance ? 0 : most, least: result.threshold }
}

/** The signature of a chosen method; undefined if pairs are measured. */
export async function textSignatureOf({
  method,
  params,
}: MethodChoice): Promise<TextSignature | undefined> {
  return methodNamed(method).signature?.(params)
}

/** The kernel of a chosen method's signatures, if there is one. */
export function kernelOf({ method, params }: MethodChoice): SignatureKernel | undefined {
  return methodNamed(method).kernel?.(params)
}

/** The pairs of a chosen method. REQUIRES: they decide it. */
export async function textPairsOf({ method, params }: MethodChoice): Promise<TextPairs> {
  return methodNamed(method).pairs?.(params) as Promise<TextPairs>
}

/** Whether the columns of records matter to a chosen method. */
export function readsColumns({ method, near }: Pick<ResultOptions, 'method' | 'near'>): boolean {
  return near && methodNamed(method).readsColumns === true
}

/** How an index works with a chosen method; undefined if it looks up shingle sets, signatures or equal texts. */
export function onlineOf({
  method,
  near,
}: Pick<ResultOptions, 'method' | 'near'>): Online<Params> | undefined {
  return near ? methodNamed(method).online : undefined
}

/** The bands for the options of a run; none if none are needed. @throws NearsameError BANDS_UNREACHABLE */
export function bandsOf(options: BandOptions & MethodChoice): AgreeingBands {
  const decision = decisionOf(options)
  if (decision !== 'trials') return bandsFor({ ...options, near: decision === 'measure' })
  const { trials, hashes, agree } = trialsOf(options)
  return { bands: trials, rows: hashes, agree }
}

/** The bands that `explain` shows: those of measured pairs. Keys of trials are not bands. */
export function measuredBandsOf(result: ResultOptions): AgreeingBands {
  return bandsOf({ ...result, near: decisionOf(result) === 'measure' })
}

/** How the method cuts texts into shingles, and shows them even with `near` off. */
export function shingleCutOf(result: ResultOptions): Shingle {
  const isOfTrials = decisionOf({ ...result, near: true }) === 'trials'
  return isOfTrials ? { unit: 'words', size: trialsOf(result).words } : result.shingle
}

/**
 * The kernels' work for every text, without stop words, which the code for the memory layout adds.
 *
 * @param shape from `bandsOf`
 * @param measuresPairs whether to measure candidates, most of which sketches refuse; else texts are shown one by one
 */
export function kernelPlanOf(
  result: ResultOptions,
  shape: AgreeingBands,
  measuresPairs: boolean,
): KernelPlan {
  const { seed, signatureLength, fold, symbols } = result
  const common = { stops: 0, stopBits: 0, seed, fold, symbols, ...shingleCutOf(result) }
  const decision = decisionOf(result)
  if ((decision === 'measure' || decision === 'exact') && !isJoined(result)) {
    const { bands, rows } = shape
    const sketches = measuresPairs && decision === 'measure'
    return { ...common, signatureLength, bands, rows, sketches }
  }
  // Tokens are hashed and sketched only beside bands; a single value is the minimum.
  return {
    ...common,
    signatureLength: measuresPairs ? 1 : signatureLength,
    bands: 1,
    rows: 1,
    sketches: measuresPairs && decision === 'measure',
  }
}
