/**
 * Write: the decisions about a shard become its kept records, and its table of removed ones.
 *
 *     DECISIONS.parquet + INPUT ─▶ KEPT, removed; with all inputs, clusters
 *
 * The input is scanned once more, for the places of its records only, unless the caller names the tables of its keys.
 * Several inputs are consecutive shards.
 */
import type { kinds } from '../../engine/batch/columns.ts'
import type { DocumentId } from '../../engine/library/document.ts'
import { removedNames } from '../../files/dedupe-outputs/removed.ts'
import { checkUnconverted } from '../../files/inputs/resolve/kept-format.ts'
import { isObjectUrl } from '../../files/io/objects/object-name.ts'
import { filesOfShards, type GivenShardFiles } from '../../files/job-files.ts'
import { checkEvents } from '../../files/jobs/given-request.ts'
import { runJob } from '../../files/jobs/job.ts'
import { checkKept, writeKept } from '../../files/outputs/kept-records.ts'
import type { Cell } from '../../files/outputs/table-lines.ts'
import { writeFlatTable } from '../../files/outputs/write-table.ts'
import type { RunEvents, RunReport, RunRequest } from '../../files/requests.ts'
import { idOfDocument } from '../../files/run/identities.ts'
import { baseReport } from '../../files/run/report.ts'
import type { Run } from '../../files/run/run.ts'
import { scanInputs } from '../../files/run/scan.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { recordsOfShard } from '../tables/columns.ts'
import { checkSameOptions, checkSigned, optionsJson } from '../tables/facts.ts'
import { decisionRows, openDecisions } from '../tables/read-decisions.ts'
import { openEach, type Table } from '../tables/read-table.ts'
import { hasPlaces, placeDocuments } from './place-documents.ts'
import { writeShardClusters } from './shard-clusters.ts'
import { checkShardInputs, checkSupported } from './supported.ts'

interface WriteShardRequest extends RunRequest, GivenShardFiles {
  /** The table of decisions. */
  readonly decisions: string
  /** The shard of the first input. */
  readonly shard: number
  /** The table of keys of each input, which saves a scan. Default: the inputs are scanned. */
  readonly keys?: readonly string[]
}

/** Documents kept, of those read. */
interface WriteReport {
  readonly counts: RunReport['counts'] & { readonly kept: number; readonly removed: number }
}

/**
 * @param resultOf makes the result, which is also what `report` gets, when all else is written
 * @throws NearsameError
 */
export async function writeShard<Result>(
  request: WriteShardRequest,
  events: RunEvents,
  resultOf: (written: WriteReport) => Result,
): Promise<Result> {
  checkEvents(events)
  checkSupported(request.result)
  const { output, removed, clusters, result, input, running, shard, keys = [] } = request
  const tables = await openDecisions(request.decisions)
  for (const { facts, path } of tables)
    if (facts !== undefined) checkSameOptions(facts.options, optionsJson(result, input), path)
  // Places need no shingles.
  const placing = { ...request, result: { ...result, near: false } }
  return runJob(placing, events, {
    files: filesOfShards,
    purpose: {
      kept: output,
      // An object has been opened by now.
      alsoReads: isObjectUrl(request.decisions) ? [] : [request.decisions],
      measuresPairs: false,
    },
    async check(run) {
      checkShardInputs(run.settings.set)
      const { inputs } = run.settings.set
      for (const { facts } of tables) if (facts !== undefined) checkSigned(inputs, facts.inputs, shard)
      checkUnconverted(run.settings.set, output, 'kept records of a shard')
      await checkKept(run.settings.set, output, running)
    },
    async read(run) {
      const keyTables = await openEach(keys, 'keys')
      if (keys.length > 0 && hasPlaces(run.settings.set, request, keyTables))
        await placeDocuments(run, keyTables, shard)
      else await scanInputs(run)
    },
    async work(run) {
      const placeOf = placesByNumber(run, shard)
      const decided = await decisionsOf(run, tables, shard, placeOf, removed !== undefined)
      if (removed !== undefined) await writeRemoved(run, removed, decided)
      if (clusters !== undefined) await writeShardClusters(run, clusters, tables, placeOf)
      if (output !== undefined && !running.dryRun)
        await writeKept(run, run.settings.set, output, document => decided.rows[document] < 0)
      const { counts } = baseReport(run)
      const nulls = run.documents.nulls.keptCount(run.documents.sources.length)
      const kept = run.documents.count - decided.count + nulls
      return resultOf({ counts: { ...counts, kept, removed: decided.count } })
    },
  })
}

