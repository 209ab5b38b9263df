/** Jobs on shards whose inputs and outputs are objects of a real S3 server. Skipped if it cannot be installed. */
import assert from 'node:assert/strict'
import { resolveInputs } from '../../src/files/inputs/resolve/resolve-inputs.ts'
import { resolveInputOptions } from '../../src/ground/options/input-options.ts'
import { resolveRunningOptions } from '../../src/ground/options/running-options.ts'
import { resolveResultOptions } from '../../src/methods/options/result-options.ts'
import { printTask } from '../../src/shards/processes/worker.ts'
import { Workshop } from '../cli/command.ts'
import { objectServerForTests } from '../cli/object-server.ts'
import { shardCorpus } from './shard-corpus.ts'

const shop = new Workshop()
const contents = shardCorpus({ seed: 5, texts: 40, unlike: 10, files: 2 })
const urls = contents.map((_, shard) => `s3://corpus/data/in-${shard}.jsonl`)
const testWith = objectServerForTests(async server => {
  for (const [shard, content] of contents.entries()) await server.put(`data/in-${shard}.jsonl`, content)
})

async function done(status: number, ...args: readonly string[]): Promise<string> {
  const result = await shop.run(...args)
  assert.equal(result.status, status, result.err)
  return result.out
}

testWith('a whole job on a prefix keeps what one machine keeps, and writes objects', async server => {
  const one = await shop.dedupe('s3://corpus/data/', '-o', 'kept.jsonl', '--removed', 'removed.jsonl')
  const out = ['kept.jsonl', 'removed.jsonl', 'report.json'].map(name => `s3://corpus/run/${name}`)
  const args = ['-o', out[0], '--removed', out[1], '--report', out[2], '--quiet']
  await done(0, 'shard run', 's3://corpus/data/', ...args)
  assert.deepEqual(await server.get('run/kept.jsonl'), shop.bytes('kept.jsonl'))
  assert.deepEqual(await server.get('run/removed.jsonl'), shop.bytes('removed.jsonl'))
  assert.equal(JSON.parse(String(await server.get('run/report.json'))).digest, one.digest)
})

testWith('each process takes objects as inputs, and writes kept records as objects', async server => {
  shop.write('job/keys/.keep', '')
  for (const [shard, url] of urls.entries()) {
    const sign = ['shard sign', url, '--shard', `${shard}`, '--quiet']
    await done(0, ...sign, '-o', `job/keys/0000${shard}.parquet`)
  }
  for (;;) {
    const { status, out, err } = await shop.run('shard step', 'job', '--json')
    assert.ok(status === 0 || status === 4, err)
    if (status === 0) break
    for (const { pairs, measures } of JSON.parse(out).parts)
      await done(0, 'shard measure', pairs, ...urls, '-o', measures, '--quiet')
  }
  await done(0, 'shard write', 'job/decisions.parquet', ...urls, '-o', 's3://corpus/kept/', '--quiet')
  const kept = await Promise.all([0, 1].map(shard => server.get(`kept/in-${shard}.jsonl`)))
  assert.equal(kept.join(''), shop.read('kept.jsonl'))
})

testWith('tables of single processes may be objects; a second time nothing is done', async server => {
  const copyToFile = async (key: string) => shop.write(`tables/${key}`, await server.get(`tables/${key}`))
  const copyToObject = (key: string) => server.put(`tables/${key}`, shop.bytes(`tables/${key}`))
  const at = (key: string) => `s3://corpus/tables/${key}`
  const sign = (shard: number) =>
    done(
      0,
      'shard sign',
      urls[shard],
      '--shard',
      `${shard}`,
      '-o',
      at(`keys/0000${shard}.parquet`),
      '--json',
    )
  for (const shard of urls.keys()) {
    assert.equal(JSON.parse(await sign(shard)).signed, true)
    assert.equal(JSON.parse(await sign(shard)).signed, false)
    await copyToFile(`keys/0000${shard}.parquet`)
  }
  for (;;) {
    const { status, out, err } = await shop.run('shard step', 'tables', '--json')
    assert.ok(status === 0 || status === 4, err)
    if (status === 0) break
    for (const part of JSON.parse(out).parts) {
      const [pairs, measures] = [part.pairs, part.measures].map((path: string) =>
        path.slice('tables/'.length),
      )
      await copyToObject(pairs)
      for (let time = 0; time < 2; time++)
        await done(0, 'shard measure', at(pairs), ...urls, '-o', at(measures), '--quiet')
      await copyToFile(measures)
    }
  }
  await copyToObject('decisions.parquet')
  const out = ['-o', 's3://corpus/tables-kept.jsonl', '--quiet']
  await done(0, 'shard write', at('decisions.parquet'), ...urls, ...out)
  assert.equal(String(await server.get('tables-kept.jsonl')), shop.read('kept.jsonl'))
  const missing = await shop.run('shard write', at('none.parquet'), ...urls, '-o', 'refused')
  assert.match(missing.err, /^nearsame: INPUT_MISSING: .*none\.parquet/)
})

testWith('an executor reads objects that were found elsewhere', async server => {
  const set = await resolveInputs([urls[0]], resolveInputOptions({}))
  const result = resolveResultOptions({})
  const [output, input, running] = ['worker.parquet', resolveInputOptions({}), resolveRunningOptions({})]
  const task = printTask({ kind: 'sign', shard: 0, output, set, result, input, running })
  const worker = shop.child(['shard', 'worker'], { input: `${task}\n`, env: server.env })
  assert.equal(worker.out, 'done\n', worker.err)
  assert.deepEqual(shop.bytes('worker.parquet'), shop.bytes('job/keys/00000.parquet'))
})

testWith('a plan for objects installs their client and makes no directory of a URL', async () => {
  const yaml = await done(0, 'shard plan', ...urls, '--for', 'kubernetes')
  assert.equal(yaml.split('npm install --global nearsame @duckdb/node-api @aws-sdk/client-s3 ').length, 3)
  const script = await done(0, 'shard plan', ...urls, '--for', 'loop')
  assert.match(script, /^\[\[ \$kept == s3:\/\/\* \]\] \|\| mkdir/m)
})

testWith('an object replaced after signing is refused', async server => {
  await server.put('data/in-1.jsonl', contents[0])
  const { status, err } = await shop.run('shard write', 'job/decisions.parquet', ...urls, '-o', 'refused')
  assert.equal(status, 2, err)
  assert.match(err, /^nearsame: SHARD_INPUT: .*data\/in-1\.jsonl/)
})
