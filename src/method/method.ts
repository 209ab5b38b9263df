/**
 * Method: a named recipe from texts to duplicates, as one frozen value.
 *
 *     text ──▶ sketch ──▶ candidates ──▶ verify
 *
 * Methods of one kind differ in their sketch only. `minhash` proposes pairs and measures them; a method with a
 * `signature` decides by it: equal signatures are duplicates, and the exact Jaccard of the shingle sets is reported
 * beside each, so that false merges can be seen.
 */
import type { MethodName, MethodParams } from '../options/method-params.ts'
import type { ResultOptions } from '../options/result-options.ts'

/** A signature as files show it: lower-case hex or a text, several of them, or none. */
export type ShownSignature = string | readonly string[] | null

/** What a signature method makes of a text. */
export type TextSignature = (text: string) => ShownSignature

export interface Method<M extends MethodName = MethodName> {
  readonly name: M
  /** One line, no full stop. */
  readonly summary: string
  /** What happens in each of the four parts, in words. */
  readonly stages: {
    readonly text: string
    readonly sketch: string
    readonly candidates: string
    readonly verify: string
  }
  /** The result options that it reads, beside its own parameters. */
  readonly options: readonly (keyof ResultOptions)[]
  readonly sources: readonly string[]
  /** The signature that decides, its code loaded when it is asked for; absent where pairs are measured. */
  signature?(params: MethodParams<M>): Promise<TextSignature>
}

/** Stages of the methods that decide by an equal signature. */
export const decidedBySignature = Object.freeze({
  candidates: 'documents of equal signature',
  verify: 'none, equality decides; the exact Jaccard of the shingle sets is reported beside it',
})
