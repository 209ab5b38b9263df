/** Sign, measure, write and step: pure, restartable, and refused with other options or inputs. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { resolveResultOptions } from '../../src/methods/options/result-options.ts'
import { DuckDbEngine } from '../../src/shards/engines/duckdb-engine.ts'
import { sqlJob } from '../../src/shards/rounds/job.ts'
import { JobRounds } from '../../src/shards/rounds/rounds.ts'
import { Workshop } from '../cli/command.ts'
import { jsonLines } from '../cli/json-lines.ts'
import { shardCorpus } from './shard-corpus.ts'

const shop = new Workshop()
const inputs = shardCorpus({ seed: 5, texts: 50, unlike: 100, files: 2 }).map((content, file) => {
  shop.write(`in-${file}.jsonl`, content)
  return `in-${file}.jsonl`
})

async function done(status: number, ...args: readonly string[]): Promise<string> {
  const result = await shop.run(...args)
  assert.equal(result.status, status, result.err)
  return result.out
}

async function refused(status: number, code: string, ...args: readonly string[]): Promise<void> {
  const { status: got, err } = await shop.run(...args)
  assert.equal(got, status, err)
  assert.match(err, new RegExp(`^nearsame: ${code}: expected `))
}

async function signAll(...options: readonly string[]): Promise<void> {
  for (const [shard, input] of inputs.entries())
    await done(
      0,
      'shard sign',
      input,
      '--shard',
      `${shard}`,
      '-o',
      `job/keys/0000${shard}.parquet`,
      ...options,
    )
}

shop.write('job/keys/.keep', '')

/** Steps and measures until all is decided. @returns the last answer of the step */
async function toEnd() {
  for (;;) {
    const { status, out, err } = await shop.run('shard step', 'job', '--json')
    assert.ok(status === 0 || status === 4, err)
    const step = JSON.parse(out)
    assert.equal(step.done, status === 0)
    if (step.done) return step
    for (const { pairs, measures } of step.parts)
      await done(0, 'shard measure', pairs, ...inputs, '-o', measures, '--quiet')
  }
}

test('the same shard gives the same keys, whatever the threads; a second time nothing is done', async () => {
  await signAll('--threads', '1')
  const keys = shop.bytes('job/keys/00001.parquet')
  assert.equal(
    JSON.parse(
      await done(0, 'shard sign', inputs[1], '--shard', '1', '-o', 'job/keys/00001.parquet', '--json'),
    ).signed,
    false,
  )
  await done(0, 'shard sign', inputs[1], '--shard', '1', '-o', 'again.parquet', '--threads', '3')
  assert.deepEqual(shop.bytes('again.parquet'), keys)
})

test('with `--near off` nothing is known of tokens: their columns are zero, whatever was in memory', async () => {
  const tables = ['1', '3'].map(threads => `off-${threads}.parquet`)
  for (const threads of ['1', '3'])
    await done(
      0,
      'shard sign',
      inputs[0],
      '-o',
      `off-${threads}.parquet`,
      '--near',
      'off',
      '--threads',
      threads,
    )
  assert.deepEqual(shop.bytes(tables[0]), shop.bytes(tables[1]))
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const rows = await connection.runAndReadAll(
    `SELECT DISTINCT tokens0, tokens1, token_count, shingles FROM read_parquet('${tables[0]}')`,
  )
  assert.deepEqual(rows.getRows(), [[0n, 0n, 0, -1]])
  connection.closeSync()
  instance.closeSync()
})

test('a step changes nothing until all pairs are measured', async () => {
  const first = JSON.parse(await done(4, 'shard step', 'job', '--json'))
  assert.equal(first.round, 1)
  assert.ok(first.parts[0].rows > 10)
  const again = JSON.parse(await done(4, 'shard step', 'job', '--json'))
  assert.deepEqual(again, first)
  shop.remove('job/pairs/0001') // as if killed before the pairs were written
  assert.deepEqual(JSON.parse(await done(4, 'shard step', 'job', '--json')), first)
})

test('measuring opens only inputs that the pairs name', async () => {
  const texts = ['a b c d e f g h i j k', 'l m n o p q r s t u v w x']
  const [first, second] = texts.map(text => `{"text":"${text}"}\n{"text":"${text} more"}\n`)
  const names = ['zero', 'one', 'two'].map(name => `${name}.jsonl`)
  const contents = [first, '{"text":"alone"}\n', second]
  shop.write('named/keys/.keep', '')
  for (const [shard, name] of names.entries()) {
    shop.write(name, contents[shard])
    await done(0, 'shard sign', name, '--shard', `${shard}`, '-o', `named/keys/0000${shard}.parquet`)
  }
  shop.write(names[1], 'something else since')
  const { parts } = JSON.parse(await done(4, 'shard step', 'named', '--json'))
  for (const { pairs, measures, rows } of parts)
    assert.equal(
      JSON.parse(await done(0, 'shard measure', pairs, ...names, '-o', measures, '--json')).pairs,
      rows,
    )
  assert.equal(JSON.parse(await done(0, 'shard step', 'named', '--json')).report.counts.near, 2)
  await refused(2, 'SHARD_INPUT', 'shard measure', parts[0].pairs, names[0], '-o', 'refused')
})

