/**
 * Decision: what decides that two documents are the same, with all values that belong to it. The method and the options
 * of a run, an engine or an index make it once; everything behind switches on its kind or reads its values.
 *
 *     kind         keys of a document      a pair matches if
 *     measure      bands, or a join        the exact similarity of the sets reaches the threshold
 *     trials       one for each trial      enough keys agree
 *     signature    128 bits of it          the signatures are equal
 *     pairs        none                    the method says so, having read all texts
 *     exact        none                    the raw texts are equal: `near` is off
 *
 * Threads get the method's name and parameters, which are plain data, and ask the method itself.
 */
import type { Shingle } from '../../ground/options/shingle-option.ts'
import type { KernelPlan } from '../../texts/kernels/layout/plan-layout.ts'
import { type AgreeingBands, bandsFor } from '../../texts/lsh/agreeing-bands.ts'
import { type MeasureName, pairValues } from '../contract/measures.ts'
import type { Params, SignatureKernel, TextPairs, TextSignature, WordTrials } from '../contract/method.ts'
import type { Online } from '../contract/online-method.ts'
import { signatureWords } from '../contract/signature-key.ts'
import { methodNamed } from '../methods.ts'
import type { ResultOptions } from './result-options.ts'

export type Decision =
  | (Common & { readonly kind: 'measure' | 'exact' })
  | (Common & {
      readonly kind: 'signature'
      readonly kernel: SignatureKernel | undefined
      /** Loads the signature of a single text. */
      signature(): Promise<TextSignature>
    })
  | (Common & OfMethod & { readonly kind: 'trials'; readonly trials: WordTrials })
  | (Common & OfMethod & { readonly kind: 'pairs'; pairs(): Promise<TextPairs> })

/** A decision that an index of shingle sets, signatures or equal texts can make. */
export type SketchDecision = Exclude<Decision, OfMethod>

/** The values that every decision has. */
interface Common {
  /** The name of the similarity in results. */
  readonly measure: MeasureName
  /** The value of a document with itself, in that measure. */
  readonly same: number
  /** The minimum of a match in that measure, if pairs are measured or keys counted. */
  readonly least: number
  /** The similarity of the sets: it decides, or is reported beside what does. */
  readonly setMeasure: 'jaccard' | 'containment'
  /** How texts are cut into shingles, and are shown even with `near` off. */
  readonly shingle: Shingle
  /** Whether documents that share keys, or rare shingles, are counted or measured. */
  readonly isByCandidates: boolean
  /** Whether a join of the shingle sets finds all matching pairs, instead of bands most of them. */
  readonly isJoined: boolean
  /** Whether the columns of records matter, beyond their joined text. */
  readonly readsColumns: boolean
  /** The field whose value stands for a missing text (`page-url.ts`); '' for none. */
  readonly urlField: string
}

/** The values of a decision by the method's own measure, which no shingle sets give. */
interface OfMethod {
  readonly online: Online<Params>
}

/** What decides under these options. */
export function decisionOf({ method, near, params, ...result }: ResultOptions): Decision {
  const { decides } = methodNamed(method)
  const { measure, recall, threshold: least } = result
  const shingle = decides.kind === 'trials' ? wordsOf(decides.trials(params)) : result.shingle
  const no = { isByCandidates: false, isJoined: false, readsColumns: false }
  const urlField = decides.kind === 'signature' ? (decides.urlField?.(params) ?? '') : ''
  const common = { ...no, same: 1, least, setMeasure: 'jaccard', shingle, urlField } as const
  if (!near) return { ...common, kind: 'exact', measure, setMeasure: measure }
  const { kind } = decides
  switch (kind) {
    case 'measure': {
      const isJoined = recall === 'exact'
      return { ...common, kind, measure, setMeasure: measure, isByCandidates: true, isJoined }
    }
    case 'signature': {
      const kernel = decides.kernel?.(params)
      return { ...common, kind, measure: kind, kernel, signature: () => decides.signature(params) }
    }
    case 'trials': {
      const { measure, online } = decides
      const own = decides.trials(params)
      const limits = { same: own.trials, least: own.agree }
      return { ...common, ...limits, kind, measure, online, trials: own, isByCandidates: true }
    }
    case 'pairs': {
      const { measure, online, readsColumns = false } = decides
      const { isDistance, isShare } = pairValues[measure]
      const same = isDistance ? 0 : isShare ? 1 : 100 // percent
      return { ...common, kind, measure, online, same, readsColumns, pairs: () => decides.pairs(params) }
    }
  }
}

const wordsOf = ({ words }: WordTrials): Shingle => ({ unit: 'words', size: words })

/** Whether the method compares documents by a measure of its own. */
export function isByMethod(decision: Decision): decision is Exclude<Decision, SketchDecision> {
  return decision.kind === 'trials' || decision.kind === 'pairs'
}

/** Shape of no bands. */
export const noBands: AgreeingBands = Object.freeze({ bands: 0, rows: 0, agree: 1 })

/** The bands of a run, or keys of trials in their place; none for others. @throws NearsameError BANDS_UNREACHABLE */
export function bandsOf(result: ResultOptions, decision: Decision): AgreeingBands {
  if (decision.kind !== 'trials') return measuredBandsOf(result, decision)
  const { trials, hashes, agree } = decision.trials
  return { bands: trials, rows: hashes, agree }
}

/** The bands that `explain` shows: those of measured pairs. Keys of trials are not bands. */
export function measuredBandsOf(result: ResultOptions, { kind }: Decision): AgreeingBands {
  return bandsFor({ ...result, near: kind === 'measure' })
}

/** The keys kept of a document, and the number of them that candidates share. @param shape from `bandsOf` */
export function keyShapeOf(decision: Decision, shape: AgreeingBands): AgreeingBands {
  if (decision.kind === 'signature') return { bands: signatureWords, rows: 1, agree: signatureWords }
  return decision.kind === 'pairs' || decision.isJoined ? { ...shape, bands: 1 } : shape
}

/**
 * The kernels' work for every text, without stop words, which the code for the memory layout adds.
 *
 * @param shape from `bandsOf`
 * @param measuresPairs whether to measure candidates, most of which sketches refuse; else texts are shown one by one
 */
export function kernelPlanOf(
  { seed, signatureLength, fold, symbols }: ResultOptions,
  { kind, isJoined, shingle }: Decision,
  { bands, rows }: AgreeingBands,
  measuresPairs: boolean,
): KernelPlan {
  const common = { stops: 0, stopBits: 0, seed, fold, symbols, ...shingle }
  const sketches = measuresPairs && kind === 'measure'
  if ((kind === 'measure' || kind === 'exact') && !isJoined)
    return { ...common, signatureLength, bands, rows, sketches }
  // Tokens are hashed and sketched only beside bands; a single value is the minimum.
  return {
    ...common,
    signatureLength: measuresPairs ? 1 : signatureLength,
    bands: 1,
    rows: 1,
    sketches,
  }
}
