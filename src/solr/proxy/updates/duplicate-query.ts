/**
 * Duplicate query: which documents the added ones replace.
 *
 * In Solr, each add replaces the documents with its signature or its id. So for adds a_1 … a_n in order,
 *
 *     a_i stays  <=>  no later a_j has its signature or its id                               (1)
 *
 * and every earlier document with one of their signatures is deleted. Once all adds have been made by id alone, one
 * query finds both kinds: documents that have one of the signatures and not the id of an add that stays. Solr itself
 * replaces by id, so the last add of an id determines its signature.
 *
 * Ours: all of it; Solr does it inside one index, where it writes signature and document in one step.
 */

/** The adds in order; `id` is the text of the unique key. */
export interface SignedId {
  readonly id: string
  readonly signature: string
}

/**
 * The ids that stay by (1), in the order of their adds.
 *
 * @example survivingIds([{ id: '1', signature: 'a' }, { id: '2', signature: 'a' }]) // => ['2']
 * @example survivingIds([{ id: '1', signature: 'a' }, { id: '1', signature: 'b' }, { id: '2', signature: 'b' }]) // => ['2']
 */
export function survivingIds(added: readonly SignedId[]): string[] {
  const ids = new Set<string>()
  const signatures = new Set<string>()
  const surviving: string[] = []
  for (const { id, signature } of added.toReversed()) {
    if (!ids.has(id) && !signatures.has(signature)) surviving.push(id)
    ids.add(id)
    signatures.add(signature)
  }
  return surviving.reverse()
}

/** The fields the query compares. */
interface QueryFields {
  readonly signatureField: string
  readonly uniqueKey: string
}

/**
 * A Solr query for the documents that have one of the signatures and none of the ids.
 *
 * @param signatures at least one
 * @example duplicateQuery({ signatureField: 'sig', uniqueKey: 'id' }, ['a', 'b'], ['1']) // => "{!bool must='{!terms f=\\'sig\\' separator=\\',\\'}a,b' must_not='{!terms f=\\'id\\' separator=\\',\\'}1'}"
 */
export function duplicateQuery(
  fields: QueryFields,
  signatures: readonly string[],
  ids: readonly string[],
): string {
  const must = `must=${quote(termsQuery(fields.signatureField, signatures))}`
  if (ids.length === 0) return `{!bool ${must}}`
  return `{!bool ${must} must_not=${quote(termsQuery(fields.uniqueKey, ids))}}`
}

function termsQuery(field: string, terms: readonly string[]): string {
  const separator = separatorFor(terms)
  // Solr reads an empty list as no term, and a separator alone as two empty terms.
  const list = terms.join(separator) || separator
  return `{!terms f=${quote(field)} separator=${quote(separator)}}${list}`
}

/** A text that occurs in none of the terms. */
function separatorFor(terms: readonly string[]): string {
  let separator = ','
  while (terms.some(term => term.includes(separator))) separator = `${separator}|${separator.length}`
  return separator
}

/** A value for Solr's local parameters. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