test('the decisions of steps are those of one machine, and each shard is written by itself', async () => {
  const { report } = await toEnd()
  const one = await shop.dedupe(...inputs, '-o', 'kept.jsonl', '--removed', 'removed.jsonl')
  assert.equal(report.digest, one.digest)
  for (const [shard, input] of inputs.entries()) {
    const out = ['-o', `kept-${shard}.jsonl`, '--removed', `removed-${shard}.jsonl`]
    await done(0, 'shard write', 'job/decisions.parquet', input, '--shard', `${shard}`, ...out, '--quiet')
  }
  for (const name of ['kept', 'removed'])
    assert.equal(shop.read(`${name}-0.jsonl`) + shop.read(`${name}-1.jsonl`), shop.read(`${name}.jsonl`))
  assert.equal(JSON.parse(await done(0, 'shard step', 'job', '--json')).report.digest, one.digest)
})

test('clusters and removed records may be CSV and Parquet; clusters need all inputs', async () => {
  for (const type of ['csv', 'parquet']) {
    const tables = (name: string) =>
      ['removed', 'clusters'].flatMap(table => [`--${table}`, `${name}-${table}.${type}`])
    await shop.dedupe(...inputs, '-o', 'one-kept.jsonl', ...tables('one'))
    const write = ['shard write', 'job/decisions.parquet', ...inputs, '-o', 'shard-kept.jsonl'] as const
    await done(0, ...write, ...tables('shard'), '--quiet', '--force')
    for (const name of [`removed.${type}`, `clusters.${type}`])
      assert.deepEqual(shop.bytes(`shard-${name}`), shop.bytes(`one-${name}`))
  }
  const second = [inputs[1], '--shard', '1', '-o', 'refused', '--clusters', 'refused-too']
  await refused(2, 'SHARD_INPUT', 'shard write', 'job/decisions.parquet', ...second)
  assert.ok(!existsSync('refused'))
})

test('other options, inputs and tables are refused', async () => {
  const [pairs] = readdirSync('job/pairs/0001').map(name => `job/pairs/0001/${name}`)
  const out = ['-o', 'refused']
  await refused(2, 'OPTIONS_MISMATCH', 'shard measure', pairs, ...inputs, ...out, '--threshold', '0.7')
  await refused(
    2,
    'OPTIONS_MISMATCH',
    'shard write',
    'job/decisions.parquet',
    ...inputs,
    ...out,
    '--seed',
    '2',
  )
  await refused(
    2,
    'OPTIONS_MISMATCH',
    'shard sign',
    inputs[0],
    '-o',
    'job/keys/00000.parquet',
    '--seed',
    '2',
  )
  await refused(2, 'SHARD_INPUT', 'shard measure', pairs, ...inputs.toReversed(), ...out)
  await refused(2, 'SHARD_INPUT', 'shard write', 'job/decisions.parquet', inputs[1], ...out)
  await refused(2, 'SHARD_INPUT', 'shard sign', ...inputs, ...out)
  await refused(3, 'SHARD_TABLE', 'shard measure', 'job/keys/00000.parquet', ...inputs, ...out)
  await refused(3, 'PARQUET_INVALID', 'shard measure', inputs[0], ...inputs, ...out)
  await refused(2, 'OPTION_VALUE', 'shard sign', inputs[0], ...out, '--keep', 'longest')
  await refused(2, 'OPTION_VALUE', 'shard sign', inputs[0], ...out, '--method', 'records')
  await refused(2, 'OPTION_VALUE', 'shard sign', inputs[0], ...out, '--recall', 'exact')
  await refused(2, 'OPTION_VALUE', 'shard sign', inputs[0], ...out, '--within', 'id')
  await refused(2, 'OPTION_VALUE', 'shard run', inputs[0], ...out, '--within', 'id')
  const object = 's3://bucket/object'
  await refused(2, 'OPTION_VALUE', 'shard run', inputs[0], ...out, '--job', object)
  await refused(2, 'OPTION_VALUE', 'shard step', object)
  await refused(2, 'OUTPUT_DIRECTORY', 'shard run', inputs[0], ...out, '--job', `${inputs[0]}/job`)
  assert.ok(!existsSync('refused'))
})

