/** The URL of what is behind a proxy. */

export interface UpstreamUrl {
  /** Such as `http://127.0.0.1:9200`. */
  readonly origin: string
  /** Empty, or such as `/search`, without a slash at the end. */
  readonly path: string
}

/** @returns undefined for a text that is no HTTP URL, or one with a query, a fragment or a user */
export function parseUpstreamUrl(url: string): UpstreamUrl | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, origin, pathname, search, hash, username } = new URL(url)
  const isPlain = search === '' && hash === '' && username === ''
  const isHttp = protocol === 'http:' || protocol === 'https:'
  return isPlain && isHttp ? { origin, path: pathname.replace(/(?<!\/)\/+$/, '') } : undefined
}
