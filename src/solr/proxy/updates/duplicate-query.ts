/**
 * Duplicate query: which documents the added ones replace, so that no two proxies ever delete both of two duplicates.
 *
 * Solr gives every document a version, larger than those before it. An added document replaces only older ones:
 *
 *     d is deleted for a  <=>  d has the signature of a, and version(d) < version(a)                (1)
 *
 * In whatever order several proxies delete: of all documents with a signature the one with the largest version has no
 * rule against it, so it stays; and since Solr lets no add run beside a deletion by query, every older one in its
 * index goes. Nothing else may delete, not even of one batch the earlier add for the later one: by now it may be that
 * of another client, whose batch had the two in the other order. So the later ones are sent after the others
 * (`update-batches.ts`). In SolrCloud the shards have a clock each, so that an earlier document can have the larger
 * version, or the same one: `equal-versions.ts` decides then.
 *
 * Children have the version of their root. Where the schema has their paths, those of deleted documents are found by
 * block join in the same query; else the proxy names the roots it knows, with their versions.
 *
 * Ours: all of it; Solr does it inside one index, where it writes signature and document in one step.
 */

/** The adds in order; `id` is the text of the unique key. */
export interface SignedId {
  readonly id: string
  readonly signature: string
}

/** A document as Solr has stored it. */
export interface StoredId extends SignedId {
  readonly version: bigint
}

/** What is deleted in a collection. */
export interface Replaced {
  /** For each signature the newest document, or those with its version. */
  readonly staying: readonly StoredId[]
  /** Documents that one of these replaces though their versions are equal. */
  readonly equal: readonly StoredId[]
}

/** For each signature the documents with the largest version, in their order. */
export function newestOf(stored: readonly StoredId[]): StoredId[] {
  const newest = new Map<string, readonly StoredId[]>()
  for (const one of stored) {
    newest.set(one.signature, withNewest(newest.get(one.signature) ?? [], one))
  }
  return [...newest.values()].flat()
}

/** @param known documents with one version, each id once. @returns those with the larger version, or `known` itself */
export function withNewest<T extends StoredId>(known: readonly T[], one: T): readonly T[] {
  const version = known[0]?.version
  if (version === undefined || version < one.version) return [one]
  return version > one.version || known.some(({ id }) => id === one.id) ? known : [...known, one]
}

/** The fields the query compares. */
interface QueryFields {
  readonly signatureField: string
  readonly uniqueKey: string
  /** Whether the schema has `_nest_path_`, which only children have. */
  readonly hasPaths: boolean
}

/** Solr allows 1,024 clauses in a query; a signature takes two, four where children are looked for. */
const mostClauses = 800

/**
 * Solr queries for the documents that others replace.
 *
 * @param roots roots to delete with all of their children, where there are no paths
 */
export function duplicateQueries(
  fields: QueryFields,
  { staying, equal }: Replaced,
  roots: readonly StoredId[] = [],
): string[] {
  const clauses = [
    ...staying.map(({ signature, version }) => [
      term(fields.signatureField, signature),
      `_version_:[* TO ${version}}`,
    ]),
    ...equal.map(({ id, version }) => [term(fields.uniqueKey, id), `_version_:${version}`]),
    ...roots.map(({ id, version }) => [term('_root_', id), `_version_:${version}`]),
  ].map(([one, other]) => `(+${one} +${other})`)
  const perQuery = mostClauses / (fields.hasPaths ? 4 : 2)
  const queries: string[] = []
  for (let i = 0; i < clauses.length; i += perQuery) {
    queries.push(withChildren(clauses.slice(i, i + perQuery).join(' '), fields))
  }
  return queries
}

/** The documents of a query, and the children of those that are roots. */
function withChildren(query: string, { hasPaths }: QueryFields): string {
  if (!hasPaths) return query
  const children = `{!child of='*:* -_nest_path_:*'}+(${query}) -_nest_path_:*`
  return `{!bool should=${quote(query)} should=${quote(children)}}`
}

/** A clause for the term itself, whatever the analysis of the field makes of a query. */
function term(field: string, text: string): string {
  return `_query_:"${`{!term f=${quote(field)}}${text}`.replace(/[\\"]/g, '\\$&')}"`
}

/** A Solr query for the documents with one of the terms. */
export function termsQuery(field: string, terms: readonly string[]): string {
  return `{!terms f=${quote(field)}}${terms.join(',')}`
}

/** A value for Solr's local parameters. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
