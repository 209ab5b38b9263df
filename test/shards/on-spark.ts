/** Runs shards on a server that speaks Spark Connect, and compares them with one machine. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { Workshop } from '../cli/command.ts'
import { freePort } from '../databases/private-server.ts'
import { pythonWith } from '../ground/python.ts'
import { launcher } from '../runtimes/build.ts'
import { startServer } from './python-tools.ts'

export const shop = new Workshop()
const main = launcher()
export const executor = ['--executor', `'${process.execPath}' '${main}'`]

/** Writes the files of a corpus. @returns their names */
export function write(name: string, files: readonly string[]): string[] {
  return files.map((content, file) => {
    shop.write(`${name}-${file}.jsonl`, content)
    return `${name}-${file}.jsonl`
  })
}

/** Compares a run on a server with one here. @param server options that name it @returns the report */
export async function compare(
  inputs: readonly string[],
  server: readonly string[],
  ...options: readonly string[]
) {
  const one = await shop.dedupe(...inputs, '-o', 'kept', '--removed', 'removed', ...options)
  const args = ['-o', 'spark-kept', '--removed', 'spark-removed', '--on', 'spark', ...server, ...executor]
  const { status, out, err } = await shop.run('shard run', ...inputs, ...args, ...options, '--json')
  assert.equal(status, 0, err)
  const report = JSON.parse(out)
  assert.equal(report.digest, one.digest)
  assert.deepEqual(shop.bytes('spark-kept'), shop.bytes('kept'))
  assert.deepEqual(shop.bytes('spark-removed'), shop.bytes('removed'))
  shop.remove('kept', 'removed', 'spark-kept', 'spark-removed')
  return report
}

/** Starts Sail, a Spark without Java. @returns its address, or undefined where the test is skipped */
export async function startSail(context: TestContext): Promise<string | undefined> {
  const python = await pythonWith(context, 'pysail==0.7.2')
  if (python === undefined) return undefined
  const port = await freePort()
  const code = `from pysail.spark import SparkConnectServer as S; S('127.0.0.1', ${port}).start(background=False)`
  await startServer(context, python, ['-c', code], port)
  return `sc://127.0.0.1:${port}`
}
