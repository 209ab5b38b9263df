/** A private Redis for a peer that keeps its index there, from Debian's package redis-server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  folderFor,
  freePort,
  missing,
  type RunningServer,
  startServer,
} from '../../test/databases/private-server.ts'

const server = '/usr/bin/redis-server'

/** False, or the reason to skip. */
export function redisSkip(): string | false {
  return missing(server, 'redis-server')
}

/** @param appendfsync when it syncs its append-only file: `always` before it answers, `everysec` once a second */
export async function startRedis(appendfsync: 'always' | 'everysec'): Promise<RunningServer> {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), 'nearsame-redis-data-'))
  const running = await startServer({
    command: server,
    args: [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', data],
      ...['--appendonly', 'yes', '--appendfsync', appendfsync, '--save', ''],
    ],
    account: {},
    ready: /Ready to accept connections/,
    endsBy: 'SIGTERM',
    folder: folderFor({}, 'redis'),
    url: `redis://127.0.0.1:${port}/0`,
  })
  return {
    ...running,
    async stop() {
      await running.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
