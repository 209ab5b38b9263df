/** Preconditions: `If-Match` and `If-None-Match` against the current entity tag. Source: RFC 9110, 13.1. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/** The two headers as received. */
interface Conditions {
  readonly 'if-match'?: string | undefined
  readonly 'if-none-match'?: string | undefined
}

/** @param etag undefined: nothing exists. @throws NearsameError PRECONDITION_FAILED */
export function checkConditions(conditions: Conditions, etag: string | undefined): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = conditions
  if (match !== undefined && !names(match, etag, 'strong')) throw failed(`If-Match: ${match}`, etag)
  if (noneMatch !== undefined && names(noneMatch, etag)) throw failed(`If-None-Match: ${noneMatch}`, etag)
}

/**
 * Whether a list of entity tags names this one; a weak tag never matches `If-Match`. Source: RFC 9110, 8.8.3.2.
 *
 * @example names('"a", W/"b"', '"b"') // => true
 * @example names('"a", W/"b"', '"b"', 'strong') // => false
 * @example names('*', undefined) // => false
 */
export function names(
  list: string,
  etag: string | undefined,
  comparison: 'weak' | 'strong' = 'weak',
): boolean {
  if (etag === undefined) return false
  const weak = comparison === 'weak' ? /^W\// : /^$/
  return list.split(',').some(given => given.trim() === '*' || given.trim().replace(weak, '') === etag)
}

function failed(condition: string, etag: string | undefined): NearsameError {
  return new NearsameError('PRECONDITION_FAILED', {
    expected: condition,
    got:
      etag === undefined ? 'no collection of that name' : `a collection whose options have the tag ${etag}`,
    fix: 'read the collection again, then decide',
  })
}
