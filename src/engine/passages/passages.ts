/** Passages as callers get them, in memory. */
import type { TextSpan } from '../../texts/passages/placed-text.ts'
import type { DocumentId } from '../library/document.ts'

/** A run of a document's text: half-open, in UTF-16 units and in bytes of its UTF-8 form. */
export interface PassagePlace extends TextSpan {
  /** Index of the document among those given, from 0. */
  readonly index: number
  /** Its id, or its index if it has none. */
  readonly id: DocumentId
}

/** A later copy of a passage, and the first one. */
export interface Passage extends PassagePlace {
  readonly tokens: number
  /** Tokens, lines or paragraphs after which it repeats itself; absent if it does not. */
  readonly period?: number
  /** Of a passage with a period only the part that is repeated. */
  readonly first: PassagePlace
  /** Places that have the passage: later copies with this very first one, and that; or documents of `against`. */
  readonly places: number
}
