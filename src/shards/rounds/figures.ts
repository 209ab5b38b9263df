/** Figures of a job: the report of `dedupe`, from the reports of signing and the decisions. */
import { createHash } from 'node:crypto'
import { digestLine } from '../../engine/batch/digest.ts'
import type { DedupeReport, StageReport } from '../../files/requests.ts'
import { peakMemory } from '../../files/run/report.ts'
import { recordsOfShard } from '../tables/columns.ts'
import type { RoundReport } from '../tables/facts.ts'
import { decisionRows, openDecisions } from '../tables/read-decisions.ts'
import type { SignedShards } from './job.ts'
import type { DecidedJob } from './parts.ts'

/** The report of a job on shards. */
export interface ShardReport extends DedupeReport {
  readonly shards: {
    readonly count: number
    readonly rounds: readonly RoundReport[]
    /** Pairs measured in all rounds. */
    readonly pairs: number
    readonly shuffledBytes: number
  }
}

/** Counts and digest of all decisions. An engine may write them in any order, so they are sorted shard by shard. */
async function decidedFigures(path: string, { inputs }: SignedShards) {
  const before: number[] = [0]
  for (const { records } of inputs) before.push(before[before.length - 1] + records)
  const recordOf = (document: number) =>
    before[Math.floor(document / recordsOfShard)] + (document % recordsOfShard)
  const counts = { exact: 0, normalised: 0, near: 0 }
  const histogram: number[] = new Array(20).fill(0)
  const hash = createHash('sha256')
  const tables = await openDecisions(path)
  for (const shard of inputs.keys()) {
    const decided: Decision[] = []
    const [from, to] = [shard * recordsOfShard, (shard + 1) * recordsOfShard]
    for await (const rows of decisionRows(tables, ['survivor', 'kind', 'similarity'], from, to)) {
      for (const [row, document] of rows.document.entries()) {
        if (document < from || document >= to) continue
        const [survivor, kind] = [rows.survivor[row], rows.kind[row]]
        decided.push({ document, survivor, kind, similarity: rows.similarity[row] })
      }
    }
    decided.sort((a, b) => a.document - b.document)
    for (const { document, survivor, kind, similarity } of decided) {
      counts[kind]++
      if (kind === 'near') histogram[Math.min(19, Math.floor(similarity * 20))]++
      hash.update(digestLine(recordOf(document), recordOf(survivor), kind, similarity))
    }
  }
  return { counts, histogram, digest: hash.digest('hex') }
}

interface Decision {
  readonly document: number
  readonly survivor: number
  readonly kind: 'exact' | 'normalised' | 'near'
  readonly similarity: number
}

/** The report of a whole job. */
export async function shardReport(
  signed: SignedShards,
  { decisions, rounds }: DecidedJob,
  stages: readonly StageReport[],
): Promise<ShardReport> {
  const { reports, result, input, documents, inputs } = signed
  const { counts, histogram, digest } = await decidedFigures(decisions, signed)
  const sum = (of: (report: (typeof reports)[number]) => number) =>
    reports.reduce((total, report) => total + of(report), 0)
  const nulls = sum(report => report.counts.nulls ?? 0)
  const keepsNulls = input.null === 'keep'
  const removed = counts.exact + counts.normalised + counts.near
  return {
    versions: reports[0].versions,
    inputs: reports.flatMap(report => report.inputs),
    options: result,
    counts: {
      read: sum(report => report.counts.read),
      bad: sum(report => report.counts.bad),
      ...(nulls > 0 && { nulls }),
      bytes: sum(report => report.counts.bytes),
      ...counts,
      kept: documents - removed + (keepsNulls ? nulls : 0),
    },
    badRecords: reports.flatMap(report => report.badRecords).slice(0, 10),
    hints: [],
    bands: reports[0].bands,
    stages,
    peakMemoryBytes: peakMemory(),
    histogram,
    digest,
    shards: {
      count: inputs.length,
      rounds,
      pairs: rounds.reduce((total, round) => total + round.pairs, 0),
      shuffledBytes: rounds.reduce((total, round) => total + round.shuffledBytes, 0),
    },
  }
}
