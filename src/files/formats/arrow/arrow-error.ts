/** Errors of Arrow: what is wrong inside, which the reader of a file completes with its place. */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'

/** Damage in a message; also any RangeError that reading its bytes throws. */
export class ArrowDamage extends RangeError {}

/** @param got what is damaged, and where inside */
export function arrowInvalid(got: string, where: string, cause?: unknown): NearsameError {
  return new NearsameError('ARROW_INVALID', {
    expected: 'a complete Arrow file or stream',
    got,
    where,
    fix: 'transfer or write the file again',
    ...(cause !== undefined && { cause }),
  })
}

/** A file that is whole, but has what is not read, or does not go into one file with others. */
export function arrowSchema(
  got: string,
  where: string,
  fix: string,
  expected = 'Arrow columns with a form in JSON',
): NearsameError {
  return new NearsameError('ARROW_SCHEMA', { expected, got, where, fix })
}
