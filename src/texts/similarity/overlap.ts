/**
 * Overlap: the sizes of two sets and of their intersection, and the two measures computed from them.
 *
 *     jaccard = shared / (a + b - shared),     containment = shared / min(a, b).
 *
 * The caller has counted them, with the kernels' `distinct` and `shared` or by looking shingles up. Error: none, given
 * that different shingles have different hashes; among 10^5 shingles two collide with probability 3e-10.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

export interface Overlap {
  /** Members of both sets. */
  readonly shared: number
  /** Members of the first set. */
  readonly a: number
  /** Members of the second set. */
  readonly b: number
}

/**
 * The measure computed from the sizes, in [0, 1]; 0 if a set is empty.
 *
 * @example similarityOf('jaccard', { shared: 1, a: 2, b: 3 }) // => 0.25
 * @example similarityOf('containment', { shared: 1, a: 2, b: 3 }) // => 0.5
 */
export function similarityOf(measure: 'jaccard' | 'containment', { shared, a, b }: Overlap): number {
  const whole = measure === 'jaccard' ? a + b - shared : Math.min(a, b)
  return whole === 0 ? 0 : shared / whole
}

/** The error for an empty set in a measure, which is impossible: a text without shingles is no candidate. */
export function noShingles(): NearsameError {
  return new NearsameError('BUG', {
    expected: 'candidates with at least one shingle',
    got: 'a text without any',
    fix: 'please report this',
  })
}
