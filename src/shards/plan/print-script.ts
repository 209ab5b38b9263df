/**
 * Script: all statements of a job as text, for another engine, with the commands between them as comments.
 *
 *     groups │ heads 1 │ measure │ turns │ survivors 2 │ measure │ heads 3 │ ... │ copies │ measure │ decisions
 *
 * The rounds run in an engine that only writes down what it is to run, and whose counts let each go on as often as was
 * asked. Crowds are not divided. If texts are undecided in the end, the last statement fails.
 */
import type { ResultOptions } from '../../methods/options/result-options.ts'
import type { SqlEngine } from '../engines/engine.ts'
import { checkSupported } from '../processes/supported.ts'
import { folders, roundName, sqlJob } from '../rounds/job.ts'
import { initialState, JobRounds } from '../rounds/rounds.ts'
import { decisionsQuery } from '../sql/decisions.ts'
import type { EngineSql } from '../sql/dialect.ts'
import { duckdb } from '../sql/duckdb.ts'
import { spark } from '../sql/spark.ts'

interface ScriptShape {
  /** The directory of the job, with `keys`. */
  readonly directory: string
  /** Heads, each followed by survivors. */
  readonly rounds: number
  /** Turns after each heads. */
  readonly turns: number
}

/** An engine that runs nothing. */
class StatementList implements SqlEngine {
  readonly dialect: EngineSql
  #statements: string[] = []
  /** The next counts; behind them every count is 1. */
  counts: number[][] = []

  constructor(dialect: EngineSql) {
    this.dialect = dialect
  }

  async run(statements: readonly string[]): Promise<void> {
    this.#statements.push(...statements)
  }

  async numbers(): Promise<number[]> {
    return this.counts.shift() ?? [1, 1, 1]
  }

  async close(): Promise<void> {}

  /** The text of the statements since the last call. */
  section(title: string): string {
    const statements = this.#statements.map(statement => `${statement};\n`)
    this.#statements = []
    return `-- ${title}\n\n${statements.join('\n')}`
  }
}

/** The text of a script. @throws NearsameError OPTION_VALUE */
export async function printScript(
  engine: 'duckdb' | 'spark',
  result: ResultOptions,
  { directory, rounds: count, turns }: ScriptShape,
): Promise<string> {
  checkSupported(result)
  const dialect = engine === 'duckdb' ? duckdb : spark(`${directory}/tables`)
  const list = new StatementList(dialect)
  const job = sqlJob(dialect, result)
  const { keys, measures, decisions } = folders(directory)
  const rounds = new JobRounds(list, job, { ...initialState, knowsCrowds: true })
  await list.run(dialect.open('keys', keys))
  await rounds.begin(1)
  await list.run([dialect.refuse('count(*) > 0', 'classes', 'no documents: check the keys')])
  const sections = [list.section('Groups')]
  while ((await rounds.advance()) === 'measure') {
    const { phase, round } = rounds.state
    sections.push(await askedSection(list, rounds, directory))
    await list.run(dialect.open('measures', measures))
    // The last turn finds no survivor; survivors of the last round leave no text undecided.
    if (phase === 'heads') list.counts = [...new Array(turns - 1).fill([1, 1]), [0, 1]]
    if (phase === 'survivors' && round === 2 * count) list.counts = [[0]]
    await rounds.take(true)
  }
  const { undecided, survivors, hasMeasures } = rounds.state
  const text = 'texts are undecided: print the script with more rounds'
  if (job.bands > 0) await list.run([dialect.refuse('count(*) = 0', undecided, text)])
  const query = decisionsQuery(job, job.bands === 0 ? undefined : survivors, hasMeasures)
  await list.run(dialect.save(decisions, query))
  return [...sections, list.section('Decisions')].join('\n')
}

/** A round up to its pairs, which are saved, and how they are measured. */
async function askedSection(
  list: StatementList,
  { state, asked }: JobRounds,
  directory: string,
): Promise<string> {
  const { round, phase } = state
  const folder = folders(directory)
  const [pairs, measures] = [folder.pairs, folder.measures].map(
    each => `${each}/${roundName(round)}.parquet`,
  )
  await list.run(list.dialect.save(pairs, `SELECT * FROM ${asked.table} ORDER BY a, b`))
  const then = `-- Then: nearsame shard measure ${pairs} INPUT... -o ${measures}\n`
  return `${list.section(`Round ${round}: ${phase}`)}\n${then}`
}
