/**
 * Online method: how an index sketches single texts and decides which stored documents match.
 *
 *     text ──sketches──▶ postings ──store──▶ candidates ──measured──▶ matches
 */
import type { TextWorkspace } from '../../texts/workspace/text-workspace.ts'
import type { MeasureName } from './measures.ts'
import type { Sketch } from './sketch.ts'

/** A text with its sketch, or what is stored of one. */
export interface Compared {
  readonly sketch: Sketch
  /** Undefined where texts are not kept. */
  readonly text: string | undefined
  /** The shingle set, ascending, where texts are not kept. */
  readonly shingles: BigUint64Array | undefined
}

/** What measuring gave for a pair that matches. */
export interface Measured {
  /** In the method's measure. */
  readonly similarity: number
  /** Exact, beside an equal signature. */
  readonly jaccard?: number
}

export interface OnlineMethod {
  readonly measure: MeasureName
  /** Whether a smaller value is nearer. */
  readonly isDistance: boolean
  /** Of many texts at once; those of a text without tokens are found by an equal text only. */
  sketches(texts: readonly string[]): Sketch[]
  /** The postings to look a text up by; all of its own unless given. */
  asked?(query: Compared): Uint32Array
  /** The shingle set of a text, ascending: what is stored in its place. Empty where the method needs none. */
  shingles(text: string): BigUint64Array
  /** Whether a pair is decided by the sketches alone: then neither texts nor shingles are read. */
  readonly isDecidedBySketch: boolean
  /** The similarity of two documents that are the same by their hashes; undefined where these do not decide. */
  same(a: Sketch, b: Sketch): Measured | undefined
  /** What is learnt from all texts, as bytes for `use`; only methods that learn have these three. */
  train?(texts: readonly string[]): Uint8Array
  /** Decides by what was learnt; without any, by what is known without. */
  use?(model: Uint8Array | undefined): void
  /** Another one of the same options, to use another model beside this one. */
  another?(): OnlineMethod
  /** The odd sketch of a text that has tokens, where measures are decided by shingle sets; undefined else. */
  oddSketch?(of: Compared): Uint32Array | undefined
  /** For each of `others` what was measured, or undefined where it is no match. */
  measured(query: Compared, others: readonly Compared[]): readonly (Measured | undefined)[]
}

/** What a method is opened with for an index. `P` are its resolved parameters. */
export interface OnlinePlace<P> {
  readonly params: P
  /** Kernels laid out for the method's cut of a text. */
  readonly space: TextWorkspace
  readonly seed: number
  /** Whether texts are kept. */
  readonly storeText: boolean
}

/** How an index works with a method that is decided neither by a measure of shingle sets nor by equal signatures. */
export interface Online<P> {
  /** How many postings a candidate shares at least. */
  agree(params: P): number
  /** Below it there are no matches; 0 unless given. */
  least?(params: P): number
  /** Its code is loaded when it is asked for. */
  open(place: OnlinePlace<P>): Promise<OnlineMethod>
}
