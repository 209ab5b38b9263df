/** A job on shards decides what `dedupe` decides on one machine: the same digest, KEPT and removed records. */
import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { Workshop } from '../cli/command.ts'
import { casesOf, runs } from '../ground/runs.ts'
import { crowdCorpus, shardCorpus } from './shard-corpus.ts'

const shop = new Workshop()

/** Runs both ways on these inputs, and compares all outputs. @returns the report of the shards */
async function compare(inputs: readonly string[], ...options: readonly string[]) {
  const kept = ['-o', 'kept', '--removed', 'removed.jsonl', '--clusters', 'clusters.jsonl', ...options]
  const report = await shop.dedupe(...inputs, ...kept)
  const tables = ['--removed', 'shard-removed.jsonl', '--clusters', 'shard-clusters.jsonl']
  const shards = ['-o', 'shard-kept', ...tables, ...options]
  const { status, out, err } = await shop.run('shard run', ...inputs, ...shards, '--force', '--json')
  assert.equal(status, 0, err)
  const { shards: figures, ...got } = JSON.parse(out)
  assert.equal(got.digest, report.digest)
  for (const field of ['counts', 'histogram', 'options', 'bands', 'inputs', 'badRecords'])
    assert.deepEqual(got[field], report[field], field)
  for (const name of ['kept', 'removed.jsonl', 'clusters.jsonl']) {
    assert.deepEqual(shop.bytes(`shard-${name}`), shop.bytes(name), name)
    shop.remove(name, `shard-${name}`)
  }
  return { ...got, shards: figures }
}

function write(name: string, files: readonly string[]): string[] {
  return files.map((content, file) => {
    shop.write(`${name}-${file}.jsonl`, content)
    return `${name}-${file}.jsonl`
  })
}

const mixed = write('mixed', shardCorpus({ seed: 1, texts: 120, unlike: 0, files: 3 }))

for (const options of casesOf([
  [],
  ['--threads', '1'],
  ['--threads', '3'],
  ['--threshold', '0.6'],
  ['--measure', 'containment'],
  ['--shingle', 'chars:8', '--threshold', '0.5'],
  ['--near', 'off'],
  ['--memory', '200MB'],
])) {
  test(`shards decide as one machine does: ${options.join(' ') || 'defaults'}`, async () => {
    const { counts } = await compare(mixed, ...options)
    assert.ok(counts.exact > 10)
    if (!options.includes('off')) assert.ok(counts.near > 50)
  })
}

test('shards of thousands of records decide as one machine does', async () => {
  const inputs = write('large', shardCorpus({ seed: 8, texts: runs(2500), unlike: 0, files: 2 }))
  const { counts } = await compare(inputs)
  assert.ok(counts.read > 2 * runs(2500) && counts.near > 0.4 * runs(2500))
})

test('many unlike texts in one group: each round measures against its survivors only', async () => {
  for (const seed of [2, 3].slice(0, runs(2))) {
    const inputs = write('unlike', shardCorpus({ seed, texts: 60, unlike: 500, files: 3 }))
    for (const threshold of ['0.8', '0.55'].slice(0, runs(2))) {
      const { shards, counts } = await compare(inputs, '--threshold', threshold)
      const phases = shards.rounds.map(({ phase }: { phase: string }) => phase)
      assert.ok(phases.filter((phase: string) => phase === 'survivors').length > 0)
      assert.equal(phases.at(-1), 'copies')
      const all = (counts.read * (counts.read - 1)) / 2
      assert.ok(shards.pairs > 0 && shards.pairs < all / 4, `${shards.pairs} pairs`)
      assert.ok(shards.shuffledBytes > 0)
    }
  }
})

test('crowds are divided by rare shingles, and what matches in them is found', async () => {
  const inputs = write('crowd', crowdCorpus({ seed: 7, texts: 1500 }))
  for (const threshold of ['0.8', '0.6'].slice(0, runs(2))) {
    const { shards, counts } = await compare(inputs, '--threshold', threshold)
    const at = shards.rounds.findIndex(({ phase }: { phase: string }) => phase === 'crowds')
    const crowds = shards.rounds[at]
    assert.ok(crowds.texts > 1000 && counts.near > 200)
    const later = shards.rounds.slice(at + 1) as { met: number }[]
    const met = later.reduce((sum, round) => sum + round.met, 0)
    assert.ok(met < crowds.met / 3, `${met} of ${crowds.met}`)
  }
})

test('shards may be archives and CSV, with bad records and records without a text', async () => {
  const lines = shardCorpus({ seed: 4, texts: 60, unlike: 0, files: 2 })
  const damaged = `{"id":1}\n${lines[0]}{"id":"x"\n{"id":"y","text":null}\n`
  shop.write('bad-0.jsonl.gz', gzipSync(damaged))
  shop.write('bad-1.jsonl', lines[1])
  await compare(['bad-0.jsonl.gz', 'bad-1.jsonl'], '--max-bad', '0.5')
  // Bad records alone: the kept ones are written at the places of their keys.
  const half = lines[1].indexOf('\n', lines[1].length / 2) + 1
  const broken = [
    '{"id":"x"\n',
    lines[1].slice(0, half),
    '[1]\n{"id":\n',
    lines[1].slice(half),
    '{"text":\n',
  ]
  shop.write('bad-2.jsonl', broken.join(''))
  await compare(['bad-2.jsonl', 'mixed-0.jsonl'], '--max-bad', '0.5')
  for (const [file, content] of lines.entries()) {
    const rows = content
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    shop.write(`table-${file}.csv`, `id,text\n${rows.map(({ id, text }) => `${id},"${text}"\n`).join('')}`)
  }
  await compare(['table-0.csv', 'table-1.csv'])
})

test('a named job keeps what it did, and goes on', async () => {
  const files = mixed.map((input, file) => {
    shop.write(`named-${file}.jsonl`, shop.read(input))
    return `named-${file}.jsonl`
  })
  const run = async () => {
    shop.remove('kept')
    return shop.run('shard run', ...files, '-o', 'kept', '--job', 'job', '--json')
  }
  const first = JSON.parse((await run()).out)
  const made = () =>
    ['keys', 'measures'].flatMap(folder =>
      readdirSync(`job/${folder}`).map(name => [name, statSync(`job/${folder}/${name}`).ino]),
    )
  const before = made()
  assert.ok(before.length > files.length)
  for (const lost of ['job/decisions.parquet', 'job/pairs/0001']) {
    shop.remove(lost)
    const { digest, shards } = JSON.parse((await run()).out)
    assert.deepEqual([digest, shards], [first.digest, first.shards], lost)
    assert.deepEqual(made(), before, lost)
  }
  const [measures] = readdirSync('job/measures').map(name => `job/measures/${name}`)
  shop.remove('job/decisions.parquet', measures)
  assert.equal(JSON.parse((await run()).out).digest, first.digest)
  // Measures of as many other pairs.
  shop.remove('job/decisions.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(
    `CREATE TABLE m AS SELECT a, b + 1 AS b, similarity FROM read_parquet('${measures}')`,
  )
  await connection.run(`COPY m TO '${measures}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
  const other = await run()
  assert.match(
    other.err,
    /SHARD_TABLE: expected the measures of all asked pairs, got \d+ fewer, at job\/measures/,
  )
  // Other keys than those of the pairs.
  shop.remove('job/keys', measures)
  shop.write('named-1.jsonl', shop.read(files[2]))
  assert.match(
    (await run()).err,
    /SHARD_INPUT: expected the keys with which the job was started, got others, at job/,
  )
  shop.remove('job', 'kept')
})
