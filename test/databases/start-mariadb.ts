/** A private MariaDB for the example of word tables in MySQL, from Debian's package mariadb-server. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountOf, folderFor, missing, type RunningServer, runAs, startServer } from './private-server.ts'

const server = '/usr/sbin/mariadbd'
const installer = '/usr/bin/mariadb-install-db'

/** False, or the reason to skip. With NEARSAME_REQUIRE=all nothing is skipped. */
export function mariadbSkip(): string | false {
  return missing(server, 'mariadb-server')
}

/** Starts one with an empty database `nearsame`, asked over the socket in its folder; about five seconds and 100 MB. */
export async function startMariadb(): Promise<RunningServer & { readonly folder: string }> {
  const account = accountOf('mysql')
  const folder = folderFor(account, 'mariadb')
  const data = `--datadir=${join(folder, 'data')}`
  const temporary = `--tmpdir=${folder}`
  runAs(account, installer, [
    ...['--no-defaults', temporary, data],
    ...['--auth-root-authentication-method=normal', '--skip-test-db'],
  ])
  const statements = join(folder, 'init.sql')
  writeFileSync(statements, 'CREATE DATABASE nearsame CHARACTER SET utf8mb4;\n')
  const running = await startServer({
    command: server,
    args: [
      ...['--no-defaults', temporary, data],
      ...[
        '--skip-networking',
        `--socket=${join(folder, 'server.sock')}`,
        `--pid-file=${join(folder, 'server.pid')}`,
      ],
      `--init-file=${statements}`,
    ],
    account,
    ready: /ready for connections/,
    endsBy: 'SIGTERM',
    folder,
    url: '',
  })
  return { ...running, folder }
}
