/**
 * The charset of a page: its byte-order mark, else the HTTP header, else what the page itself declares at its start.
 *
 * Source: HTML Standard, sections 13.2.3.2 and 13.2.3.3 (the first 1,024 bytes, without comments; a page that declares
 * UTF-16 in ASCII is UTF-8); XML 1.0, section 2.8, for the declaration of XHTML.
 */

const declaredWithin = 1024

/** The name that the page gives its charset; '' if it gives none. @param given that of its headers, '' for none */
export function htmlCharset(page: Buffer, given: string): string {
  const mark = markOf(page)
  if (mark !== '') return mark
  if (isKnown(given)) return given
  const declared = declaredCharset(page)
  return declared === '' ? given : declared
}

function markOf(page: Buffer): string {
  if (page[0] === 0xef && page[1] === 0xbb && page[2] === 0xbf) return 'utf-8'
  if (page[0] === 0xff && page[1] === 0xfe) return 'utf-16le'
  return page[0] === 0xfe && page[1] === 0xff ? 'utf-16be' : ''
}

function declaredCharset(page: Buffer): string {
  const start = page.toString('latin1', 0, declaredWithin).toLowerCase()
  const [, ofXml] = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)/.exec(start) ?? []
  const tags = start.replace(/<!--.*?(?:-->|$)/gs, '')
  const [, ofMeta] = /<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/.exec(tags) ?? []
  const name = ofXml ?? ofMeta ?? ''
  return name.startsWith('utf-16') ? 'utf-8' : name
}

function isKnown(charset: string): boolean {
  try {
    return charset !== '' && new TextDecoder(charset).encoding !== ''
  } catch {
    return false
  }
}
