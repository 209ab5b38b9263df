/**
 * Database URLs, checked before a client gets them: a client's error may show the whole URL, with the password. Errors
 * here show only the scheme.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

/**
 * A URL that the package `mariadb` accepts: it knows one scheme and requires a database.
 *
 * @throws NearsameError OPTION_VALUE
 */
export function mariadbUrl(given: string): string {
  const expected = 'a URL such as mariadb://user:password@host:3306/database'
  const url = given.replace(/^mysql:/i, 'mariadb:')
  const { protocol, pathname } = parsedUrl(url, expected)
  if (protocol !== 'mariadb:') throw badUrl(given, expected, 'names another kind of database')
  if (pathname.length < 2) throw badUrl(given, expected, 'names no database')
  return url
}

const poolTimeout = 45028

/** A pool of `mariadb` that cannot connect gives the reason only in the error's cause. */
export function whyNoConnection(error: { readonly errno?: unknown; readonly cause?: unknown }): never {
  throw error.errno === poolTimeout && error.cause instanceof Error ? error.cause : error
}

/**
 * A URL that `ioredis` accepts. If it cannot select the database, `ioredis` would silently use another one.
 *
 * @returns the number of the database
 * @throws NearsameError OPTION_VALUE
 */
export function redisDatabase(given: string): number {
  const expected =
    'a URL such as redis://user:password@host:6379/0, whose last part is the number of a database'
  const { pathname, searchParams } = parsedUrl(given, expected)
  const database = pathname.length > 1 ? pathname.slice(1) : (searchParams.get('db') ?? '0')
  if (!/^\d{1,9}$/.test(database)) throw badUrl(given, expected, 'names no database by number')
  return Number(database)
}

/** A URL that the package `pg` accepts; the host is optional. @throws NearsameError OPTION_VALUE */
export function postgresUrl(given: string): string {
  // A path names a socket.
  if (!given.startsWith('/')) {
    const expected = 'a URL such as postgres://user:password@host:5432/database'
    parsedUrl(given.replace('@/', '@localhost/'), expected, 'postgres://localhost')
  }
  return given
}

function parsedUrl(given: string, expected: string, base?: string): URL {
  try {
    const url = new URL(given, base)
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part)
    return url
  } catch {
    // Its error shows the URL, so ours has no cause.
    throw badUrl(given, expected, 'cannot be read')
  }
}

function badUrl(given: string, expected: string, why: string): NearsameError {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(given)?.[0] ?? 'no scheme'
  return new NearsameError('OPTION_VALUE', {
    expected,
    got: `one with ${scheme} that ${why}`,
    fix: 'write it like this, with `%40`, `%2F` and `%3A` for @, / and : in a name or password',
  })
}
