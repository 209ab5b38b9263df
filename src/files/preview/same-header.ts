/** Same header: whether the rows of files can follow each other under the header of the first one. */
import type { InputOptions } from '../../ground/options/input-options.ts'
import { formats } from '../formats/formats.ts'
import type { Input } from '../inputs/resolve/input.ts'
import { readRowHeader } from '../jobs/read-fields.ts'

/**
 * Whether all files of rows have the same columns, separator and quote.
 *
 * @throws NearsameError CSV_HEADER; those of reading
 */
export async function haveSameHeader(inputs: readonly Input[], options: InputOptions): Promise<boolean> {
  const headers = new Set<string>()
  for (const input of inputs) {
    if (formats[input.format].dialect === undefined) continue
    const { header = [], dialect } =
      (await readRowHeader(input, options, new AbortController().signal)) ?? {}
    if (header.length > 0) headers.add(JSON.stringify([header, dialect?.separator, dialect?.quote]))
  }
  return headers.size <= 1
}
