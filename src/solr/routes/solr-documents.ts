/**
 * Solr documents as documents of a collection.
 *
 *     fields ─▶ JSON, in order; the unique key `id` as a text, as Solr has it
 *     text   ─▶ a text field of the collection, if the document has one; else the chain's signature fields, or all
 *               texts if it names none, joined by line feeds, under the first text field of the collection
 */

import { exactNumber } from '../../ground/json/exact-json.ts'
import { fieldValues } from '../../ground/json/field.ts'
import { newSolrException } from '../../methods/java/java-exception.ts'
import type { GivenIndexDocument } from '../../online/index/documents/index-types.ts'
import { isAtomicUpdate } from '../chain/signature-processor.ts'
import type { SolrDocument, SolrValue } from '../messages/messages.ts'
import { fieldValue, isList, mergedFields, valueText } from '../messages/values.ts'

const uniqueKey = 'id'

/**
 * @param textFields of the collection
 * @param signatureFields of the chain; none: all
 * @throws JavaException 400 for atomic updates, child documents, and an id that is not one value
 */
export function indexDocumentOf(
  document: SolrDocument,
  textFields: readonly string[],
  signatureFields: readonly string[],
): GivenIndexDocument {
  if (isAtomicUpdate(document))
    throw newSolrException(400, 'nearsame: atomic updates are not supported by collections')
  if (document.children.length > 0) throw noChildren()
  const fields = mergedFields(document.fields)
  const plain: Record<string, unknown> = {}
  for (const [name, value] of fields) {
    const isKey = name === uniqueKey
    Object.defineProperty(plain, name, {
      value: isKey ? idOf(value) : plainValue(value),
      enumerable: true,
      writable: true,
    })
  }
  if (textFields.some(field => fieldValues(plain, field).some(value => typeof value === 'string')))
    return plain
  const names =
    signatureFields.length > 0 ? signatureFields : [...fields.keys()].filter(name => name !== uniqueKey)
  const texts = names.flatMap(name =>
    textsOf(fieldValue(document.fields, name), signatureFields.length > 0),
  )
  return texts.length === 0 ? plain : { ...plain, [textFields[0]]: texts.join('\n') }
}

/** Solr's unique key is a text, whatever its JSON type. */
function idOf(value: SolrValue): string {
  if (!isList(value)) return valueText(value)
  if (value.length === 1) return valueText(value[0])
  const fault =
    value.length === 0
      ? `Document is missing mandatory uniqueKey field: ${uniqueKey}`
      : `Document contains multiple values for uniqueKey field: ${uniqueKey}=${valueText(value)}`
  throw newSolrException(400, fault)
}

/** @param isNamed a named field counts whatever its type, as for a signature */
function textsOf(value: SolrValue | undefined, isNamed: boolean): string[] {
  if (value === undefined || value === null) return []
  if (isList(value)) return value.flatMap(item => textsOf(item, isNamed))
  if (typeof value === 'string') return [value]
  return isNamed ? [valueText(value)] : []
}

function plainValue(value: SolrValue): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (isList(value)) return value.map(plainValue)
  if (value.type === 'DOCUMENT' || value.type === 'MAP') throw noChildren()
  if (value.type === 'DATE') return JSON.parse(value.literal)
  return exactNumber('', Number(value.literal), { source: value.literal })
}

function noChildren(): Error {
  return newSolrException(400, 'nearsame: child documents are not supported by collections')
}
