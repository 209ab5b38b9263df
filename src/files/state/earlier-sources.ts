/**
 * Earlier sources: the inputs of earlier runs, readable at any offset; unpacked or converted again if they
 * need it.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isReadInPlace } from '../inputs/resolve/input.ts'
import type { Source } from '../inputs/source.ts'
import { Sources } from '../inputs/sources.ts'
import type { Run } from '../run/run.ts'
import { changed } from './known-inputs.ts'
import type { EarlierInput } from './manifest.ts'

/**
 * @param number of the input among those of all runs
 *
 * @throws NearsameError those of reading; INPUT_CHANGED
 */
export async function earlierSource(run: Run, earlier: EarlierInput, number: number): Promise<Source> {
  const { input, source, path, textBytes } = earlier
  if (isReadInPlace(input)) return { ...source, file: path }
  const { settings } = run
  const temporary = async () => {
    const directory = join(await run.directory.path(), `earlier-${number}`)
    await mkdir(directory, { recursive: true })
    return directory
  }
  const sources = new Sources({
    set: { format: input.format, inputs: [{ ...input, path }], ignoredFiles: [] },
    options: settings.input,
    fieldRules: {
      columns: run.decision.readsColumns,
      offersRecords: false,
      known: 'choice' in source.format ? source.format.choice.text : undefined,
    },
    joinsRows: false,
    readsTexts: false,
    converts: false,
    fields: settings.fields,
    temporary,
    rangeBytes: 4 * 2 ** 20,
  })
  try {
    for await (const _ of sources.ranges()) await run.rest()
  } finally {
    await sources.close()
  }
  const [copy] = sources.plain
  const isSame =
    sources.sizes[0] === textBytes && JSON.stringify(copy.format) === JSON.stringify(source.format)
  if (!isSame) throw changed(path, 'other texts than then')
  return { ...source, file: copy.file }
}
