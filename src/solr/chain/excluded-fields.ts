/**
 * Excluded fields: fields of a document that no signature reads, such as the time of a crawl or a view count.
 *
 * A name that ends with `*` stands for all names that begin so.
 *
 * Source: `excludeFields` of Solr's ContentHashVersionProcessorFactory (SOLR-18189), which compares a document with the
 * stored one of its id. Ours: the same list for the signatures of an update chain.
 */
import type { SolrDocument } from '../messages/messages.ts'

/** Names in a list, or in texts with commas; undefined for anything else. */
export function parseExcluded(given: unknown, fromText: boolean): readonly string[] | undefined {
  if (!Array.isArray(given) || !given.every(one => typeof one === 'string')) return undefined
  const names = fromText ? given.flatMap(text => text.split(',')) : given
  const isRight = names.every(name => /^[^*]+\*?$/.test(name))
  return isRight ? Object.freeze([...names]) : undefined
}

/** @example withoutFields({ fields: [{ name: 'a', value: 'x' }, { name: 'seen_at', value: 'y' }], children: [] }, ['seen*']).fields.length // => 1 */
export function withoutFields(document: SolrDocument, excluded: readonly string[]): SolrDocument {
  if (excluded.length === 0) return document
  const isExcluded = (name: string) =>
    excluded.some(one => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one))
  return { ...document, fields: document.fields.filter(({ name }) => !isExcluded(name)) }
}
