/** Refusals of documents and updates that cannot be signed. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/** The caller adds the place. */
export function unsignable(expected: string, got: string, fix: string): NearsameError {
  return new NearsameError('BULK_UNSIGNED', { expected, got, fix })
}