test('keys that change under a job, or lack a shard, are refused', async () => {
  await done(0, 'shard sign', inputs[0], '--shard', '1', '-o', 'job/keys/00001.parquet', '--force')
  await refused(2, 'SHARD_INPUT', 'shard step', 'job')
  shop.remove('job/keys/00000.parquet')
  await refused(2, 'SHARD_INPUT', 'shard step', 'job')
  await refused(2, 'SHARD_INPUT', 'shard step', 'elsewhere')
})

test('a corpus without near duplicates is kept whole, also where some documents share a band key', async () => {
  const clean = '{"text":"one two three four five six"}\n{"text":"seven eight nine ten eleven twelve"}\n'
  const shared = Array.from({ length: 60 }, (_, i) => `s${i}`).join(' ')
  const own = (text: number) => Array.from({ length: 15 }, (_, i) => `t${text}x${i}`).join(' ')
  const related = jsonLines(...Array.from({ length: 40 }, (_, i) => ({ text: `${own(i)} ${shared}` })))
  for (const [name, content] of Object.entries({
    clean,
    related,
    blank: '{"text":""}\n{"text":" . "}\n',
  })) {
    shop.write(`${name}.jsonl`, content)
    for (const near of ['on', 'off']) {
      const args = [`${name}.jsonl`, '-o', `kept-${name}.jsonl`, '--near', near, '--force', '--json']
      const { counts, shards } = JSON.parse(await done(0, 'shard run', ...args))
      assert.equal(counts.kept, content.split('\n').length - 1)
      const met = shards.rounds.some((round: { met: number }) => round.met > 0)
      assert.equal(met, name === 'related' && near === 'on')
      assert.equal(shop.bytes(`kept-${name}.jsonl`).toString(), content)
    }
  }
})

test('an engine that reads other keys than were signed stops the job', async () => {
  const { signal } = new AbortController()
  const engine = await DuckDbEngine.open({ threads: 1, memory: 0, temporary: 'spill', signal })
  await engine.run(['CREATE TABLE keys AS SELECT 0 AS document, 1 AS exact0, 2 AS exact1'])
  const result = resolveResultOptions({ near: false }, 'library')
  await assert.rejects(new JobRounds(engine, sqlJob(engine.dialect, result)).begin(2), {
    message:
      'SHARD_EMPTY: expected the keys of 2 documents in the engine, got those of 1. ' +
      'To fix: check that all shards are signed and that the engine reads them.',
  })
  await engine.close()
})

test('a failure of the engine is reported with its statement', async () => {
  shop.write('broken/state.duckdb', 'no database')
  shop.write('broken/keys/.keep', '')
  await done(0, 'shard sign', inputs[0], '-o', 'broken/keys/00000.parquet')
  await refused(1, 'SQL_ENGINE', 'shard step', 'broken')
})

/** Signs shards, and runs the printed statements in DuckDB with the commands between them. @returns the statements */
async function runPrinted(job: string, shards: readonly string[], ...options: readonly string[]) {
  for (const folder of ['pairs', 'measures', 'keys']) shop.write(`${job}/${folder}/.keep`, '')
  for (const [shard, input] of shards.entries())
    await done(0, 'shard sign', input, '--shard', `${shard}`, '-o', `${job}/keys/0000${shard}.parquet`)
  const sql = await done(0, 'shard sql', '--for', 'duckdb', '--job', job, ...options)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const section of sql.split(/(?=^-- Then: )/m)) {
    const [, pairs, measures] =
      /^-- Then: nearsame shard measure (\S+) INPUT\.\.\. -o (\S+)/.exec(section) ?? []
    if (pairs !== undefined) await done(0, 'shard measure', pairs, ...shards, '-o', measures, '--quiet')
    await connection.run(section.replace(/^--.*$/gm, ''))
  }
  connection.closeSync()
  instance.closeSync()
  return sql
}

test('the printed statements decide the same in an engine of one’s own', async () => {
  const sql = await runPrinted('printed', inputs, '--rounds', '3', '--turns', '8')
  assert.match(sql, /HAVING count\(\*\) >= 3/)
  await done(0, 'shard write', 'printed/decisions.parquet', ...inputs, '-o', 'printed-kept.jsonl')
  assert.equal(shop.read('printed-kept.jsonl'), shop.read('kept.jsonl'))
  const spark = await done(0, 'shard sql', '--for', 'spark')
  assert.match(spark, /INSERT OVERWRITE DIRECTORY 'job\/tables\/classes' USING parquet/)
  assert.match(spark, /raise_error\('no documents/)
})

test('the printed statements end well where no two texts share a band key', async () => {
  const content = jsonLines(
    { text: 'one two three four five six' },
    { text: 'seven eight nine ten eleven' },
  )
  shop.write('unlike.jsonl', content)
  await runPrinted('unlike', ['unlike.jsonl'])
  await done(0, 'shard write', 'unlike/decisions.parquet', 'unlike.jsonl', '-o', 'unlike-kept.jsonl')
  assert.equal(shop.read('unlike-kept.jsonl'), content)
})
