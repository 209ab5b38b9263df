/** Pieces: the kept records as byte ranges of their sources, in input order, a few megabytes each. */
import type { Settled } from '../../engine/batch/columns.ts'
import type { Run } from '../run/run.ts'

/** Bytes of a source copied unchanged to the output; `isOpen` if a line feed must follow before the next piece. */
export interface Piece {
  readonly source: number
  /** From, to, from, to, ... */
  readonly slices: Float64Array
  readonly bytes: number
  readonly isOpen: boolean
}

/** Bytes copied by one task. */
const pieceBytes = 4 * 2 ** 20

/**
 * All pieces of a run's lines, the header of CSV first.
 *
 * @param settled the documents whose fate is known now, called repeatedly
 * @returns yields undefined as long as no more is known
 */
export function* piecesOf(run: Run, settled: () => Settled): Generator<Piece | undefined, undefined> {
  const header = headerPiece(run)
  if (header !== undefined) yield header
  for (let source = 0; source < run.documents.sources.length; source++) {
    yield* sourcePieces(run, source, settled)
  }
}

/** The header line of CSV, after its byte-order mark and the line that names the separator. */
function headerPiece(run: Run): Piece | undefined {
  const { plain } = run.sources
  const source = plain.findIndex(({ format }) => 'header' in format && format.header.length > 0)
  if (source < 0) return undefined
  const first = plain[source]
  const slices = Float64Array.of(0, first.start)
  return {
    source,
    slices,
    bytes: first.start,
    isOpen: !run.sources.endsLine(source, first.start),
  }
}

function* sourcePieces(
  run: Run,
  source: number,
  settled: () => Settled,
): Generator<Piece | undefined, undefined> {
  const { documents, sources } = run
  const last = documents.records.firstDocument(source + 1)
  const isOpenAt = (end: number) => end === sources.sizes[source] && !sources.endsLine(source, end)
  let { end: known, isKept } = settled()
  let slices: number[] = []
  let bytes = 0
  for (let document = documents.records.firstDocument(source); document < last; document++) {
    while (document >= known) {
      ;({ end: known, isKept } = settled())
      if (document >= known) yield undefined
    }
    if (!isKept(document)) continue
    const from = documents.offset[document]
    const length = documents.length[document]
    if (slices.at(-1) === from) slices[slices.length - 1] = from + length
    else slices.push(from, from + length)
    bytes += length
    if (bytes < pieceBytes) continue
    yield { source, slices: Float64Array.from(slices), bytes, isOpen: isOpenAt(from + length) }
    slices = []
    bytes = 0
  }
  if (bytes === 0) return
  const end = slices.at(-1) as number
  yield { source, slices: Float64Array.from(slices), bytes, isOpen: isOpenAt(end) }
}
