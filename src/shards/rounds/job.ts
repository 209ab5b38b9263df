/**
 * Job: the directory of a job on shards, and what its keys say about it.
 *
 *     keys/00000.parquet            one file a shard, by its number
 *     pairs/0001/00000.parquet      pairs to measure, by round and part
 *     measures/0001-00000.parquet   their measures
 *     pairs/0003-texts, shingles    texts whose shingles are read, and these, if there are crowds
 *     decisions.parquet             the removed documents, when all is decided
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../../files/io/make-directory.ts'
import { fileError } from '../../files/io/temporaries.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import { bandsOf, decisionOf } from '../../methods/options/decision.ts'
import type { ResultOptions } from '../../methods/options/result-options.ts'
import type { SqlEngine } from '../engines/engine.ts'
import type { EngineSql } from '../sql/dialect.ts'
import type { SqlJob } from '../sql/groups.ts'
import {
  checkSameOptions,
  type OptionsJson,
  type SignedInput,
  type SignReportPart,
} from '../tables/facts.ts'
import { factsIn, openTable, tablesIn } from '../tables/read-table.ts'
import { type RoundsState, smallGroup } from './rounds.ts'

/** All signed shards. */
export interface SignedShards {
  readonly options: OptionsJson
  readonly result: ResultOptions
  readonly input: InputOptions
  /** By shard. */
  readonly inputs: readonly SignedInput[]
  readonly reports: readonly SignReportPart[]
  /** The tables of their keys. */
  readonly keys: readonly string[]
  readonly documents: number
}

export const folders = (directory: string) => ({
  keys: join(directory, 'keys'),
  pairs: join(directory, 'pairs'),
  measures: join(directory, 'measures'),
  shingles: join(directory, 'shingles'),
  decisions: join(directory, 'decisions.parquet'),
  database: join(directory, 'state.duckdb'),
})

/** Five digits, so that names sort as numbers do. */
export const partName = (part: number) => `${String(part).padStart(5, '0')}.parquet`
export const roundName = (round: number) => String(round).padStart(4, '0')

/** Makes missing directories of a job. @throws NearsameError OUTPUT_DIRECTORY, OUTPUT_FAILED, DISK_FULL */
export function makeFolders(directory: string): ReturnType<typeof folders> {
  const all = folders(directory)
  try {
    for (const folder of [all.keys, all.pairs, all.measures, all.shingles]) makeDirectory(folder, 0o777)
  } catch (cause) {
    throw fileError(cause, directory)
  }
  return all
}

/**
 * Reads the facts of all keys and checks that they belong together.
 *
 * @throws NearsameError SHARD_INPUT if one is missing or there twice, OPTIONS_MISMATCH, SHARD_TABLE
 */
export async function signedShards(directory: string): Promise<SignedShards> {
  const { keys } = folders(directory)
  const found: { readonly path: string; readonly input: SignedInput; readonly report: SignReportPart }[] =
    []
  let options: OptionsJson | undefined
  let documents = 0
  for (const path of existsSync(keys) ? tablesIn(keys) : []) {
    const table = await openTable(path, 'keys')
    const facts = factsIn(table, 'keys')
    options ??= facts.options
    checkSameOptions(facts.options, options, path)
    found.push({ path, input: facts.inputs[0], report: facts.report as SignReportPart })
    documents += table.rows
  }
  found.sort((a, b) => a.input.shard - b.input.shard)
  const wrong = found.findIndex(({ input }, number) => input.shard !== number)
  if (options === undefined || wrong >= 0) throw wrongShards(keys, found.length, found[wrong]?.input.shard)
  checkFields(found.map(({ report }) => report))
  return {
    options,
    ...(JSON.parse(options) as { readonly result: ResultOptions; readonly input: InputOptions }),
    inputs: found.map(({ input }) => input),
    reports: found.map(({ report }) => report),
    keys: found.map(({ path }) => path),
    documents,
  }
}

/** Texts and ids must come from the same fields in all shards, as in one run. @throws NearsameError SHARD_INPUT */
function checkFields(reports: readonly SignReportPart[]): void {
  const texts = reports.flatMap(({ fields, inputs }) =>
    fields ? [{ text: fields.text.join(), path: inputs[0].path }] : [],
  )
  const other = texts.find(({ text }) => text !== texts[0].text)
  if (other === undefined) return
  throw new NearsameError('SHARD_INPUT', {
    expected: `the text in the field ${texts[0].text} of all shards`,
    got: other.text,
    where: other.path,
    fix: 'name the fields with `text` when signing',
  })
}

function wrongShards(where: string, count: number, shard: number | undefined): NearsameError {
  return new NearsameError('SHARD_INPUT', {
    expected: 'one table of keys for each shard, numbered from 0',
    got:
      shard === undefined
        ? 'none'
        : `${count} tables, of which one is of shard ${shard} where another must be`,
    where,
    fix: 'sign the missing shards, each with its own number in `shard`',
  })
}

export function sqlJob(dialect: EngineSql, result: ResultOptions): SqlJob {
  const { bands, agree } = bandsOf(result, decisionOf(result))
  const { threshold, measure } = result
  return { dialect, bands, agree, threshold, measure, smallGroup }
}

/** Opens the tables of files that the next statements of a job need. @param state undefined before the first round */
export async function openTables(
  engine: SqlEngine,
  directory: string,
  state: RoundsState | undefined,
): Promise<void> {
  const { keys, measures, shingles } = folders(directory)
  const isRead = state?.isPending === true && state.phase === 'crowds'
  const isMeasured = state?.hasMeasures === true || (state?.isPending === true && !isRead)
  await engine.run(engine.dialect.open('keys', keys))
  if (isMeasured) await engine.run(engine.dialect.open('measures', measures))
  if (isRead) await engine.run(engine.dialect.open('shingles', shingles))
}

/** The error of keys that changed under a job. */
export function otherKeys(where: string): NearsameError {
  return new NearsameError('SHARD_INPUT', {
    expected: 'the keys with which the job was started',
    got: 'others',
    where,
    fix: 'use another directory, or remove all of it but `keys` to start again',
  })
}
