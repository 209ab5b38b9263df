/** Which fields hold the text, as the starts of all inputs of a side show. */
import type { InputOptions } from '../../ground/options/input-options.ts'
import { sourceEncoding } from '../formats/encodings.ts'
import { RunDirectory } from '../io/run-directory.ts'
import { type Input, type InputSet, isReadInPlace } from './resolve/input.ts'
import { Side } from './side.ts'
import { schemaOf } from './source-bytes.ts'
import { showFields } from './source-head.ts'
import { Spools } from './spools.ts'
import { enoughBytes } from './start-lines.ts'

/** Bytes at the start of a file that show its fields; at the starts of all files; and at that of a file at least. */
const mostOfStart = enoughBytes
const mostOfStarts = 64 * enoughBytes
const leastOfStart = 16 * 1024

/**
 * Looks at the starts of all inputs, as far as they are needed.
 *
 * @param sides one, or with `match` two
 * @throws NearsameError TEXT_FIELD, OPTION_VALUE; those of reading
 */
export async function decideFields(sides: readonly Side[], set: InputSet, spools: Spools): Promise<void> {
  const { inputs, against } = set
  const most = Math.min(mostOfStart, Math.max(leastOfStart, mostOfStarts / inputs.length))
  const ofSides = [inputs.slice(0, against?.from), inputs.slice(against?.from ?? inputs.length)]
  for (const [i, side] of sides.entries()) {
    if (side.isDecided || ofSides[i].length === 0) continue
    try {
      for (const input of ofSides[i]) {
        if (side.isEnough(input.format)) break
        await look(input, side, spools, most)
      }
      side.decide(ofSides[i][0])
    } catch (error) {
      throw side.named(error)
    }
  }
}

/** Shows the side the start of an input. */
async function look(input: Input, side: Side, spools: Spools, most: number): Promise<void> {
  const { shown, given } = side
  const { format, name, sizeBytes } = input
  if (format === 'parquet') {
    const { showColumns } = await import('./parquet-fields.ts')
    if (sizeBytes > 0) await showColumns(input, shown)
    return
  }
  const options = (encoding?: string) => ({ ...given, encoding: sourceEncoding(encoding) })
  if (isReadInPlace(input)) {
    showFields(input, format, options(input.encoding), { shown, most })
    return
  }
  const columns = input.isStream ? undefined : await schemaOf(input, format)
  if (columns !== undefined) {
    shown.addHeader(columns)
    return
  }
  const spool = await spools.copy(input, format, side)
  for (let wanted = most; ; wanted *= 4) {
    const { isComplete } = await spool.beyond(wanted)
    const file = { path: spool.path, name, isGrowing: !isComplete }
    showFields(file, format, options(spool.encoding), { shown, most })
    // A first record that goes on shows nothing yet.
    if (isComplete || shown.names.size > 0 || wanted > given.maxRecord) break
  }
  await spools.release(input, spool)
}

/**
 * The text fields of inputs, for readers of whole records.
 *
 * REQUIRES: no input is a stream.
 * @throws NearsameError as `decideFields` does
 */
export async function textFieldsOf(set: InputSet, options: InputOptions): Promise<readonly string[]> {
  const directory = new RunDirectory('')
  const spools = new Spools(directory.path)
  const side = new Side(options, { columns: false, offersRecords: true })
  try {
    await decideFields([side], set, spools)
    return side.guessed ?? ['text']
  } finally {
    await spools.close()
    await directory.remove()
  }
}
