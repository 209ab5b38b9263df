/** Text fields: which fields of inputs hold the text, for readers of whole records. */
import type { InputOptions } from '../../ground/options/input-options.ts'
import type { InputSet } from '../io/inputs/input.ts'
import { RunDirectory } from '../run/run-directory.ts'
import { Sources } from '../sources/sources.ts'

/** @throws NearsameError TEXT_FIELD; those of reading. REQUIRES: no input is a stream */
export async function textFieldsOf(set: InputSet, options: InputOptions): Promise<readonly string[]> {
  const directory = new RunDirectory('')
  const sources = new Sources({
    set,
    options,
    fieldRules: { columns: false, offersRecords: true },
    joinsRows: false,
    fields: [],
    temporary: directory.path,
    rangeBytes: 2 ** 20,
  })
  try {
    await sources.decide()
    return sources.guessedFields(false) ?? ['text']
  } finally {
    await sources.close()
    await directory.remove()
  }
}
