/**
 * Overlap: sizes of two sets and of what they share, and the two measures made of them.
 *
 *     jaccard = shared / (a + b - shared),     containment = shared / min(a, b).
 *
 * Who asks has counted them: by the kernels' `distinct` and `shared`, or by looking shingles up. Error: none, given
 * that different shingles have different hashes; among 10^5 shingles two share one with a chance of 3e-10.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

export interface Overlap {
  /** Members of both sets. */
  readonly shared: number
  /** Members of the first. */
  readonly a: number
  /** Members of the second. */
  readonly b: number
}

/**
 * The measure from the sizes, in [0, 1]; 0 where there is nothing to share.
 *
 * @example similarityOf('jaccard', { shared: 1, a: 2, b: 3 }) // => 0.25
 * @example similarityOf('containment', { shared: 1, a: 2, b: 3 }) // => 0.5
 */
export function similarityOf(measure: 'jaccard' | 'containment', { shared, a, b }: Overlap): number {
  const whole = measure === 'jaccard' ? a + b - shared : Math.min(a, b)
  return whole === 0 ? 0 : shared / whole
}

/** Of measures whose sets cannot be empty, because what has no shingle is no candidate. */
export function noShingles(): NearsameError {
  return new NearsameError('BUG', {
    expected: 'candidates with at least one shingle',
    got: 'a text without any',
    fix: 'please report this',
  })
}
