/**
 * Writes the kept records: byte for byte, in input order.
 *
 * Neighbouring kept records become slices of the source. The place of every slice in a plain file is known, so all
 * threads copy at once, starting while documents are still being measured. Archives, pipes and the like get the
 * slices one after the other, at the end.
 */
import { type FileHandle, open } from 'node:fs/promises'
import type { Settled } from '../../engine/batch/columns.ts'
import type { ElementWriter } from '../formats/element-line.ts'
import { asBuffer } from '../formats/record-format.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { readSlices } from '../inputs/source-slices.ts'
import { formatOfName } from '../io/file-name.ts'
import { finishOutput, type OutputFile } from '../io/output.ts'
import { type OutputPlace, placeOfOutput } from '../io/output-place.ts'
import {
  fileError,
  registerTemporary,
  removeTemporary,
  temporaryName,
  unregisterTemporary,
} from '../io/temporaries.ts'
import { linesOfRows } from '../run/record-bytes.ts'
import type { Run } from '../run/run.ts'
import { checkUnchanged } from './check-inputs.ts'
import { type Piece, piecesOf } from './kept-pieces.ts'
import { elementWriter, encodingOfSources, lineWriter } from './line-writer.ts'

const lineFeed = Buffer.from('\n')

/** Bytes per read, gaps included, for an output written in sequence. */
const blockBytes = 2 ** 20

// The disk takes about as long to sync this many bytes as to write them. Each fsync costs a file system commit.
const bytesPerSync = 32 * 2 ** 20

export type IsKept = Settled['isKept']

/** The output of the kept records. Call order: `settle* finish`, or `abandon` if anything else failed. */
export interface KeptOutput {
  /** May start writing the settled documents. */
  settle(settled: Settled): void
  /** Writes the rest. @returns total bytes written @throws NearsameError; the partial output is removed then */
  finish(isKept: IsKept): Promise<number>
  abandon(): Promise<void>
}

/** An output written at the end, with nothing to abandon before. */
export function writtenAtEnd(finish: KeptOutput['finish']): KeptOutput {
  return { settle: () => {}, finish, abandon: async () => {} }
}

/** The output of the records of the first inputs of a run, those of lines or of elements. */
export async function openKeptLines(
  run: Run,
  { format, inputs }: InputSet,
  path: string,
): Promise<KeptOutput> {
  const count = inputs.length
  const elements = elementWriter(format, encodingOfSources(run, count), path)
  const place = await placeOfOutput(path)
  const { spreadsheetSafe } = run.settings.running
  const isCopied = !run.sources.plain.slice(0, count).some(({ format }) => 'columns' in format)
  const isPlain = formatOfName(path).compression === 'none' && !place.isStream && !spreadsheetSafe
  return isPlain && isCopied && elements === undefined
    ? ParallelCopy.open(run, count, path, place)
    : writtenAtEnd(isKept => copyInOrder(run, count, path, isKept, elements))
}

interface OpenedCopy {
  readonly temporary: string
  readonly file: FileHandle
  /** The number of sources to copy. */
  readonly count: number
}

/** A plain file that all threads write. */
class ParallelCopy implements KeptOutput {
  readonly #run: Run
  readonly #path: string
  readonly #place: OutputPlace
  readonly #temporary: string
  readonly #file: FileHandle
  #settled: Settled = { end: 0, isKept: () => false }
  readonly #pieces: ReturnType<typeof piecesOf>
  /** Where the next piece goes, and whether a line feed goes before it. */
  #position = 0
  #isOpen = false
  readonly #copies: Promise<unknown>[] = []
  #copied = 0
  #copiedRecords = 0
  /** Bytes copied when the last sync began; that sync, while it runs or if it failed. */
  #synced = 0
  #sync: Promise<void> | undefined

  private constructor(run: Run, path: string, place: OutputPlace, opened: OpenedCopy) {
    const { temporary, file, count } = opened
    this.#run = run
    this.#path = path
    this.#place = place
    this.#temporary = temporary
    this.#file = file
    this.#pieces = piecesOf(run, count, () => this.#settled)
  }

  /** @param place the resolved `path` */
  static async open(run: Run, count: number, path: string, place: OutputPlace): Promise<ParallelCopy> {
    const temporary = temporaryName(place.path, run.publication.temp)
    registerTemporary(temporary)
    try {
      const file = await open(temporary, 'wx', place.mode)
      return new ParallelCopy(run, path, place, { temporary, file, count })
    } catch (cause) {
      unregisterTemporary(temporary)
      throw fileError(cause, path)
    }
  }

  settle(settled: Settled): void {
    this.#settled = settled
    this.#copy()
  }

