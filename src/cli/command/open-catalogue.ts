/**
 * Opens the place of collections that the command line names: a data directory, or the URL of a database.
 *
 *     data                                    a local directory
 *     postgres://user:password@host/database  also postgresql:, mariadb:, mysql:, redis:, rediss:
 */
import { existsSync } from 'node:fs'
import { isUnreadable, unreadableName } from '../../files/io/unreadable-name.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Catalogue } from '../../online/store/catalogue.ts'
import type { Context } from '../terminal/terminal.ts'

type Open = (url: string) => Promise<Catalogue>

const postgres: Open = async url =>
  (await import('../../online/sql/postgres/postgres-store.ts')).openPostgresCatalogue({ url })
const mariadb: Open = async url =>
  (await import('../../online/sql/mariadb/mariadb-store.ts')).openMariadbCatalogue({ url })
const redis: Open = async url =>
  (await import('../../online/redis/catalogue.ts')).openRedisCatalogue({ url })

const databases: Readonly<Record<string, Open>> = {
  'postgres:': postgres,
  'postgresql:': postgres,
  'mariadb:': mariadb,
  'mysql:': mariadb,
  'redis:': redis,
  'rediss:': redis,
}

/** Whether it names a database rather than a directory. */
export function isUrl(place: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(place)
}

/**
 * The caller closes it. Creates a missing directory. Reports damaged files that were found and repaired.
 *
 * @throws NearsameError OPTION_VALUE, which shows only the scheme of a URL; those of opening
 */
export async function openCatalogue(place: string, { terminal }: Context): Promise<Catalogue> {
  if (!isUrl(place)) {
    if (isUnreadable(place) && !existsSync(place))
      throw unreadableName('OPTION_VALUE', place, 'choose another name')
    const { openDataDirectory } = await import('../../online/sqlite/directory/data-directory.ts')
    return openDataDirectory(place, {
      report: (collection, { where, problem }) =>
        terminal.err(`nearsame: ${collection}, ${where}: ${problem}\n`),
    })
  }
  const scheme = place.slice(0, place.indexOf(':') + 1).toLowerCase()
  const open = Object.hasOwn(databases, scheme) ? databases[scheme] : undefined
  if (open !== undefined) return open(place)
  throw new NearsameError('OPTION_VALUE', {
    expected: 'a data directory, or a URL that begins with postgres, mariadb or redis',
    got: `one that begins with ${scheme}//`,
    fix: 'name a directory, or write the URL as postgres://user:password@host:5432/database',
  })
}
