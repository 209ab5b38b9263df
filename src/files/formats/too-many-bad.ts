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

/** A wrong `encoding` or `quote` reads most records of a file, so good ones do not show that the option is right. */
const faultsOfDialect: readonly string[] = ['UTF8_INVALID', 'ENCODING_INVALID', 'CSV_QUOTE']

/**
 * If every record is bad, the fix of the first one fixes the run; otherwise the good ones show that the options are
 * right, but for those of its dialect.
 *
 * @param remark about the good records
 */
export function tooManyBad({ count, records, maxBad, first }: BadCount, remark = ''): NearsameError {
  const percent = Number((100 * maxBad).toPrecision(12))
  const { fix } = first.parts
  const shown = first.message.replace(`. To fix: ${fix}.`, '')
  const remedy = faultsOfDialect.includes(first.code) ? fix : 'fix the input'
  return new NearsameError('TOO_MANY_BAD', {
    expected: `at most ${percent} % of the records to be bad`,
    got: `${count} of ${records}; the first is ${shown}`,
    values: { bad: count, records, first: shown.slice(`${first.code}: `.length) },
    fix: count === records ? fix : `${remedy}, or allow more with \`maxBad\`${remark}`,
  })
}
