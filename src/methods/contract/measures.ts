/** The names of the similarity in results; `word-edit-distance` is a distance. */
export type MeasureName =
  | 'jaccard'
  | 'containment'
  | 'signature'
  | 'word-edit-distance'
  | 'agreed-trials'
  | 'shared-words'
  | 'records'

/** How to read the values of a measure; the value of a document with itself is `limitsOf(options).same`. */
interface PairValues {
  /** Whether a smaller value is nearer. */
  readonly isDistance: boolean
  /** Whether values are in [0, 1]. */
  readonly isShare: boolean
}

const share: PairValues = Object.freeze({ isDistance: false, isShare: true })
const distance: PairValues = Object.freeze({ isDistance: true, isShare: false })
const count: PairValues = Object.freeze({ isDistance: false, isShare: false })

export const pairValues: Readonly<Record<MeasureName, PairValues>> = Object.freeze({
  jaccard: share,
  containment: share,
  signature: share,
  'word-edit-distance': distance,
  'agreed-trials': count,
  'shared-words': count,
  records: share,
})
