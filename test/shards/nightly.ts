/**
 * Nightly: a standalone Spark cluster of a master and two workers, one of which is killed during the job.
 *
 *     node --test test/shards/nightly.ts
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Workshop } from '../cli/command.ts'
import { freePort } from '../databases/private-server.ts'
import { pythonWith } from '../ground/python.ts'
import { launcher } from '../runtimes/build.ts'
import { connectServer, sparkHome, startServer } from './python-tools.ts'
import { shardCorpus } from './shard-corpus.ts'

const shop = new Workshop()
const main = launcher()

test('a job whose worker is killed ends with the same digest', { timeout: 1_800_000 }, async context => {
  const python = await pythonWith(context, 'pyspark==4.1.*')
  if (python === undefined) return
  const home = sparkHome(python)
  const env = { SPARK_HOME: home, SPARK_LOCAL_IP: '127.0.0.1', SPARK_WORKER_DIR: resolve('work') }
  const [masterPort, masterUi, port] = [await freePort(), await freePort(), await freePort()]
  const master = `spark://127.0.0.1:${masterPort}`
  const spark = join(home, 'bin/spark-class')
  const deploy = 'org.apache.spark.deploy'
  const masterArgs = ['--host', '127.0.0.1', '--port', `${masterPort}`, '--webui-port', `${masterUi}`]
  await startServer(context, spark, [`${deploy}.master.Master`, ...masterArgs], masterPort, env)
  const workers = [0, 1].map(() => {
    const args = [
      `${deploy}.worker.Worker`,
      '--host',
      '127.0.0.1',
      '--cores',
      '1',
      '--memory',
      '1g',
      master,
    ]
    return spawn(spark, args, { stdio: 'ignore', detached: true, env: { ...process.env, ...env } })
  })
  const kill = (worker: number) => {
    if (workers[worker].exitCode === null) process.kill(-(workers[worker].pid as number), 'SIGKILL')
  }
  context.after(() => kill(1))
  const conf = ['spark.executor.memory=512m', 'spark.cores.max=2']
  await startServer(
    context,
    join(home, 'bin/spark-submit'),
    connectServer(master, port, ...conf),
    port,
    env,
  )

  const inputs = shardCorpus({ seed: 10, texts: 40, unlike: 100, files: 4 }).map((content, file) => {
    shop.write(`in-${file}.jsonl`, content)
    return `in-${file}.jsonl`
  })
  const one = await shop.dedupe(...inputs, '-o', 'kept')
  const remote = ['--on', 'spark', '--remote', `sc://127.0.0.1:${port}`]
  const executor = ['--executor', `'${process.execPath}' '${main}'`]
  const { ended } = shop.start(
    'shard',
    'run',
    ...inputs,
    '-o',
    'spark-kept',
    ...remote,
    ...executor,
    '--json',
  )
  await sleep(30_000)
  kill(0)
  const { status, out, err } = await ended
  assert.equal(status, 0, err)
  assert.equal(JSON.parse(out).digest, one.digest)
  assert.deepEqual(shop.bytes('spark-kept'), shop.bytes('kept'))
})
