/** Names of elements and attributes without name spaces, of which Solr's messages have none. */

export type Attributes = Readonly<Record<string, string>>

/** Without the prefix of a name space. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Attributes by their names without prefixes, of which the last counts; declarations of name spaces are none. */
export function localAttributes(attributes: Attributes): Attributes {
  const names = Object.keys(attributes)
  if (!names.some(name => name.includes(':') || name === 'xmlns')) return attributes
  const local = names
    .filter(name => name !== 'xmlns' && !name.startsWith('xmlns:'))
    .map(name => [localName(name), attributes[name]])
  return Object.fromEntries(local) as Attributes
}
