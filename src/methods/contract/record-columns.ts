/** Record columns: the fields of records that are compared one by one, and what was learnt of them. Plain JSON. */

/** A column of the records. */
export interface RecordColumn {
  readonly name: string
  /** A value for each record; empty if there is none. */
  readonly values: readonly string[]
}

/** What a column is, and how much it says. */
export interface ColumnNote {
  readonly name: string
  /** What its values are; `ignored` if the caller said so. */
  readonly kind: string
  /** The number of records with a value. */
  readonly filled: number
  /** Weights of the levels, from no agreement to equality; absent if the text score decides. */
  readonly weights?: readonly number[]
  /** Why the column does not count. */
  readonly ignored?: string
}

export interface ColumnNotes {
  /** What decides: the columns, or the similarity of the whole texts. */
  readonly decidedBy: 'columns' | 'text'
  readonly columns: readonly ColumnNote[]
  /** Values that are read as missing. */
  readonly nullWords: readonly string[]
}

/** What the index of a method has learnt from its documents, frozen until it learns again. */
export interface LearntModel extends ColumnNotes {
  /** The number of different records that it was learnt from. */
  readonly records: number
  /** Minimum similarity, or probability, of a match. */
  readonly threshold: number
  /** If the columns decide: the share of matches among candidates. */
  readonly prior?: number
}
