/**
 * Method: a named recipe from texts to duplicates, as one frozen value.
 *
 *     text ──▶ sketch ──▶ candidates ──▶ verify
 *
 * Methods of one kind differ only in their sketch. `Deciding` has the kinds; `methods/options/decision.ts` makes of a
 * method and the options of a run what decides there.
 */
import type { Breath } from '../../ground/breath/breath.ts'
import type { Declarations, Resolved } from '../../ground/options/declare.ts'
import type { signatureEncodings, TextProfileRule } from '../../texts/kernels/layout/signature-layout.ts'
import type { LuceneBucketRule } from '../../texts/kernels/reference/signatures/lucene-buckets.ts'
import type { TrialShape } from '../../texts/lsh/trials.ts'
import type { MeasureName } from './measures.ts'
import type { Online } from './online-method.ts'
import type { PairByColumns } from './pair-by-columns.ts'
import type { RecordColumn } from './record-columns.ts'
import type { RestaurantIndex } from './row-index.ts'

/** A signature as files show it: lower-case hex or a text, several of them, or none. */
export type ShownSignature = string | readonly string[] | null

/** The kernel that makes a method's signatures of many texts at once; plain data. */
export type SignatureKernel =
  | { readonly name: 'profile'; readonly rule: TextProfileRule }
  | { readonly name: 'md5'; readonly encoding: keyof typeof signatureEncodings }
  | { readonly name: 'lookup3' }
  | { readonly name: 'lucene'; readonly rule: LuceneBucketRule }

/** Computes the signature of a text. */
export type TextSignature = (text: string) => ShownSignature

/** The result options that methods share; each method lists those it reads. */
export const sharedOptions = Object.freeze([
  'shingle',
  'fold',
  'symbols',
  'measure',
  'threshold',
  'recall',
  'signatureLength',
  'seed',
] as const)

/** Parameters by name, as given and as stored: plain data that may go to a thread. */
export type Params = Readonly<Record<string, string | number | boolean>>

/** `P` declares the parameters: names and defaults are those of the system that the method comes from. */
export interface Method<N extends string = string, P extends Declarations = Declarations> {
  readonly name: N
  /** One line, no full stop. */
  readonly summary: string
  /** The four parts in words. */
  readonly stages: {
    readonly text: string
    readonly sketch: string
    readonly candidates: string
    readonly verify: string
  }
  /** The parameters that `--param name=value` sets, in addition to the result options. */
  readonly params: P
  /** Refuses inconsistent parameters. @throws NearsameError OPTION_VALUE */
  checkParams?(params: Resolved<P>): void
  /** The result options that it reads, in addition to its own parameters. */
  readonly options: readonly (typeof sharedOptions)[number][]
  readonly sources: readonly string[]
  /** What decides that two texts are the same. */
  readonly decides: Deciding<Resolved<P>>
}

/** What decides, as a method with parameters `P` declares it. Code of its own is loaded on demand. */
type Deciding<P> =
  /** The exact similarity of the shingle sets of candidates. */
  { readonly kind: 'measure' } | DecidingSignature<P> | DecidingTrials<P> | DecidingPairs<P>

/** Equal signatures are duplicates; the exact Jaccard is reported beside it, which reveals false merges. */
interface DecidingSignature<P> {
  readonly kind: 'signature'
  signature(params: P): Promise<TextSignature>
  /** The kernel of the same signatures, or of others that are equal exactly if these are, if there is one. */
  kernel?(params: P): SignatureKernel | undefined
  /** The field whose value stands for a missing text (`page-url.ts`); '' for none. */
  urlField?(params: P): string
}

/** The number of trials on which two texts agree. */
interface DecidingTrials<P> extends OwnMeasure<P> {
  readonly kind: 'trials'
  trials(params: P): WordTrials
}

/** The pairs that the method finds among all texts. A method that searches may take an index. */
interface DecidingPairs<P> extends OwnMeasure<P> {
  readonly kind: 'pairs'
  pairs(params: P): Promise<TextPairs>
  /** Whether the columns of records matter, beyond their joined text. */
  readonly readsColumns?: boolean
}

interface OwnMeasure<P> {
  /** The name of the similarity in results. */
  readonly measure: MeasureName
  /** How an index works with the method: it knows only a measure and equal signatures. */
  readonly online: Online<P>
}

