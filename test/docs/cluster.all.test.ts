/** The page about clusters is typed into a shell, step by step; every step keeps the same records. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { installCommand, Workshop } from '../cli/command.ts'
import { freePort } from '../databases/private-server.ts'
import { pythonWith } from '../ground/python.ts'
import { root } from '../runtimes/build.ts'
import { startServer } from '../shards/python-tools.ts'

const shop = new Workshop()

const page = readFileSync(join(root, 'docs/guide/cluster.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block)

installCommand('bin')

function type(block: string): void {
  const env = { ...process.env, PATH: `${resolve('bin')}:${process.env.PATH}` }
  execFileSync('bash', ['-e', '-c', block], { env, stdio: 'pipe' })
}

const digestIn = (report: string) => JSON.parse(shop.read(report)).digest

test('steps 1 to 3: one file, DuckDB, a loop, scripts for schedulers', () => {
  for (const block of blocks.slice(0, -1)) type(block)
  const kept = shop.read('kept.jsonl')
  assert.equal(digestIn('shards.json'), digestIn('one.json'))
  assert.equal(shop.read('kept-shards.jsonl'), kept)
  const parts = shop.names('kept').filter(name => /^\d+\.jsonl$/.test(name))
  assert.equal(parts.length, 4)
  assert.equal(parts.map(name => shop.read(`kept/${name}`)).join(''), kept)
  assert.match(shop.read('job-slurm.sh'), /^#SBATCH /m)
  assert.match(shop.read('job.yaml'), /^kind: Job$/m)
})

test('step 4: a server of Spark Connect', { timeout: 300_000 }, async context => {
  const python = await pythonWith(context, 'pysail==0.7.2')
  if (python === undefined) return
  const port = await freePort()
  const code = `from pysail.spark import SparkConnectServer as S; S('127.0.0.1', ${port}).start(background=False)`
  await startServer(context, python, ['-c', code], port)
  type((blocks.at(-1) as string).replace('localhost:15002', `127.0.0.1:${port}`))
  assert.equal(digestIn('spark.json'), digestIn('one.json'))
  assert.equal(shop.read('kept-spark.jsonl'), shop.read('kept.jsonl'))
})
