/** The error for a record over the limit, shared by everything that cuts input into records. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/** @param length in bytes, without the line feed; `more` if only that is known */
export function recordTooLong(length: number | 'more', maxRecord: number): NearsameError {
  return new NearsameError('RECORD_TOO_LONG', {
    expected: `a record of at most ${maxRecord} bytes`,
    got: length === 'more' ? length : `${length} bytes`,
    fix: 'raise `maxRecord` (up to 256MiB), or fix the file if line ends are missing',
  })
}
