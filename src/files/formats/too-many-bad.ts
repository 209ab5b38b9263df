/** Too many bad records: the error that ends a run, in the words of the first of them. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

interface BadCount {
  readonly count: number
  /** Of all kinds, the bad ones included. */
  readonly records: number
  /** The share that is allowed. */
  readonly maxBad: number
  readonly first: NearsameError
}

/**
 * What mends the first one mends the run when no record is good; otherwise the others speak for the options.
 *
 * @param remark about the good records
 */
export function tooManyBad({ count, records, maxBad, first }: BadCount, remark = ''): NearsameError {
  const percent = Number((100 * maxBad).toPrecision(12))
  const { fix } = first.parts
  return new NearsameError('TOO_MANY_BAD', {
    expected: `at most ${percent} % of the records to be bad`,
    got: `${count} of ${records}; the first is ${first.message.replace(`. To fix: ${fix}.`, '')}`,
    fix: count === records ? fix : `mend the input, or allow more with \`maxBad\`${remark}`,
  })
}
