/** A private Redis for tests, from Debian's package redis-server, which can be ended in any way and started again. */
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
  /** Ends it at once, as kill -9 does; its data stay. */
  kill(): Promise<void>
  /** Takes the last bytes from its append-only file, as an end in the middle of writing does; it must have ended. */
  cut(bytes: number): void
  /** Starts it again on the same port and data, from which a transaction that is not whole is taken first. */
  start(): Promise<void>
  /** Ends the process and removes its files. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts an empty one; what it has answered to is on its disk, and it refuses a file that ends within a transaction.
 * Were it to load such a file, it might leave half of the transaction in it, which swallows what is written next.
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
      // What an administrator does with a file that the server refuses; it asks before it cuts.
      runAs({}, checker, ['--fix', join(folder, 'appendonly.aof.manifest')], 'y\n')
      running = await start()
    },
    async stop() {
      await running.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
