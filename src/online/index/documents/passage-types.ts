/** Types of the passages of a checked text that stand in stored documents. */
import type { DocumentId } from '../../../engine/library/document.ts'
import type { TextSpan } from '../../../texts/passages/placed-text.ts'

/** What passages a collection finds. */
export interface CollectionPassages {
  /** Minimum number of tokens of a passage, in [1, 1,048,576]. Default: 50. */
  readonly least?: number | undefined
}

/** Where a span of the checked text stands: half-open, in UTF-16 units and UTF-8 bytes of the document's text. */
export interface StoredPlace extends TextSpan {
  readonly id: DocumentId
}

/** A span of the checked text: half-open, in UTF-16 units, and in bytes of its UTF-8 form. */
export interface StoredPassage extends TextSpan {
  readonly tokens: number
  /** Tokens after which it repeats itself; absent if it does not. Then `where` has the part that is repeated. */
  readonly period?: number
  /** Number of documents that have it; those not listed in `where` are counted by hashes, unread. */
  readonly places: number
  /** Its first place in each of the documents, by insertion, at most `maxPlaces`. */
  readonly where: readonly StoredPlace[]
}

export interface CheckedPassages {
  /** Tokens of the text. */
  readonly tokens: number
  /** Those of them that stand in a span. */
  readonly repeated: number
  /** Share of the tokens that stand in none, in [0, 1]; null for a text of fewer tokens than a passage. */
  readonly unique: number | null
  /** In the order of the text; they may overlap. */
  readonly spans: readonly StoredPassage[]
  /** Only if more than 4,096 documents would have to be read: there may be more spans. */
  readonly spansCut?: true
}
