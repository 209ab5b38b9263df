/**
 * Headers: the names and values at the start of a WARC record or an HTTP message, up to a blank line.
 *
 *     first line [CR] LF *(name ":" value [CR] LF) [CR] LF
 *
 * Source: ISO 28500:2017, section 4; RFC 9112, sections 2 and 5, for lines that end in LF only and values continued on
 * lines that begin with a blank.
 */
export interface Headers {
  readonly first: string
  /** By name in lower case, in Latin-1: each byte is a code unit. The first of several values. */
  readonly fields: ReadonlyMap<string, string>
}

/** Offset after the blank line that ends the headers at the start of these bytes; -1 if it has not arrived. */
export function headersEnd(bytes: Buffer): number {
  for (let feed = bytes.indexOf(10); feed >= 0; feed = bytes.indexOf(10, feed + 1)) {
    if (bytes[feed + 1] === 10) return feed + 2
    if (bytes[feed + 1] === 13 && bytes[feed + 2] === 10) return feed + 3
  }
  return -1
}

export function parseHeaders(bytes: Buffer): Headers {
  const [first, ...lines] = bytes
    .toString('latin1')
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
  const fields = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return { first, fields }
}

/** A media type and its charset in lower case, '' if there is none: `text/plain; charset="UTF-8"`. */
export function mediaOf(value = ''): { readonly type: string; readonly charset: string } {
  const [type] = value.split(';')
  const [, charset = ''] = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(value) ?? []
  return { type: type.trim().toLowerCase(), charset: charset.toLowerCase() }
}
