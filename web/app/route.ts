/**
 * Route: the whole state of the page, behind the `#` of its address, so that it works from a server and from a file, can
 * be sent to somebody, and the back button undoes one step.
 *
 *     #/c/news/pair?a="1&b="2     path: c, news, pair     query: a, b
 */
import { useEffect, useState } from 'preact/hooks'

export interface Route {
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

type Changes = Readonly<Record<string, string | number | undefined>>

/** @example hrefOf(['c', 'a/b'], { q: 'x' }) // => '#/c/a%2Fb?q=x' */
export function hrefOf(path: readonly string[], query: Changes = {}): string {
  const named = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const text = String(new URLSearchParams(named))
  return `#/${path.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`
}

/** @example parseRoute('#/c/a%2Fb?q=x').path // => ['c', 'a/b'] */
export function parseRoute(hash: string): Route {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  const parts = path.split('/').filter(part => part !== '')
  return { path: parts.map(decoded), query: new URLSearchParams(query) }
}

/** An address that somebody typed may have a bare `%`. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Goes there; `isStep` false: without a step for the back button, as while a slider moves. */
export function go(href: string, isStep = true): void {
  if (href === location.hash) return
  if (isStep) history.pushState(null, '', href)
  else history.replaceState(null, '', href)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** The same path with another query; undefined leaves a name out. */
export function changeQuery({ path, query }: Route, changes: Changes, isStep = false): void {
  go(hrefOf(path, { ...Object.fromEntries(query), ...changes }), isStep)
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener('hashchange', follow)
    addEventListener('popstate', follow)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('popstate', follow)
    }
  }, [])
  return parseRoute(hash)
}
