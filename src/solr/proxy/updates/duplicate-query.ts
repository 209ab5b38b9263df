/**
 * Duplicate query: which documents the added ones replace.
 *
 * Solr replaces with each add what has the same signature or the same id. So of adds a_1 … a_n in order,
 *
 *     a_i stays  <=>  no later a_j has its signature or its id                               (1)
 *
 * and of the documents from before, those go whose signature is among theirs. After all of them have been
 * added by id alone, one query finds both kinds: a signature of theirs, and not the id of one that stays.
 * Without replacement by Solr itself the same id is the same document, so the last of an id has its last
 * signature.
 *
 * Ours: all of it; Solr does it inside one index, where signature and document are written in one step.
 */

/** What was added, in order; `id` is the text of the unique key. */
export interface SignedId {
  readonly id: string
  readonly signature: string
}

/**
 * The ids of (1), in the order in which they were added.
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

/** The fields that a query compares. */
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
  // Solr takes an empty list for no term at all, and a separator alone for two empty ones.
  const list = terms.join(separator) || separator
  return `{!terms f=${quote(field)} separator=${quote(separator)}}${list}`
}

/** Something that is in none of the terms. */
function separatorFor(terms: readonly string[]): string {
  let separator = ','
  while (terms.some(term => term.includes(separator))) separator = `${separator}|${separator.length}`
  return separator
}

/** A value of Solr's local parameters. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
