/** Programs from PyPI that tests of shards start: Spark, Sail, kubernetes-validate. Installed once, into a cached folder. */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cachedFolder } from '../solr/cached-folder.ts'
import { outputOf } from '../solr/child-program.ts'

/** The Python of an environment with these packages; undefined, and the test skipped, if it cannot be made. */
export async function pythonWith(
  context: TestContext,
  ...packages: readonly string[]
): Promise<string | undefined> {
  const name = `nearsame-${packages.join('-').replaceAll(/[^A-Za-z0-9.-]/g, '')}`
  try {
    const folder = await cachedFolder(name, async draft => {
      await outputOf('python3', ['-m', 'venv', draft])
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]
      await outputOf(join(draft, 'bin/python3'), pip, 600_000)
    })
    return join(folder, 'bin/python3')
  } catch (error) {
    if (process.env.NEARSAME_REQUIRE === 'all') throw error
    context.skip(`no ${packages.join(', ')} in a Python: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

/** Starts a server and waits until its port answers; it is stopped after the test. */
export async function startServer(
  context: TestContext,
  command: string,
  args: readonly string[],
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', text => {
      said = (said + text).slice(-4000)
    })
  const ended = new Promise<void>(done => child.on('close', () => done()))
  context.after(async () => {
    // The server may have children of its own: all of its process group.
    if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGTERM')
    await Promise.race([ended, sleep(10_000, undefined, { ref: false })])
  })
  for (const until = Date.now() + 180_000; !(await answers(port)); await sleep(200))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`no server on port ${port}: ${said}`)
}

function answers(port: number): Promise<boolean> {
  return new Promise(done => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => done(true)).on('error', () => done(false))
    socket.on('connect', () => socket.destroy())
  })
}

/** Where the Spark of a Python is. */
export function sparkHome(python: string): string {
  const lib = join(python, '../../lib')
  return join(
    lib,
    readdirSync(lib).find(name => name.startsWith('python')) as string,
    'site-packages/pyspark',
  )
}

/** Arguments of `spark-submit` for a Connect server. */
export function connectServer(master: string, port: number, ...conf: readonly string[]): string[] {
  const settings = [
    'spark.connect.grpc.binding.address=127.0.0.1',
    `spark.connect.grpc.binding.port=${port}`,
    'spark.sql.catalogImplementation=in-memory',
    'spark.ui.enabled=false',
    'spark.sql.shuffle.partitions=2',
    'spark.driver.memory=1g',
    // Compiling takes longer than these few rows.
    'spark.sql.codegen.wholeStage=false',
    'spark.sql.codegen.factoryMode=NO_CODEGEN',
    'spark.sql.adaptive.enabled=false',
    // So does optimizing what runs for a minute.
    'spark.driver.extraJavaOptions=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
    ...conf,
  ]
  const main = ['--class', 'org.apache.spark.sql.connect.service.SparkConnectServer', '--master', master]
  return [...main, ...settings.flatMap(setting => ['--conf', setting]), 'spark-internal']
}
