/**
 * The URL of a PostgreSQL database, checked before the client gets it: the client's error may show the whole URL, with
 * the password. Errors here show only the scheme.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/** A URL that the package `pg` accepts; the host is optional. @throws NearsameError OPTION_VALUE */
export function postgresUrl(given: string): string {
  // A path names a socket.
  if (given.startsWith('/')) return given
  try {
    const url = new URL(given.replace('@/', '@localhost/'), 'postgres://localhost')
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part)
    return given
  } catch {
    // Its error shows the URL, so ours has no cause.
    const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(given)?.[0] ?? 'no scheme'
    throw new NearsameError('OPTION_VALUE', {
      expected: 'a URL such as postgres://user:password@host:5432/database',
      got: `one with ${scheme} that cannot be read`,
      fix: 'write it like this, with `%40`, `%2F` and `%3A` for @, / and : in a name or password',
    })
  }
}
