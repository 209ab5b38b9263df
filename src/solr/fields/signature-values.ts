/**
 * Signature values: Solr's checks of the values of signature fields when it makes an index document.
 *
 *     fields in the order of the document ─▶ one value where the schema has one ─▶ a value of the field's type
 *
 * Source: observed on Solr 9.10.
 * Ours: checks only signature fields, and only the types that can refuse a signature: numbers, instants, UUIDs.
 */
import { isJavaException, newSolrException } from '../../methods/java/java-exception.ts'
import { parseFloat32, parseInt32 } from '../../methods/java/numbers.ts'
import type { SolrDocument } from '../messages/messages.ts'
import { parseLong } from '../messages/solr-params.ts'
import { fieldValue, isList, valueText } from '../messages/values.ts'
import type { SchemaField, SolrSchema } from './schema.ts'

/**
 * Checks the fields `names` of a document that has passed all processors and has its id.
 *
 * @throws JavaException SolrException 400
 */
export function checkSignatureValues(
  document: SolrDocument,
  schema: SolrSchema,
  names: readonly string[],
): void {
  for (const name of inOrderOf(document, names)) {
    const field = schema.field(name)
    const value = fieldValue(document.fields, name)
    if (name === schema.uniqueKey || value === undefined) continue
    if (isList(value) && !field?.isMultiValued) {
      const problem = `multiple values encountered for non multiValued field ${name}: ${valueText(value)}`
      throw refusal(problem, document, schema)
    }
    if (field === undefined) continue
    for (const one of isList(value) ? value : [value]) {
      const problem = typeof one === 'string' ? problemOf(field, one) : undefined
      if (problem === undefined) continue
      throw refusal(`Error adding field '${name}'='${valueText(one)}' msg=${problem}`, document, schema)
    }
  }
}

function inOrderOf({ fields }: SolrDocument, names: readonly string[]): readonly string[] {
  if (names.length < 2) return names
  const wanted = new Set(names)
  return [...new Set(fields.map(({ name }) => name))].filter(name => wanted.has(name))
}

function refusal(problem: string, { fields }: SolrDocument, { uniqueKey }: SolrSchema) {
  const id = uniqueKey === undefined ? '' : `[doc=${valueText(fieldValue(fields, uniqueKey) ?? null)}] `
  return newSolrException(400, `ERROR: ${id}${problem}`)
}

const numbers = {
  Int: parseInt32,
  Long: parseLong,
  // Doubles have the same grammar.
  Float: parseFloat32,
  Double: parseFloat32,
}

const hexadecimal = /^(?:[0-9a-f]{16}){1,2}$/

/** Solr's message for a text that is not a value of the type; only for types that can refuse a signature. */
function problemOf({ className }: SchemaField, text: string): string | undefined {
  const [, kind] =
    /^(?:.*\.)?(?:Trie)?(Int|Long|Float|Double|Date|UUID)(?:Point)?Field$/.exec(className) ?? []
  if (kind === undefined) return undefined
  if (kind === 'Date') return hexadecimal.test(text) ? `Invalid Date String:'${text}'` : undefined
  if (kind === 'UUID') return hexadecimal.test(text) ? `Invalid UUID String: '${text}'` : undefined
  try {
    numbers[kind as keyof typeof numbers](text)
    return undefined
  } catch (error) {
    if (isJavaException(error)) return error.message
    throw error
  }
}
