/**
 * Parts: what a round asks for in files, each measured by itself, and whether all are; the decisions in the end.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { SqlEngine } from '../engines/engine.ts'
import { decisionsQuery } from '../sql/decisions.ts'
import { recordsOfShard } from '../tables/columns.ts'
import { type RoundReport, type TableFacts, type TableKind, tablesVersion } from '../tables/facts.ts'
import { openDecisions } from '../tables/read-decisions.ts'
import { openTable, tablesIn } from '../tables/read-table.ts'
import { folders, openTables, otherKeys, partName, roundName, type SignedShards, sqlJob } from './job.ts'
import type { AskedTable, JobRounds, RoundsState } from './rounds.ts'

/** Pairs that are worth a process of their own. */
const leastPairs = 2000

/** A file of pairs, and where its measures go; or of texts, and where their shingles go. */
export interface PairsPart {
  readonly pairs: string
  readonly measures: string
  readonly rows: number
}

/** The facts of a table that an engine writes, as JSON. */
function factsJson(
  { options, inputs }: SignedShards,
  table: TableKind,
  rounds?: readonly RoundReport[],
): string {
  return JSON.stringify({ version: tablesVersion, table, options, inputs, rounds } satisfies TableFacts)
}

/** Whether a table is of these shards. */
function isOf(facts: Pick<TableFacts, 'options' | 'inputs'>, { options, inputs }: SignedShards): boolean {
  return JSON.stringify([facts.options, facts.inputs]) === JSON.stringify([options, inputs])
}

/** The columns of each kind, what orders them, and what divides them among parts: for texts their shard. */
const shapes = {
  pairs: { columns: 'a, b, a_offset, a_length, b_offset, b_length', order: 'a, b', by: 'a' },
  texts: {
    columns: 'document, record_offset, record_length',
    order: 'document',
    by: `document // ${recordsOfShard}`,
  },
} as const

interface AskedOfRound extends AskedTable {
  readonly directory: string
  readonly round: number
}

/** The folder of what a round asks for. */
function folderOf({ directory, round, kind }: AskedOfRound): string {
  return join(folders(directory).pairs, `${roundName(round)}${kind === 'texts' ? '-texts' : ''}`)
}

/** Writes what a round asks for, complete or not at all; does nothing if it is there. */
async function exportPairs(engine: SqlEngine, signed: SignedShards, asked: AskedOfRound): Promise<void> {
  const { kind, table } = asked
  const folder = folderOf(asked)
  if (existsSync(folder)) return
  const draft = `${folder}-draft`
  rmSync(draft, { recursive: true, force: true })
  const { columns, order, by } = shapes[kind]
  const facts = factsJson(signed, kind)
  if (engine.dialect.name === 'spark') {
    await engine.run(engine.dialect.save(draft, `SELECT ${columns} FROM ${table} ORDER BY ${order}`, facts))
  } else {
    mkdirSync(draft, { recursive: true })
    const [rows] = await engine.numbers(`SELECT count(*) FROM ${table}`)
    const count = Math.max(1, Math.min(signed.inputs.length, Math.ceil(rows / leastPairs)))
    for (let part = 0; part < count; part++) {
      const query = `SELECT ${columns} FROM ${table} WHERE ${by} % ${count} = ${part} ORDER BY ${order}`
      await engine.run(engine.dialect.save(join(draft, partName(part)), query, facts))
    }
  }
  renameSync(draft, folder)
}

/** Whether all that was asked in the last round is answered. @throws NearsameError SHARD_TABLE */
async function checkAnswered(
  engine: SqlEngine,
  { table, kind }: AskedTable,
  directory: string,
): Promise<void> {
  if (kind === 'texts') return
  const [missing] = await engine.numbers(`SELECT count(*) FROM ${table} p
LEFT JOIN measures m ON m.a = p.a AND m.b = p.b WHERE m.a IS NULL`)
  if (missing > 0)
    throw otherMeasures(folders(directory).measures, 'the measures of all asked pairs', `${missing} fewer`)
}

/** What a round asks for and has no answer yet, in files. @throws NearsameError SHARD_INPUT, SHARD_TABLE, SQL_ENGINE */
export async function missingParts(
  engine: SqlEngine,
  signed: SignedShards,
  directory: string,
  { state: { round }, asked }: JobRounds,
): Promise<PairsPart[]> {
  const ofRound = { directory, round, ...asked }
  await exportPairs(engine, signed, ofRound)
  return unmeasured(signed, ofRound)
}

/** Decides by the answers of a round, all of which are there. @throws NearsameError SHARD_TABLE, SQL_ENGINE */
export async function takeAnswers(engine: SqlEngine, directory: string, rounds: JobRounds): Promise<void> {
  await openTables(engine, directory, rounds.state)
  await checkAnswered(engine, rounds.asked, directory)
  await rounds.take(true)
}

/** Decisions in a file, and the rounds that led to them. */
export interface DecidedJob {
  readonly decisions: string
  readonly rounds: readonly RoundReport[]
}

/** What an earlier run decided about these shards; undefined if there is nothing. */
export async function earlierDecisions(
  directory: string,
  signed: SignedShards,
): Promise<DecidedJob | undefined> {
  const { decisions } = folders(directory)
  if (!existsSync(decisions)) return undefined
  const [table] = await openDecisions(decisions)
  const { facts } = table ?? {}
  return facts?.rounds !== undefined && isOf(facts, signed)
    ? { decisions, rounds: facts.rounds }
    : undefined
}

/** Writes the decisions, complete or not at all: a file; of Spark, a directory. */
export async function exportDecisions(
  engine: SqlEngine,
  signed: SignedShards,
  directory: string,
  { survivors, hasMeasures, rounds }: RoundsState,
): Promise<DecidedJob> {
  const { decisions } = folders(directory)
  const job = sqlJob(engine.dialect, signed.result)
  const query = decisionsQuery(job, job.bands === 0 ? undefined : survivors, hasMeasures)
  const draft = `${decisions}-draft`
  await engine.run(engine.dialect.save(draft, query, factsJson(signed, 'decisions', rounds)))
  if (!existsSync(draft)) mkdirSync(draft) // Spark may write nothing if nothing is removed
  rmSync(decisions, { recursive: true, force: true })
  renameSync(draft, decisions)
  return { decisions, rounds }
}

/** The parts of a round without answers. @throws NearsameError SHARD_INPUT of other keys, SHARD_TABLE of other pairs */
async function unmeasured(signed: SignedShards, asked: AskedOfRound): Promise<PairsPart[]> {
  const { kind, directory } = asked
  const folder = folderOf(asked)
  const answers = folders(directory)[kind === 'texts' ? 'shingles' : 'measures']
  const missing: PairsPart[] = []
  for (const [number, pairs] of tablesIn(folder).entries()) {
    const { rows, facts } = await openTable(pairs, kind)
    if (facts !== undefined && !isOf(facts, signed)) throw otherKeys(directory)
    const measures = join(answers, `${basename(folder)}-${partName(number)}`)
    if (rows > 0 && !existsSync(measures)) missing.push({ pairs, measures, rows })
    else if (rows > 0) {
      const answered = await openTable(measures, 'measures', 'shingles')
      if ((answered.facts?.texts ?? answered.rows) !== rows)
        throw otherMeasures(measures, `the measures of ${rows} pairs`, `${answered.rows} rows`)
    }
  }
  return missing
}

function otherMeasures(where: string, expected: string, got: string): NearsameError {
  return new NearsameError('SHARD_TABLE', {
    expected,
    got,
    where,
    fix: 'remove the file and measure the pairs again',
  })
}
