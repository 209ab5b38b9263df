/** Servers that tests of shards start: Spark and Sail, from packages for Python. */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

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
