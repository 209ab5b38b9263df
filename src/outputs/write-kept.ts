/**
 * Writing of the kept records: byte for byte, in input order.
 *
 * Runs of kept records become segments of the source. Into a plain file all threads copy at once, because the
 * place of every segment is known; into archives, pipes and the like the segments go one after the other.
 */
import { type FileHandle, open, rm } from 'node:fs/promises'
import { openOutput } from '../io/output.ts'
import { type OutputPlace, placeOfOutput } from '../io/output-place.ts'
import { fileError, registerTemporary, temporaryName, unregisterTemporary } from '../io/temporaries.ts'
import type { Documents } from '../run/documents.ts'
import type { Run } from '../run/run.ts'
import { readSegments } from '../sources/segments.ts'
import { checkUnchanged } from './check-inputs.ts'

/** Bytes of a source that go to the output as they are; `isOpen` when a line feed must follow before more. */
interface Piece {
  readonly source: number
  readonly segments: Float64Array
  readonly bytes: number
  readonly isOpen: boolean
}

/** Bytes copied by one task. */
const pieceBytes = 8 * 2 ** 20
/** Bytes read at once where there is one output for all, gaps included. */
const blockBytes = 2 ** 20

export type IsKept = (document: number) => boolean

/** Writes lines (JSONL, CSV, TSV, text). @returns bytes written */
export async function writeKeptLines(run: Run, path: string, isKept: IsKept): Promise<number> {
  const pieces = [...piecesOf(run, isKept)]
  const place = await placeOfOutput(path)
  const isPlain = !/\.(gz|zst)$/i.test(path) && !place.isStream
  return isPlain ? copyInParallel(run, path, place, pieces) : copyInOrder(run, path, pieces)
}

function* piecesOf(run: Run, isKept: IsKept): Generator<Piece> {
  const { documents } = run
  const header = headerPiece(run)
  if (header !== undefined) yield header
  for (let source = 0; source < documents.sources.length; source++) {
    yield* sourcePieces(documents, source, isKept, run.sources.sizes[source], run)
  }
}

/** The header line of CSV, without the byte-order mark. */
function headerPiece(run: Run): Piece | undefined {
  const [first] = run.sources.plain
  if (first === undefined || !('header' in first.format)) return undefined
  const from = run.sources.markBytes
  const segments = Float64Array.of(from, first.start)
  return { source: 0, segments, bytes: first.start - from, isOpen: !run.sources.endsLine(0, first.start) }
}

function* sourcePieces(
  documents: Documents,
  source: number,
  isKept: IsKept,
  size: number,
  run: Run,
): Generator<Piece> {
  const last = documents.firstOf(source + 1)
  const isOpenAt = (end: number) => end === size && !run.sources.endsLine(source, end)
  let segments: number[] = []
  let bytes = 0
  for (let document = documents.firstOf(source); document < last; document++) {
    if (!isKept(document)) continue
    const from = documents.offset[document]
    const length = documents.length[document]
    if (segments.at(-1) === from) segments[segments.length - 1] = from + length
    else segments.push(from, from + length)
    bytes += length
    if (bytes < pieceBytes) continue
    yield { source, segments: Float64Array.from(segments), bytes, isOpen: isOpenAt(from + length) }
    segments = []
    bytes = 0
  }
  if (bytes === 0) return
  const end = segments.at(-1) as number
  yield { source, segments: Float64Array.from(segments), bytes, isOpen: isOpenAt(end) }
}

/** Line feeds missing between pieces, and the place of each piece. */
function placed(pieces: readonly Piece[]): { positions: number[]; feeds: number[]; total: number } {
  const positions: number[] = []
  const feeds: number[] = []
  let position = 0
  pieces.forEach((piece, i) => {
    positions.push(position)
    position += piece.bytes
    if (piece.isOpen && i + 1 < pieces.length) feeds.push(position++)
  })
  return { positions, feeds, total: position }
}

/** @param place what `path` stands for */
async function copyInParallel(
  run: Run,
  path: string,
  place: OutputPlace,
  pieces: readonly Piece[],
): Promise<number> {
  const { positions, feeds, total } = placed(pieces)
  const output = temporaryName(place.path)
  registerTemporary(output)
  let file: FileHandle | undefined
  try {
    file = await open(output, 'wx', place.mode)
    await file.truncate(total)
    for (const position of feeds) await file.write('\n', position)
    let done = 0
    const copies = pieces.map(async ({ source, segments, bytes }, i) => {
      await run.copy({
        kind: 'copy',
        source: run.sources.plain[source],
        segments,
        output,
        name: path,
        position: positions[i],
      })
      done += bytes
      progress(run, done, total)
    })
    const failed = (await Promise.allSettled(copies)).find(copy => copy.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    checkUnchanged(run.settings.set.inputs)
    await file.datasync()
    await file.close()
    run.publication.add(output, place.path)
  } catch (cause) {
    await file?.close().catch(() => {})
    await rm(output, { force: true }).catch(() => {}) // the first error says why
    unregisterTemporary(output)
    run.settings.events.signal.throwIfAborted()
    throw fileError(cause, path)
  }
  return total
}

async function copyInOrder(run: Run, path: string, pieces: readonly Piece[]): Promise<number> {
  const { feeds, total } = placed(pieces)
  const missing = new Set(feeds)
  const output = await openOutput(path, run.publication)
  try {
    let written = 0
    const block = new Uint8Array(blockBytes)
    for (const { source, segments } of pieces) {
      const plain = run.sources.plain[source]
      for (const bytes of readSegments(run.thread.files.of(plain.file), plain, segments, block)) {
        await output.write(bytes)
        written += bytes.length
      }
      if (missing.has(written)) {
        await output.write(Buffer.from('\n'))
        written++
      }
      run.settings.events.signal.throwIfAborted()
      progress(run, written, total)
    }
    checkUnchanged(run.settings.set.inputs)
    await output.finish(run.publication)
    return written
  } catch (error) {
    await output.abort()
    throw error
  }
}

function progress(run: Run, bytes: number, totalBytes: number): void {
  run.settings.events.progress({ stage: 'write', documents: run.documents.count, bytes, totalBytes })
}
