/** Names of elements and attributes without name spaces, which Solr's messages and parts of workbooks do without. */

export type Attributes = Readonly<Record<string, string>>

/** The name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Attributes by name without prefix, the last one wins; declarations of name spaces are dropped. */
export function localAttributes(attributes: Attributes): Attributes {
  const all = Object.entries(attributes)
  if (!all.some(([name]) => name.includes(':') || name === 'xmlns')) return attributes
  const local = all
    .filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
    .map(([name, value]) => [localName(name), value])
  return Object.fromEntries(local) as Attributes
}
