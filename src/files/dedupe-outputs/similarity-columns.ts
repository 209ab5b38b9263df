/** The similarity of a document to its survivor, as columns of a table. */
import type { Outcome } from '../../engine/batch/columns.ts'

/** The names of columns; where signatures decided, the exact Jaccard follows the similarity. */
export function similarityNames(names: readonly string[], { jaccard }: Outcome): readonly string[] {
  return jaccard === undefined ? names : names.toSpliced(names.indexOf('similarity') + 1, 0, 'jaccard')
}

/**
 * A document's similarity to its survivor, with the exact Jaccard if a signature decided. NaN if the two are only
 * linked through others, in a method that finds pairs itself.
 */
export function similarityCells({ similarity, jaccard }: Outcome, document: number): number[] {
  return jaccard === undefined ? [similarity[document]] : [similarity[document], jaccard[document]]
}
