/** Undecided pairs in notes: pairs of different texts that differ in the same columns, which copies seldom do. */
import type { DecidedPattern } from './method.ts'

export interface UndecidedNotes {
  readonly pairs: number
  /** Most pairs first. */
  readonly patterns: readonly {
    /** The columns in which all of them differ. */
    readonly columns: readonly string[]
    readonly pairs: number
    readonly example: { readonly leftText: string; readonly rightText: string }
  }[]
  /** What a person answered when asked. */
  readonly answered?: readonly DecidedPattern[]
}

/** Those of the notes of a method, if it leaves pairs undecided. */
export function undecidedOf(
  notes: Readonly<Record<string, unknown>> | undefined,
): UndecidedNotes | undefined {
  return notes?.undecided as UndecidedNotes | undefined
}