/** The decisions about the documents of a run. */
interface Decided {
  /** [documents] the number of each among the removed; -1 if it is kept. */
  readonly rows: Int32Array
  readonly count: number
  /** By this number, if they are wanted. */
  readonly lines: readonly DecidedLine[]
}

interface DecidedLine {
  readonly kind: keyof typeof kinds
  readonly similarity: number
  readonly survivor_id: string
  readonly survivor_at: string
}

const lineColumns = ['kind', 'similarity', 'survivor_id', 'survivor_at'] as const

/** The document of a run by its number in the tables. */
function placesByNumber({ documents: { records, sources } }: Run, shard: number) {
  return (number: number): number | undefined => {
    const source = Math.floor(number / recordsOfShard) - shard
    return source in sources ? records.documentOf(source, number % recordsOfShard) : undefined
  }
}

async function decisionsOf(
  run: Run,
  tables: readonly Table[],
  shard: number,
  placeOf: (document: number) => number | undefined,
  wantsLines: boolean,
): Promise<Decided> {
  const from = shard * recordsOfShard
  const to = from + run.sources.plain.length * recordsOfShard
  const rows = new Int32Array(run.documents.count).fill(-1)
  const lines: DecidedLine[] = []
  let count = 0
  for await (const group of decisionRows(tables, wantsLines ? lineColumns : [], from, to)) {
    for (const [row, number] of group.document.entries()) {
      if (number < from || number >= to) continue
      const document = placeOf(number)
      if (document === undefined || rows[document] >= 0) throw unknownDecision(number)
      rows[document] = count++
      if (!wantsLines) continue
      const { kind, similarity, survivor_id, survivor_at } = group
      lines.push({
        kind: kind[row],
        similarity: similarity[row],
        survivor_id: survivor_id[row],
        survivor_at: survivor_at[row],
      })
    }
  }
  return { rows, count, lines }
}

/** The table of `dedupe --removed`; survivors may be in other shards. */
async function writeRemoved(run: Run, path: string, decided: Decided): Promise<void> {
  const ids = idsIn(removedRows(run, decided))
  await writeFlatTable(run, path, { names: removedNames, parts: [removedRows(run, decided)], ids })
}

/** The ids of removed records and their twins. */
function* idsIn(rows: Iterable<readonly Cell[]>): Generator<DocumentId> {
  const columns = ['id', 'survivor'].map(name => removedNames.indexOf(name))
  for (const row of rows) for (const column of columns) yield row[column] as DocumentId
}

function* removedRows(run: Run, { rows, lines }: Decided): Generator<Cell[]> {
  for (const [document, row] of rows.entries()) {
    if (row < 0) continue
    const { kind, similarity, survivor_id: survivorId, survivor_at: survivorAt } = lines[row]
    const survivor = fromJson(survivorId) as Cell
    const [id, at] = [idOfDocument(run, document), run.documents.at(document)]
    yield [id, at, survivor, survivorAt, kind, run.decision.measure, similarity, 'first']
  }
}

function unknownDecision(document: number): NearsameError {
  return new NearsameError('SHARD_TABLE', {
    expected: 'one decision at most about each document of the inputs',
    got: `one about record ${document % recordsOfShard} of shard ${Math.floor(document / recordsOfShard)}`,
    fix: 'decide again: remove the directory of the job but for its keys, and run `nearsame shard step`',
  })
}
