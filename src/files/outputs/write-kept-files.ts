/** Writes the kept records of inputs that are not lines: a directory of documents, or Parquet. */
import { constants, copyFileSync, createWriteStream, mkdirSync } from 'node:fs'
import { access, copyFile, mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { pathsInOutput } from '../inputs/resolve/resolve-inputs.ts'
import { inputError } from '../io/input-errors.ts'
import { objectStream } from '../io/objects/object-stream.ts'
import { finishOutput } from '../io/output.ts'
import { placeOfOutput } from '../io/output-place.ts'
import type { NewTexts } from '../io/parquet/parquet-texts.ts'
import { fileError, registerTemporary, removeTemporary, temporaryName } from '../io/temporaries.ts'
import type { Run } from '../run/run.ts'
import { checkUnchanged } from './check-inputs.ts'
import type { IsKept } from './write-kept.ts'

/** Files up to this size are copied without a promise each, of which many would be most of the work. */
const smallBytes = 2 ** 18
/** An empty file that might be there would be cut first, and its bytes then written to the disk at once. */
const { COPYFILE_EXCL } = constants
/** Small files copied between two looks at the clock. */
const filesPerRest = 32

/**
 * Writes the kept files of `inputs` below a new directory.
 *
 * @param write writes the one of a document. Default: copies it
 * @returns bytes of the kept files
 */
export async function writeKeptDirectory(
  run: Run,
  { inputs }: InputSet,
  path: string,
  isKept: IsKept,
  write: (document: number, source: number, to: string) => Promise<void> | undefined = (_, source, to) =>
    copyDocument(run, source, to),
): Promise<number> {
  const { documents } = run
  const names = pathsInOutput(inputs)
  return writeDirectory(run, path, async place => {
    let bytes = 0
    for (const [source, name] of names.entries()) {
      if (source % filesPerRest === 0) await run.rest()
      const document = documents.records.firstDocument(source)
      if (documents.nulls.keptOf(source).length > 0) {
        await copyDocument(run, source, place(name))
        bytes += inputs[source].sizeBytes
      } else if (document < documents.records.firstDocument(source + 1) && isKept(document)) {
        const writing = write(document, source, place(name))
        if (writing !== undefined) await writing
        bytes += documents.placeOf(document).length
      }
    }
    checkUnchanged(inputs)
    return bytes
  })
}

/**
 * Writes a new directory, which gets its name with the other outputs.
 *
 * @param write gets a function that gives the path of a file of the directory, and creates the directories above it
 * @returns the result of `write`
 */
export async function writeDirectory(
  run: Run,
  path: string,
  write: (place: (name: string) => string) => Promise<number>,
): Promise<number> {
  const place = await placeOfOutput(path)
  const target = place.isObject ? place.path : resolve(place.path)
  const temporary = temporaryName(target, run.publication.temp)
  registerTemporary(temporary)
  try {
    await mkdir(temporary, { mode: place.mode ?? 0o777 })
    let made = temporary
    const bytes = await write(name => {
      const to = join(temporary, name)
      if (dirname(to) !== made) {
        made = dirname(to)
        mkdirSync(made, { recursive: true })
      }
      return to
    })
    run.publication.add(temporary, target)
    return bytes
  } catch (error) {
    await removeTemporary(temporary).catch(() => {}) // the first error says why
    run.settings.events.signal.throwIfAborted()
    const isInside = isNearsameError(error) && error.parts.where?.startsWith(temporary)
    throw fileError(isInside ? error.parts.cause : error, path)
  }
}

/** Copies a file unchanged; for a stream, the copy that was made while reading it. */
export function copyDocument(
  { settings, sources }: Run,
  source: number,
  to: string,
): Promise<void> | undefined {
  const { path, isStream, object, name, sizeBytes } = settings.set.inputs[source]
  if (object !== undefined) return pipeline(objectStream(object), createWriteStream(to))
  const from = isStream ? sources.plain[source].file : path
  if (isStream || sizeBytes > smallBytes)
    return copyFile(from, to, COPYFILE_EXCL).catch(cause => copyFailed(cause, from, name))
  try {
    copyFileSync(from, to, COPYFILE_EXCL)
  } catch (cause) {
    return copyFailed(cause, from, name)
  }
  return undefined
}

async function copyFailed(cause: unknown, from: string, name: string): Promise<never> {
  await access(from, constants.R_OK).catch(missing => {
    throw inputError(missing, name)
  })
  throw cause
}

/** Replacement texts of the rows [from, to) of a Parquet source, by row, relative to `from`. */
export type TextsOfRows = (source: number, from: number, to: number) => Promise<NewTexts>

/**
 * Writes the kept rows of `inputs` with all their columns; record n of a source is row n of its file. Files without a
 * byte give one without a byte.
 *
 * @param texts called for all rows, in order, for those whose texts are other ones. Default: none
 * @returns bytes read
 */
export async function writeKeptParquet(
  run: Run,
  { inputs }: InputSet,
  path: string,
  isKept: IsKept,
  texts?: TextsOfRows,
): Promise<number> {
  const { filterParquet } = await import('../io/parquet/parquet-write.ts')
  const files = [...inputs.keys()].filter(source => inputs[source].sizeBytes > 0)
  const rows = files.map(source => keptRows(run, source, isKept))
  const paths = files.map(source => inputs[source].path)
  await finishOutput(path, run.publication, async output => {
    if (paths.length > 0)
      await filterParquet(paths, (file, row) => rows[file][row] === 1, output, {
        signal: run.publication.signal,
        columns: run.settings.running.columns,
        write: task => run.run(task),
        texts: texts && ((file, from, to) => texts(files[file], from, to)),
      })
    checkUnchanged(inputs)
  })
  return run.readBytes
}

/** For each row of a file, 1 if it is kept. @param withNulls whether rows without a text are */
export function keptRows(
  { documents: { nulls, records } }: Run,
  source: number,
  isKept: IsKept,
  withNulls = true,
): Uint8Array {
  const rows = new Uint8Array(records.countOf(source))
  const end = records.firstDocument(source + 1)
  for (let document = records.firstDocument(source); document < end; document++) {
    if (isKept(document)) rows[records.numberOf(document) - 1] = 1
  }
  if (withNulls)
    for (const { record, count } of nulls.keptOf(source)) rows.fill(1, record - 1, record - 1 + count)
  return rows
}
