/**
 * Parts: the pairs of a round in files, each measured by itself, and whether all are; the decisions in the end.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { SqlEngine } from '../engines/engine.ts'
import { decisionsQuery } from '../sql/decisions.ts'
import { type TableFacts, type TableKind, tablesVersion } from '../tables/facts.ts'
import { openTable, tablesIn } from '../tables/read-table.ts'
import { folders, partName, roundName, type SignedShards, sqlJob } from './job.ts'
import type { RoundsState } from './rounds.ts'

/** Pairs that are worth a process of their own. */
const leastPairs = 2000

/** A file of pairs, and where its measures go. */
export interface PairsPart {
  readonly pairs: string
  readonly measures: string
  readonly rows: number
}

/** The facts of a table that an engine writes, as JSON. */
function factsJson({ options, inputs }: SignedShards, table: TableKind): string {
  return JSON.stringify({ version: tablesVersion, table, options, inputs } satisfies TableFacts)
}

interface PairsToExport {
  readonly directory: string
  readonly round: number
  /** The table of the pairs, and its rows. */
  readonly table: string
  readonly rows: number
}

/** Writes the pairs of a round, complete or not at all; does nothing if they are there. */
export async function exportPairs(
  engine: SqlEngine,
  signed: SignedShards,
  { directory, round, table, rows }: PairsToExport,
): Promise<void> {
  const folder = join(folders(directory).pairs, roundName(round))
  if (existsSync(folder)) return
  const draft = `${folder}-draft`
  rmSync(draft, { recursive: true, force: true })
  const columns = 'a, b, a_offset, a_length, b_offset, b_length'
  const facts = factsJson(signed, 'pairs')
  if (engine.dialect.name === 'spark') {
    await engine.run(engine.dialect.save(draft, `SELECT ${columns} FROM ${table} ORDER BY a, b`, facts))
  } else {
    mkdirSync(draft, { recursive: true })
    const count = Math.max(1, Math.min(signed.inputs.length, Math.ceil(rows / leastPairs)))
    for (let part = 0; part < count; part++) {
      const query = `SELECT ${columns} FROM ${table} WHERE a % ${count} = ${part} ORDER BY a, b`
      await engine.run(engine.dialect.save(join(draft, partName(part)), query, facts))
    }
  }
  renameSync(draft, folder)
}

/** Writes the decisions, complete or not at all. @returns their file; of Spark, their directory */
export async function exportDecisions(
  engine: SqlEngine,
  signed: SignedShards,
  directory: string,
  { survivors, hasMeasures }: RoundsState,
): Promise<string> {
  const { decisions } = folders(directory)
  const job = sqlJob(engine.dialect, signed.result)
  const query = decisionsQuery(job, job.bands === 0 ? undefined : survivors, hasMeasures)
  const draft = `${decisions}-draft`
  await engine.run(engine.dialect.save(draft, query, factsJson(signed, 'decisions')))
  if (!existsSync(draft)) mkdirSync(draft) // Spark may write nothing if nothing is removed
  rmSync(decisions, { recursive: true, force: true })
  renameSync(draft, decisions)
  return decisions
}

/** The parts of a round. */
export async function pairsParts(directory: string, round: number): Promise<PairsPart[]> {
  const { pairs, measures } = folders(directory)
  const folder = join(pairs, roundName(round))
  const parts: PairsPart[] = []
  for (const [number, path] of tablesIn(folder).entries()) {
    const { rows } = await openTable(path, 'pairs')
    if (rows === 0) continue
    parts.push({ pairs: path, measures: join(measures, `${roundName(round)}-${partName(number)}`), rows })
  }
  return parts
}

/** The parts whose measures are missing. @throws NearsameError SHARD_TABLE if measures are of other pairs */
export async function unmeasured(parts: readonly PairsPart[]): Promise<PairsPart[]> {
  const missing: PairsPart[] = []
  for (const part of parts) {
    if (!existsSync(part.measures)) missing.push(part)
    else {
      const { rows } = await openTable(part.measures, 'measures')
      if (rows !== part.rows) throw otherMeasures(part, rows)
    }
  }
  return missing
}

function otherMeasures({ measures, rows }: PairsPart, got: number): NearsameError {
  return new NearsameError('SHARD_TABLE', {
    expected: `the measures of ${rows} pairs`,
    got: `${got} rows`,
    where: measures,
    fix: 'remove the file and measure the pairs again',
  })
}
