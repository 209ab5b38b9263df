/** Records of inputs for an index; at the end, a line about those that an archive holds beside texts. */
import type { InputSet } from '../../files/inputs/resolve/input.ts'
import { type ReadRecord, readFields } from '../../files/jobs/read-fields.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import { textlessLine } from '../terminal/report-lines.ts'
import type { Context } from '../terminal/terminal.ts'

/** @throws NearsameError as `readFields` does */
export async function* indexRecords(
  set: InputSet,
  input: InputOptions,
  { signal, terminal }: Context,
  isQuiet: boolean,
): AsyncGenerator<ReadRecord> {
  const textless = new Map<string, number>()
  yield* readFields(set, input, signal, textless)
  if (!isQuiet) terminal.err(textlessLine(Object.fromEntries(textless)))
}
