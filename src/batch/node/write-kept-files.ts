/** Writing of what was kept where the input is no file of lines: a directory of documents, or Parquet. */
import { copyFile, mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pathsInOutput } from '../../io/inputs.ts'
import { openOutput } from '../../io/output.ts'
import { fileError, registerTemporary, unregisterTemporary } from '../../io/temporaries.ts'
import type { Run } from './run.ts'
import type { IsKept } from './write-kept.ts'

/** Copies the kept files below a new directory. @returns bytes written */
export async function writeKeptDirectory(run: Run, path: string, isKept: IsKept): Promise<number> {
  const { documents, settings } = run
  const names = pathsInOutput(settings.set.inputs)
  const target = resolve(path)
  const temporary = await mkdtemp(join(dirname(target), `.${basename(target)}.nearsame-`)).catch(
    (cause: unknown) => {
      throw fileError(cause, path)
    },
  )
  registerTemporary(temporary)
  let bytes = 0
  try {
    for (let document = 0; document < documents.count; document++) {
      if (!isKept(document)) continue
      const source = documents.sourceOf(document)
      const to = join(temporary, names[source])
      await mkdir(dirname(to), { recursive: true })
      await copyFile(settings.set.inputs[source].path, to)
      bytes += documents.length[document]
    }
    await rmdir(target).catch(() => {}) // an empty directory of that name may stand there
    await rename(temporary, target)
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true })
    throw fileError(cause, path)
  } finally {
    unregisterTemporary(temporary)
  }
  return bytes
}

/** Writes the kept rows with all their columns. Record n of a source is row n of its file. @returns bytes of the rows read */
export async function writeKeptParquet(run: Run, path: string, isKept: IsKept): Promise<number> {
  const { filterParquet } = await import('../../io/parquet-write.ts')
  const { documents, settings } = run
  const rows = documents.sources.map((_, source) => keptRows(run, source, isKept))
  const output = await openOutput(path, { force: settings.running.force })
  try {
    const paths = settings.set.inputs.map(input => input.path)
    await filterParquet(paths, (file, row) => rows[file][row] === 1, output)
    await output.commit()
  } catch (error) {
    await output.abort()
    throw error
  }
  return run.readBytes
}

function keptRows({ documents }: Run, source: number, isKept: IsKept): Uint8Array {
  const rows = new Uint8Array(documents.recordsOf(source))
  for (let document = documents.firstOf(source); document < documents.firstOf(source + 1); document++) {
    if (isKept(document)) rows[documents.recordOf(document) - 1] = 1
  }
  return rows
}
