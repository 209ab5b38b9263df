/**
 * Signing part: the fields of a document in an Elasticsearch index that Solr's signature reads.
 *
 * A dotted name such as `a.b` reaches into {"a":{"b":1}} when no field has that name.
 */
import type { SignatureSettings } from '../chain/signature-processor.ts'
import type { SolrDocument, SolrField, SolrValue } from '../messages/messages.ts'
import { fieldValue, isModifier } from '../messages/values.ts'

/** The fields to sign, under the names that the settings use for them. */
export function signingPart(
  { fields: wanted, signatureField }: SignatureSettings,
  fields: readonly SolrField[],
): SolrDocument {
  const names = wanted.length > 0 ? wanted : fields.map(field => field.name)
  const signed = [...new Set(names)].flatMap((name): SolrField[] => {
    if (wanted.length === 0 && name === signatureField) return []
    const value = valueAt(fields, name)
    // An object is a value here. Inside a list it does not count as an atomic update.
    return value === undefined ? [] : [{ name, value: isModifier(value) ? [value] : value }]
  })
  return { fields: signed, children: [] }
}

/** Whether one of two paths is the other or leads into it, so that a value set at one would change the other. */
export function overlap(a: readonly string[], b: readonly string[]): boolean {
  return a.every((name, i) => i >= b.length || name === b[i])
}

/** The value of a field, or at the path that a dotted name spells. */
export function valueAt(fields: readonly SolrField[], name: string): SolrValue | undefined {
  const value = fieldValue(fields, name)
  if (value !== undefined) return value
  for (let point = name.indexOf('.'); point >= 0; point = name.indexOf('.', point + 1)) {
    const outer = fieldValue(fields, name.slice(0, point))
    if (outer !== undefined && isModifier(outer)) return valueAt(outer.entries, name.slice(point + 1))
  }
  return undefined
}
