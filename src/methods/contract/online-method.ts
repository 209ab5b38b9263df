/**
 * Online method: how an index sketches single texts and decides which stored documents match.
 *
 *     text ──sketches──▶ postings ──store──▶ candidates ──measured──▶ matches
 */
import type { TextWorkspace } from '../../texts/workspace/text-workspace.ts'
import type { MeasureName } from './measures.ts'
import type { PairByColumns } from './pair-by-columns.ts'
import type { LearntModel, RecordColumn } from './record-columns.ts'
import type { Sketch } from './sketch.ts'

/** A text with its sketch, or the stored part of one. */
export interface Compared {
  readonly sketch: Sketch
  /** Undefined if texts are not kept. */
  readonly text: string | undefined
  /** The shingle set, ascending, if texts are not kept. */
  readonly shingles: BigUint64Array | undefined
  /** The value of each text field, empty for none; undefined for a plain text, and if texts are not kept. */
  readonly values: readonly string[] | undefined
}

/** The measured values of a matching pair. */
export interface Measured {
  /** In the method's measure. */
  readonly similarity: number
  /** The exact Jaccard, if an equal signature decides. */
  readonly jaccard?: number
}

export interface OnlineMethod {
  readonly measure: MeasureName
  /** Whether a smaller value is nearer. */
  readonly isDistance: boolean
  /** The sketches of many texts at once; only an equal text finds a text without tokens. */
  sketches(texts: readonly string[]): Sketch[]
  /** The postings to look up for a text. Default: all of its own. */
  asked?(query: Compared): Uint32Array
  /** The shingle set of a text, ascending, stored instead of it. Empty if the method needs none. */
  shingles(text: string): BigUint64Array
  /** Whether the sketches alone decide: then neither texts nor shingles are read. */
  readonly isDecidedBySketch: boolean
  /** The similarity of two documents with equal hashes; undefined if hashes do not decide. */
  same(a: Sketch, b: Sketch): Measured | undefined
  /**
   * Learns a model from all texts, as bytes for `use`; only methods that learn have this function and the next three.
   *
   * @param columns the text fields, if there are several
   */
  train?(texts: readonly string[], columns?: readonly RecordColumn[]): Uint8Array
  /** Uses a model from now on; undefined: the defaults without training. */
  use?(model: Uint8Array | undefined): void
  /** What the model in use says; undefined without training. */
  learnt?(): LearntModel | undefined
  /** Whether the model in use compares text fields one by one, so that a plain text cannot be compared. */
  readonly needsFields?: boolean
  /** Why two documents match or not, if the model in use knows their columns. */
  explained?(a: Compared, b: Compared): PairByColumns | undefined
  /** A second instance with the same options, to use another model in parallel. */
  another?(): OnlineMethod
  /** The odd sketch of a text with tokens, if shingle sets decide measures, else undefined. */
  oddSketch?(of: Compared): Uint32Array | undefined
  /** The measured values for each of `others`; undefined for one that does not match. */
  measured(query: Compared, others: readonly Compared[]): readonly (Measured | undefined)[]
}

/** Arguments for opening a method in an index. `P` are its resolved parameters. */
export interface OnlinePlace<P> {
  readonly params: P
  /** Kernels laid out for the method's cut of a text. */
  readonly space: TextWorkspace
  readonly seed: number
  /** Whether texts are kept. */
  readonly storeText: boolean
  /** Paths of the text fields. */
  readonly fields: readonly string[]
}

/** How an index works with a method that neither a measure of shingle sets nor equal signatures decide. */
export interface Online<P> {
  /** Minimum number of postings that a candidate shares. */
  agree(params: P): number
  /** Minimum similarity of a match. Default: 0. */
  least?(params: P): number
  /** Refuses parameters that do not fit the text fields of a collection. @throws NearsameError OPTION_VALUE */
  checkFields?(params: P, fields: readonly string[]): void
  /** Loads the method's code. */
  open(place: OnlinePlace<P>): Promise<OnlineMethod>
}
