/** A real S3 server for tests: moto's, from a Python package, on a free loopback port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '../databases/private-server.ts'
import { pythonOf } from '../ground/python.ts'

const patienceMs = 60_000

export interface ObjectServer {
  readonly client: S3Client
  readonly bucket: string
  /** Environment of programs that use it. */
  readonly env: Readonly<Record<string, string>>
  put(key: string, body: string | Uint8Array): Promise<void>
  get(key: string): Promise<Buffer>
  close(): Promise<void>
}

/**
 * Starts the server before the tests of a file, and stops it after them.
 *
 * @param fill puts the first objects
 * @returns `test` for tests that need it: skipped if it cannot be installed, unless NEARSAME_REQUIRE=all
 */
export function objectServerForTests(fill: (server: ObjectServer) => Promise<void> = async () => {}) {
  let server: ObjectServer | undefined
  let reason: string | undefined
  before(async () => {
    try {
      server = await startObjectServer()
    } catch (error) {
      if (process.env.NEARSAME_REQUIRE === 'all') throw error
      reason = `no S3 server: ${error instanceof Error ? error.message : error}`
      return
    }
    await fill(server)
  })
  after(() => server?.close())
  const testWith = (name: string, work: (server: ObjectServer) => Promise<void>) =>
    test(name, async context => (server === undefined ? context.skip(reason) : work(server)))
  return testWith
}

/** Its address and keys are put into the environment of this process, too. */
async function startObjectServer(): Promise<ObjectServer> {
  const python = await pythonOf('moto[s3]==5.2.5', 'flask', 'flask-cors')
  const port = await freePort()
  const args = ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)]
  const child = spawn(python, args, { stdio: 'ignore' })
  const env = {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
  }
  Object.assign(process.env, env)
  const client = new S3Client({ forcePathStyle: true })
  const bucket = 'corpus'
  await whenUp(() => client.send(new CreateBucketCommand({ Bucket: bucket })))
  return {
    client,
    bucket,
    env,
    put: async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }))
    },
    get: async Key => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    },
    close: async () => {
      client.destroy()
      await stopped(child)
    },
  }
}

async function whenUp(ask: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + patienceMs; ; await sleep(200)) {
    const error = await ask().then(
      () => undefined,
      (cause: unknown) => cause,
    )
    if (error === undefined) return
    if (Date.now() > end) throw error
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill()
  await gone
}
