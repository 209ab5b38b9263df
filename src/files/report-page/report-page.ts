/**
 * Report page: one HTML file that shows a run without a network, from the template that the build makes of `web/`.
 *
 *     figures ─▶ listed clusters ─▶ replay ─▶ pairs of listed documents ─▶ texts         at most 20 MB in all
 *
 * Sections are written by importance; texts fill the remaining bytes; omissions are recorded in the data.
 */
import { readFile } from 'node:fs/promises'
import type { JudgedPair } from '../../engine/decisions/given-decisions.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { packageFile } from '../io/package-file.ts'
import { writeLines } from '../outputs/write-lines.ts'
import type { Run } from '../run/run.ts'
import { documentText } from '../run/text-pairs.ts'
import { cutText, embeddable, utf8Bytes } from './data-text.ts'
import { ListedDocuments, type ListedRows } from './listed-documents.ts'
import type { Replay } from './replay.ts'
import { replayColumns, replayExamples } from './replay-columns.ts'
import type { KnownPairs, ReportData, ReportFigures, RunClusters } from './report-data.ts'

const mostBytes = 20_000_000
const mostTextBytes = 20_000
/** Bytes below which no further text is tried. */
const leastRoom = 500
/** Shares of the room that listed clusters, the replay and pairs may take. */
const shares = { clusters: 0.4, clustersAlone: 0.8, replay: 0.45, pairs: 0.15 }

interface ReportPage {
  readonly figures: ReportFigures
  readonly clusters: RunClusters
  /** The pairs that the run measured or found. */
  readonly pairs: { readonly total: number; rows(): Iterable<PairRows> }
  readonly replay: Replay
  /** What people decided, honoured by the run. */
  readonly judged?: readonly JudgedPair[] | undefined
  readonly current: number
}

/** Writes the page; it gets its name with the other outputs of the run. */
export async function writeReportPage(run: Run, path: string, page: ReportPage): Promise<void> {
  await writeData(run, path, page.figures, room => dataOf(run, page, room))
}

interface PageHead {
  readonly command: string
  readonly report: { readonly inputs: readonly { readonly path: string }[] }
}

/** Puts data into the template. @param dataOf pieces of its JSON, which take at most the given number of bytes */
export async function writeData(
  run: Run,
  path: string,
  { command, report }: PageHead,
  dataOf: (room: number) => readonly string[],
): Promise<void> {
  const template = await readFile(packageFile('dist/web/report.html'), 'utf8')
  const pieces = dataOf(mostBytes - utf8Bytes(template) - 1000)
  const empty = '<script type="application/json" id="data">null</script>'
  const at = template.indexOf(empty) + empty.length - 'null</script>'.length
  const [before, after] = [template.slice(0, at), template.slice(at + 'null'.length)]
  const title = `${command} ${report.inputs.map(({ path }) => path).join(' ')}`.slice(0, 200)
  const titled = before.replace(
    /<title>[^<]*<\/title>/,
    () => `<title>${inHtml(`nearsame ${title}`)}</title>`,
  )
  await writeLines(path, run.publication, [titled, ...pieces, after])
}

function inHtml(text: string): string {
  return text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`)
}

function dataOf(run: Run, page: ReportPage, most: number): string[] {
  const { figures, clusters, pairs, replay, judged = [], current } = page
  const start = embeddable(figures).slice(0, -1)
  const room = most - utf8Bytes(start)
  const share = 'absent' in replay ? shares.clustersAlone : shares.clusters
  const listed = new ListedDocuments(run).list(clusters, replayExamples(replay), share * room)
  const { columns, rows } = listed
  const replayed = replayColumns({ run, replay, judged, current, rows }, shares.replay * room)
  const mostPairs = Math.floor((shares.pairs * room) / 32)
  const known = pairColumns(pairs.rows(), rows, mostPairs)
  const omittedClusters = columns.clusters.total - listed.heads.length
  // Pairs of documents that are in no cluster are not listed, but for want of interest, not of room.
  const isFull = omittedClusters > 0 || known.left.length === mostPairs
  const parts: Omit<ReportData, keyof ReportFigures | 'texts' | 'cutTexts'> = {
    ...columns,
    pairs: { ...known, total: pairs.total },
    replay: replayed,
    omitted: {
      clusters: omittedClusters,
      pairs: isFull ? pairs.total - known.left.length : 0,
    },
  }
  const middle = Object.entries(parts).map(([name, part]) => `,"${name}":${embeddable(part)}`)
  const left = room - middle.reduce((sum, piece) => sum + utf8Bytes(piece), 0)
  return [start, ...middle, ...textPieces(run, listed, left)]
}

/** The pairs of listed documents, up to a limit. */
function pairColumns(
  batches: Iterable<PairRows>,
  rows: Int32Array,
  most: number,
): KnownPairs<number | null> {
  const [lefts, rights, similarities]: [number[], number[], (number | null)[]] = [[], [], []]
  for (const { left, right, similarity } of batches) {
    for (let row = 0; row < left.length && lefts.length < most; row++) {
      if (rows[left[row]] < 0 || rows[right[row]] < 0) continue
      lefts.push(rows[left[row]])
      rights.push(rows[right[row]])
      similarities.push(Number.isNaN(similarity[row]) ? null : similarity[row])
    }
    if (lefts.length >= most) break
  }
  return { left: lefts, right: rights, similarities }
}

/** Texts by row while there is room, then the rows whose text was cut. */
function* textPieces(run: Run, { textRows, documents }: ListedRows, room: number): Generator<string> {
  const cut: number[] = []
  let left = room - utf8Bytes(',"texts":{},"cutTexts":[]}')
  let before = ',"texts":{'
  for (const row of textRows) {
    const { text, isCut } = cutText(documentText(run, documents[row]), mostTextBytes)
    const piece = `"${row}":${embeddable(text)}`
    // Room for its comma, and its row among those that were cut.
    const bytes = utf8Bytes(piece) + 10
    if (left < leastRoom) break
    if (bytes > left) continue
    left -= bytes
    if (isCut) cut.push(row)
    yield `${before}${piece}`
    before = ','
  }
  yield `${before === ',' ? '' : before}},"cutTexts":${JSON.stringify(cut)}}`
}
