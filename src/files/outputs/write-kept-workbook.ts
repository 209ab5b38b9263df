/** Writes the kept rows of a workbook as a workbook. */
import { decompressed } from '../io/archives/decompress.ts'
import { openInput } from '../io/inputs/open-input.ts'
import { finishOutput } from '../io/output.ts'
import type { Run } from '../run/run.ts'
import { checkUnchanged } from './check-inputs.ts'
import type { IsKept } from './write-kept.ts'
import { keptRows } from './write-kept-files.ts'

/** REQUIRES: the first input is a workbook that can be read again. @returns bytes written */
export async function writeKeptWorkbook(run: Run, path: string, isKept: IsKept): Promise<number> {
  const [input] = run.settings.set.inputs
  const [{ keepRows }, { readWorkbook }] = await Promise.all([
    import('../formats/xlsx/keep-rows.ts'),
    import('../formats/xlsx/xlsx-lines.ts'),
  ])
  const { name, compression } = input
  const book = await readWorkbook(decompressed(openInput(input), compression, name), {
    name,
    sheet: run.settings.input.sheet,
  })
  const rows = keptRows(run, 0, isKept)
  return finishOutput(path, run.publication, async output => {
    const bytes = keepRows(book, record => rows[record] === 1)
    await output.write(bytes)
    checkUnchanged(run.settings.set.inputs)
    return bytes.length
  })
}
