/**
 * Fields of a document by path, as ingest processors of Elasticsearch find them.
 *
 *     a.b.0   the first element of the list b in the object a
 *
 * A field whose name has a dot is not found. JSON with a repeated name is refused, as Elasticsearch refuses it.
 *
 * Source: Elasticsearch Reference, "Access source fields in a processor".
 */
import type { SolrField, SolrMap, SolrValue } from '../messages/messages.ts'
import { isList, isModifier } from '../messages/values.ts'
import { unsignable } from './unsignable.ts'

const sourcePrefix = '_source.'

/** The names on a path; `_source.` at its beginning means nothing. */
export function namesOnPath(path: string): string[] {
  const within = path.startsWith(sourcePrefix) ? path.slice(sourcePrefix.length) : path
  const names = within.split('.')
  while (names.length > 1 && names.at(-1) === '') names.pop()
  return names
}

/** The value at a path; undefined if there is none. @throws NearsameError BULK_UNSIGNED for a repeated name */
export function valueAtPath(fields: readonly SolrField[], path: string): SolrValue | undefined {
  let value: SolrValue | undefined = { type: 'MAP', entries: fields } satisfies SolrMap
  for (const name of namesOnPath(path)) {
    if (value === undefined || value === null) return undefined
    if (isModifier(value)) value = memberOf(value.entries, name)
    else if (isList(value)) value = /^[+-]?\d+$/.test(name) ? value[Number(name)] : undefined
    else return undefined
  }
  return value
}

/** The value of a name; undefined if there is none. @throws NearsameError BULK_UNSIGNED if the name is repeated */
export function memberOf(fields: readonly SolrField[], name: string): SolrValue | undefined {
  const [first, second] = fields.filter(field => field.name === name)
  if (second === undefined) return first?.value
  throw unsignable(
    'an object with every name once',
    `${JSON.stringify(name)} twice`,
    'correct the document; Elasticsearch refuses it, too',
  )
}
