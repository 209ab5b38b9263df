/** A private MariaDB for tests, from Debian's package mariadb-server. */
import { writeFileSync } from 'node:fs'
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

const server = '/usr/sbin/mariadbd'
const installer = '/usr/bin/mariadb-install-db'

/** False, or the reason to skip. With NEARSAME_REQUIRE=all nothing is skipped. */
export function mariadbSkip(): string | false {
  return missing(server, 'mariadb-server', 'mariadb')
}

/** Starts one with an empty database; about five seconds and 100 MB. @param settings as arguments of the server */
export async function startMariadb(settings: readonly string[] = []): Promise<RunningServer> {
  const account = accountOf('mysql')
  const folder = folderFor(account, 'mariadb')
  const data = join(folder, 'data')
  const options = [`--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db']
  // Two of them share no folder for temporary tables: their names would meet.
  const temporary = `--tmpdir=${folder}`
  runAs(account, installer, ['--no-defaults', temporary, ...options])
  const statements = join(folder, 'init.sql')
  const user =
    "CREATE USER nearsame@'127.0.0.1' IDENTIFIED BY 'nearsame'; GRANT ALL ON nearsame.* TO nearsame@'127.0.0.1';"
  writeFileSync(
    statements,
    `CREATE DATABASE nearsame CHARACTER SET utf8mb4;\n${user.replaceAll('; ', ';\n')}\n`,
  )
  const port = await freePort()
  return startServer({
    command: server,
    args: [
      '--no-defaults',
      `--datadir=${data}`,
      temporary,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      `--socket=${join(folder, 'server.sock')}`,
      `--pid-file=${join(folder, 'server.pid')}`,
      `--init-file=${statements}`,
      '--innodb-flush-log-at-trx-commit=2',
      ...settings,
    ],
    account,
    ready: /ready for connections/,
    endsBy: 'SIGTERM',
    folder,
    url: `mariadb://nearsame:nearsame@127.0.0.1:${port}/nearsame`,
  })
}
