/** Writes the kept rows of Arrow as Arrow: the files are read once more, and rows are copied as bytes. */

import type { Input, InputSet } from '../inputs/resolve/input.ts'
import { openInput } from '../inputs/resolve/open-input.ts'
import { decompressed } from '../io/archives/decompress.ts'
import { finishOutput, type OutputFile } from '../io/output.ts'
import type { Run } from '../run/run.ts'
import { checkUnchanged } from './check-inputs.ts'
import type { IsKept } from './write-kept.ts'
import { keptRows } from './write-kept-files.ts'

/** Refuses files whose rows cannot be copied into one. @throws NearsameError ARROW_SCHEMA, ARROW_INVALID */
export async function checkKeptArrow(inputs: readonly Input[]): Promise<void> {
  const [{ fieldsOfArrow }, { checkJoinable }] = await Promise.all([
    import('../formats/arrow/read-arrow.ts'),
    import('../formats/arrow/filter-arrow.ts'),
  ])
  const files = []
  for (const input of inputs)
    if (input.sizeBytes > 0)
      files.push({ name: input.name, fields: await fieldsOfArrow(bytesOf(input), input.name) })
  checkJoinable(files)
}

/** @returns bytes read */
export async function writeKeptArrow(
  run: Run,
  { inputs }: InputSet,
  path: string,
  isKept: IsKept,
): Promise<number> {
  const sources = [...inputs.keys()].filter(source => inputs[source].sizeBytes > 0)
  await finishOutput(path, run.publication, async output => {
    await copyKept(run, sources, isKept, { output, isStream: /\.arrows(?:\.|$)/i.test(path) })
    checkUnchanged(inputs)
  })
  return run.readBytes
}

interface Copy {
  readonly output: OutputFile
  /** Undefined for what the first input is. */
  readonly isStream: boolean | undefined
}

/** Writes the kept rows of some inputs. */
export async function copyKept(
  run: Run,
  sources: readonly number[],
  isKept: IsKept,
  { output, isStream }: Copy,
): Promise<void> {
  const { writeFilteredArrow } = await import('../formats/arrow/write-arrow.ts')
  const { inputs } = run.settings.set
  const files = sources.map(source => ({
    name: inputs[source].name,
    open: () => bytesOf(inputs[source]),
    kept: keptRows(run, source, isKept),
  }))
  await writeFilteredArrow(files, output, isStream)
}

function bytesOf(input: Input): AsyncGenerator<Uint8Array> {
  return decompressed(openInput(input), input.compression, input.name)
}
