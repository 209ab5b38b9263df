/** A private Redis for tests, from Debian's package redis-server, which can be killed and restarted. */
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderFor, freePort, missing, runAs, startServer } from './private-server.ts'

const server = '/usr/bin/redis-server'
const checker = '/usr/bin/redis-check-aof'

/** False, or the reason to skip. With NEARSAME_REQUIRE=all nothing is skipped. */
export function redisSkip(): string | false {
  return missing(server, 'redis-server', 'ioredis')
}

export interface RunningRedis {
  readonly url: string
  readonly processId: number
  /** Ends it at once, like kill -9; its data stay. */
  kill(): Promise<void>
  /** Truncates its append-only file, like a crash while writing. REQUIRES: it has ended. */
  cut(bytes: number): void
  /** Restarts it on the same port and data, after removing an incomplete transaction. */
  start(): Promise<void>
  /** Ends the process and removes its files. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts an empty one. It syncs before it answers, and refuses a file that ends within a transaction: loading one might
 * leave half of the transaction in the file, which would swallow later writes.
 */
export async function startRedis(settings: Readonly<Record<string, string>> = {}): Promise<RunningRedis> {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), 'nearsame-redis-data-'))
  const folder = join(data, 'appendonlydir')
  const given = {
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
    'aof-load-truncated': 'no',
    ...settings,
  }
  const url = `redis://127.0.0.1:${port}/0`
  const start = () =>
    startServer({
      command: server,
      args: [
        ...['--port', String(port), '--bind', '127.0.0.1', '--dir', data],
        ...Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]),
      ],
      account: {},
      ready: /Ready to accept connections/,
      endsBy: 'SIGTERM',
      folder: folderFor({}, 'redis'),
      url,
    })
  let running = await start()
  return {
    url,
    get processId() {
      return running.processId
    },
    async kill() {
      process.kill(running.processId, 'SIGKILL')
      await running.stop()
    },
    cut(bytes) {
      const name = readdirSync(folder).find(each => each.endsWith('.incr.aof')) ?? ''
      truncateSync(join(folder, name), statSync(join(folder, name)).size - bytes)
    },
    async start() {
      // An administrator's repair of a refused file; the tool asks before it truncates.
      runAs({}, checker, ['--fix', join(folder, 'appendonly.aof.manifest')], 'y\n')
      running = await start()
    },
    async stop() {
      await running.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
