/** A private PostgreSQL for tests, from Debian's package postgresql-15. */
import { join } from 'node:path'
import {
  accountOf,
  folderFor,
  freePort,
  missing,
  type RunningServer,
  runAs,
  startServer,
} from './private-server.ts'

const programs = '/usr/lib/postgresql/15/bin'

/** False, or the reason to skip. With NEARSAME_REQUIRE=all nothing is skipped. */
export function postgresSkip(): string | false {
  return missing(join(programs, 'initdb'), 'postgresql-15')
}

/** Starts one with an empty database; about three seconds and 60 MB. */
export async function startPostgres(): Promise<RunningServer> {
  const account = accountOf('postgres')
  const folder = folderFor(account, 'postgres')
  const options = ['--username=nearsame', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  runAs(account, join(programs, 'initdb'), [`--pgdata=${folder}`, ...options])
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'logging_collector=off',
  ]
  return startServer({
    command: join(programs, 'postgres'),
    args: ['-D', folder, '-p', String(port), ...settings.flatMap(setting => ['-c', setting])],
    account,
    ready: /ready to accept connections/,
    endsBy: 'SIGINT',
    folder,
    url: `postgres://nearsame@127.0.0.1:${port}/postgres`,
  })
}
