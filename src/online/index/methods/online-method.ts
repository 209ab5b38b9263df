/**
 * Online method: how an index sketches single texts and decides which stored documents match.
 *
 *     text ──sketches──▶ postings ──store──▶ candidates ──measured──▶ matches
 */
import type { MeasureName } from '../../../methods/contract/method.ts'
import type { Sketch } from '../../store/store.ts'

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

/** Whether two raw texts are equal, by 128 bits. */
export function areEqualTexts({ hashes: a }: Sketch, { hashes: b }: Sketch): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3]
}

/** Whether two texts have the same tokens, at least one, by 128 bits; those of a text without tokens are 0. */
export function areEqualTokens({ hashes: a }: Sketch, { hashes: b }: Sketch): boolean {
  if ((a[4] | a[5] | a[6] | a[7]) === 0) return false
  return a[4] === b[4] && a[5] === b[5] && a[6] === b[6] && a[7] === b[7]
}

/** The place of postings that come from the text itself. */
export const ofText = 1000

/** A key with its place mixed in, so that keys of different bands are different postings. */
export function posting(key: number, place: number): number {
  let mixed = Math.imul(key ^ Math.imul(place + 1, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