/** A method as a frozen value; the types of its parameters are those of their declarations. */
export function defineMethod<const N extends string, const P extends Declarations>(
  method: Method<N, P>,
): Method<N, P> {
  return Object.freeze(method)
}

/** A method that decides by equal signatures; the shingles are those of the Jaccard that is reported beside it. */
interface SignatureMethod<N extends string, P extends Declarations>
  extends Pick<Method<N, P>, 'name' | 'summary' | 'params' | 'checkParams' | 'sources'>,
    Omit<DecidingSignature<Resolved<P>>, 'kind'> {
  /** What it reads of a text, and what it makes of that, as stages. */
  readonly text: string
  readonly sketch: string
}

export function defineSignatureMethod<const N extends string, const P extends Declarations>({
  text,
  sketch,
  signature,
  kernel,
  urlField,
  ...named
}: SignatureMethod<N, P>): Method<N, P> {
  return defineMethod({
    ...named,
    stages: {
      ...{ text, sketch, candidates: 'documents of equal signature' },
      verify: 'none, equality decides; the exact Jaccard of the shingle sets is reported beside it',
    },
    options: ['shingle', 'fold', 'symbols'],
    decides: { kind: 'signature', signature, ...(kernel && { kernel }), ...(urlField && { urlField }) },
  })
}

/** Repeated trials on sequences of `words` words. */
export interface WordTrials extends TrialShape {
  readonly words: number
}

/** Pairs that a method found by reading all texts at once. */
export interface FoundTextPairs {
  /** Rows by left, then right; left < right. */
  readonly left: Int32Array
  readonly right: Int32Array
  /** In the method's own measure. */
  readonly similarity: Float64Array
  /**
   * [texts] the first text of each class, if the method treats texts as one: members of a class match each other and
   * the same others. All pairs of first texts are present; some pairs within a large class may be absent.
   */
  readonly firstOf?: Int32Array | undefined
  /** Plain JSON for the report: choices, estimates, warnings. */
  readonly notes?: Readonly<Record<string, unknown>>
  /** Of the pair asked for in the context, if the method compares columns. */
  readonly explained?: PairByColumns
}

/** Pairs for a review; `isMatch` is 1 for those that the method found. */
export interface ReviewRows extends Pick<FoundTextPairs, 'left' | 'right' | 'similarity'> {
  readonly isMatch: Uint8Array
  /** The columns in which a pair that the method leaves undecided differs; empty for others. */
  readonly pattern: readonly string[]
}

/** Whether all pairs that differ in some columns, and in these alone, are the same. */
export interface DecidedPattern {
  readonly columns: readonly string[]
  readonly isSame: boolean
}

/** Context of a method that reads all texts at once. */
export interface TextPairsContext {
  /** For two lists: the first text of the second one. Only pairs across are found. */
  readonly split?: number
  /** The columns of the records, if they have several and the method reads them. */
  readonly columns?: readonly RecordColumn[]
  /** The index for the rows of a method that searches. Default: one in memory. */
  readonly index?: RestaurantIndex
  /** Whether a text is in at most one pair. Default: the method's own choice. */
  readonly oneToOne?: boolean
  /** Pairs of texts that a person has accepted. */
  readonly accepted?: readonly (readonly [number, number])[]
  readonly rejected?: readonly (readonly [number, number])[]
  /** What a person answered about pairs that differ in some columns (`undecided` of the notes). */
  readonly patterns?: readonly DecidedPattern[]
  /** The name of a text in notes, in addition to its number. */
  readonly idOf?: (text: number) => string | number
  /** Maximum number of pairs for a review. Default: 0, none. */
  readonly review?: number
  /** Gets the pairs that a person should look at, most doubtful first, also of a run that refuses undecided ones. */
  readonly onReview?: (rows: ReviewRows) => void
  /** Two texts to explain. */
  readonly explained?: readonly [number, number]
  /** Called about every millisecond of work, to yield; without it the work holds the event loop until its end. */
  readonly breath?: Breath
}

/** Finds the pairs among all texts of a run, for short texts that fit in memory. */
export type TextPairs = (texts: readonly string[], context?: TextPairsContext) => Promise<FoundTextPairs>
