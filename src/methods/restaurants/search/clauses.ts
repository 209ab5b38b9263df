/** The limit on the clauses of a query, one for each term. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'

/** Lucene's default. */
export const defaultMaxClauses = 1024

/**
 * Checks the number of clauses of a query, which is limited as in Lucene: a text of a thousand n-grams makes a query of
 * a thousand clauses, so for long texts a signature of fixed length is better.
 *
 * @throws NearsameError TOO_MANY_CLAUSES if there are more than `maxClauses`.
 */
export function checkClauses(clauses: number, maxClauses: number, where: string): void {
  if (clauses > maxClauses) throw tooManyClauses(clauses, maxClauses, where)
}

export function tooManyClauses(
  clauses: number | string,
  maxClauses: number | string,
  where: string,
): NearsameError {
  return new NearsameError('TOO_MANY_CLAUSES', {
    expected: `a query of at most ${maxClauses} clauses, one a shingle`,
    got: String(clauses),
    where,
    fix:
      'use restaurants-minhash, whose queries have one clause a value of the signature however long the text is, ' +
      'or raise maxClauses',
  })
}
