/** Too many bad records: the error that ends a run; it quotes the first of them. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

interface BadCount {
  readonly count: number
  /** All records, bad ones included. */
  readonly records: number
  /** The allowed share. */
  readonly maxBad: number
  readonly first: NearsameError
}

/**
 * If every record is bad, the fix of the first one fixes the run; otherwise the good ones show that the options are
 * right.
 *
 * @param remark about the good records
 */
export function tooManyBad({ count, records, maxBad, first }: BadCount, remark = ''): NearsameError {
  const percent = Number((100 * maxBad).toPrecision(12))
  const { fix } = first.parts
  return new NearsameError('TOO_MANY_BAD', {
    expected: `at most ${percent} % of the records to be bad`,
    got: `${count} of ${records}; the first is ${first.message.replace(`. To fix: ${fix}.`, '')}`,
    fix: count === records ? fix : `fix the input, or allow more with \`maxBad\`${remark}`,
  })
}
