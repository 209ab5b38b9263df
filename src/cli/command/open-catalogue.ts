/**
 * Opens the place of collections that the command line names: a data directory, or the URL of a database.
 *
 *     data                                    a local directory
 *     postgres://user:password@host/database  also postgresql:
 */
import { existsSync } from 'node:fs'
import { isUnreadable, unreadableName } from '../../files/io/unreadable-name.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Catalogue } from '../../online/store/catalogue.ts'
import type { Context } from '../terminal/terminal.ts'

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
  if (scheme === 'postgres:' || scheme === 'postgresql:') {
    const { openPostgresCatalogue } = await import('../../online/postgres/open-catalogue.ts')
    return openPostgresCatalogue({ url: place })
  }
  throw new NearsameError('OPTION_VALUE', {
    expected: 'a data directory, or a URL that begins with postgres',
    got: `one that begins with ${scheme}//`,
    fix: 'name a directory, or write the URL as postgres://user:password@host:5432/database',
  })
}
