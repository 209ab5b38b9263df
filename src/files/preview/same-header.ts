/** Same header: whether the rows of files can follow each other under the header of the first one. */
import type { InputOptions } from '../../ground/options/input-options.ts'
import { formats } from '../formats/formats.ts'
import { beginningOf } from '../inputs/beginning.ts'
import { type Input, isReadInPlace } from '../inputs/resolve/input.ts'
import { columnsOf, dialectOf } from '../inputs/row-header.ts'

/**
 * Whether all files of rows have the same columns, separator and quote. Compressed ones are not looked at.
 *
 * @throws NearsameError CSV_HEADER, INPUT_MISSING, INPUT_UNREADABLE
 */
export function haveSameHeader(inputs: readonly Input[], options: InputOptions): boolean {
  const headers = inputs.filter(isReadInPlace).flatMap(input => {
    const { format, encoding = 'utf-8' } = input
    const { dialect: usual } = formats[format]
    if (usual === undefined) return []
    const [file, shown] = [beginningOf(input), { ...options, encoding }]
    const columns = columnsOf(file, usual, shown)
    const { separator, quote } = dialectOf(file, usual, shown)
    return columns.length === 0 ? [] : [JSON.stringify([columns, separator, quote])]
  })
  return new Set(headers).size <= 1
}