  async finish(isKept: IsKept): Promise<number> {
    try {
      this.#settled = { end: this.#run.documents.count, isKept }
      this.#copy()
      const copies = this.#copies.map(copy =>
        copy.then(() => progress(this.#run, this.#copiedRecords, this.#copied, this.#position)),
      )
      const failed = (await Promise.allSettled(copies)).find(copy => copy.status === 'rejected')
      if (failed !== undefined) throw failed.reason
      checkUnchanged(this.#run.settings.set.inputs)
      await this.#sync
      await this.#file.datasync()
      await this.#file.close()
      this.#run.publication.add(this.#temporary, this.#place.path)
      return this.#position
    } catch (cause) {
      await this.abandon()
      this.#run.settings.events.signal.throwIfAborted()
      throw fileError(cause, this.#path)
    }
  }

  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {})
    await removeTemporary(this.#temporary).catch(() => {}) // the first error says why
  }

  /** Sends all pieces that are known. */
  #copy(): void {
    for (;;) {
      const { value: piece } = this.#pieces.next()
      if (piece === undefined) return
      if (this.#isOpen) this.#add(this.#file.write('\n', this.#position++))
      this.#add(this.#copyPiece(piece))
      this.#position += piece.bytes
      this.#isOpen = piece.isOpen
    }
  }

  #add(copy: Promise<unknown>): void {
    copy.catch(() => {}) // `finish` throws it; until then this keeps the rejection from counting as unhandled
    this.#copies.push(copy)
  }

  async #copyPiece({ source, slices, bytes, records }: Piece): Promise<void> {
    const [output, name, position] = [this.#temporary, this.#path, this.#position]
    const plain = this.#run.sources.plain[source]
    await this.#run.run({ kind: 'copy', source: plain, slices, output, name, position }, 'beside')
    this.#copied += bytes
    this.#copiedRecords += records
    if (this.#copied - this.#synced >= bytesPerSync) this.#syncBeside()
  }

  /** Syncs the bytes copied so far, which leaves little to sync at the end. */
  #syncBeside(): void {
    if (this.#sync !== undefined) return
    this.#synced = this.#copied
    this.#sync = this.#file.datasync().then(() => {
      this.#sync = undefined
    })
    // `finish` throws a failure: the system reports it only once, so the last sync may succeed despite it.
    this.#sync.catch(() => {})
  }
}

async function copyInOrder(
  run: Run,
  count: number,
  path: string,
  isKept: IsKept,
  elements: ElementWriter | undefined,
): Promise<number> {
  const settled = { end: run.documents.count, isKept }
  const pieces = [...piecesOf(run, count, () => settled)] as Piece[]
  const total = pieces.reduce((sum, { bytes }) => sum + bytes, 0)
  return writeInOrder(run, path, pieces, elements, () => total)
}

/** Writes pieces into one file. @param totalOf bytes of all, as far as is known @returns bytes written */
export function writeInOrder(
  run: Run,
  path: string,
  pieces: Parameters<typeof writePieces>[1],
  elements: ElementWriter | undefined,
  totalOf: (written: number) => number,
): Promise<number> {
  const onPiece: OnPiece = (records, written) => progress(run, records, written, totalOf(written))
  return finishOutput(path, run.publication, async output => {
    const written = await writePieces(run, pieces, output, { elements, onPiece })
    checkUnchanged(run.settings.set.inputs)
    return written
  })
}

/** Gets the records and bytes written so far. */
export type OnPiece = (records: number, bytes: number) => void

interface PieceOptions {
  /** How elements of JSON and texts in UTF-16 are written; undefined: lines are copied. */
  readonly elements: ElementWriter | undefined
  /** Called after each piece. */
  readonly onPiece: OnPiece
}

/** A record in other bytes than its source has. */
export interface OtherRecord {
  readonly record: Uint8Array
  readonly isOpen: boolean
}

/** Writes pieces one after the other. @returns bytes written before they are compressed */
export async function writePieces(
  run: Run,
  pieces: Iterable<Piece> | AsyncIterable<Piece | OtherRecord>,
  output: OutputFile,
  { elements, onPiece }: PieceOptions,
): Promise<number> {
  const block = new Uint8Array(blockBytes)
  let written = 0
  let records = 0
  let isOpen = false
  const write = async (bytes: Uint8Array) => {
    await output.write(bytes)
    written += bytes.length
  }
  const { write: writeLine, end } = lineWriter(run, elements)
  const writeLines = (bytes: Uint8Array) => write(writeLine(asBuffer(bytes)))
  for await (const piece of pieces) {
    if (isOpen) await writeLines(lineFeed)
    if ('record' in piece) await writeLines(piece.record)
    else {
      const plain = run.sources.plain[piece.source]
      const file = run.thread.files.of(plain.file)
      if ('columns' in plain.format) await writeLines(linesOfRows(run, piece, plain.format))
      else for (const bytes of readSlices(file, plain, piece.slices, block)) await writeLines(bytes)
    }
    isOpen = piece.isOpen
    await run.rest()
    records += 'record' in piece ? 1 : piece.records
    onPiece(records, written)
  }
  await write(end())
  return written
}

/** @param documents kept ones, written so far */
export function progress(run: Run, documents: number, bytes: number, totalBytes: number): void {
  run.settings.events.progress({ stage: 'write', documents, bytes, totalBytes })
}
