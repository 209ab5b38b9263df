/**
 * Schema: what de-duplication needs from `schema.xml` or `managed-schema`.
 *
 *     field(name) = the field of that name, else the dynamic field with the longest pattern that fits
 *
 * A property is read from the field, else from its type, else it has Solr's default.
 *
 * Source: Solr Reference Guide, "Fields", "Dynamic Fields", "Field Type Definitions and Properties"; observed
 * on 9.10.
 * Ours: `isTerm`.
 */

import { type Option, Refusal } from '../../ground/options/declare.ts'
import { newSolrException } from '../../methods/java/java-exception.ts'
import { refuseConfigAs, type SolrDocument } from '../messages/messages.ts'
import { isChild } from '../messages/values.ts'
import { parseConfigTree, type XmlNode } from '../xml/xml-tree.ts'
import { leavesSignatures } from './term-analysis.ts'

export interface SchemaField {
  readonly name: string
  readonly isIndexed: boolean
  readonly isMultiValued: boolean
  /** Name of its type. */
  readonly typeName: string
  /** Class of the type as written, such as `solr.StrField`. */
  readonly className: string
  /** Whether a signature is indexed as one unchanged term: see `term-analysis.ts`. */
  readonly isTerm: boolean
}

export interface SolrSchema {
  /** Name of the field of the unique key. */
  readonly uniqueKey: string | undefined
  /** Whether documents must have the unique key. Default: false. */
  readonly requiresKey?: boolean
  /** Whether an object in a document can be a child document: `_root_` exists and has the type of the unique key. */
  readonly takesChildren: boolean
  /** The field with this name. */
  field(name: string): SchemaField | undefined
}

const schemaDomain = 'a schema, such as that of parseSolrSchema()'

/** The schema as an option; each caller adds its `doc`. */
export const schemaOption: Omit<Option<SolrSchema | undefined, SolrSchema>, 'doc'> = {
  placeholder: 'schema',
  domain: schemaDomain,
  isList: false,
  defaultText: 'none',
  fallback: () => undefined,
  read: given => (isSchema(given) ? given : new Refusal(schemaDomain)),
}

export function isSchema(given: unknown): given is SolrSchema {
  return (
    typeof given === 'object' && given !== null && 'field' in given && typeof given.field === 'function'
  )
}

/**
 * Reads a schema.
 *
 * @param xml text, or bytes in the encoding that the XML declares
 * @param properties for `${name}` and `${name:default}`
 * @throws NearsameError SOLR_CONFIG if the XML is malformed or a field has an unknown type
 */
export function parseSolrSchema(
  xml: string | Uint8Array,
  properties: Readonly<Record<string, string>> = {},
): SolrSchema {
  const root = parseConfigTree(xml, properties, 'schema')
  const nodes = [root, ...root.children.filter(node => node.name === 'fields' || node.name === 'types')]
  const all = (name: string) => nodes.flatMap(node => node.children.filter(child => child.name === name))
  const types = new Map(
    [...all('fieldType'), ...all('fieldtype')].map(node => [node.attribute('name'), node]),
  )
  const isOld = Number(root.attribute('version') ?? '1') < 1.1
  const declare = (node: XmlNode) => declaredField(node, types, isOld)
  const fieldNodes = new Map(all('field').map(node => [node.attribute('name'), node]))
  const fields = new Map([...fieldNodes].map(([name, node]) => [name, declare(node)]))
  const patterns = all('dynamicField').map(declare)
  // The longest pattern first; among equals, the earlier one.
  patterns.sort((a, b) => b.name.length - a.name.length)
  const find = (name: string) => fields.get(name) ?? patterns.find(pattern => fits(pattern.name, name))
  const uniqueKey = all('uniqueKey')[0]?.text().trim()
  const keyType = uniqueKey === undefined ? undefined : find(uniqueKey)?.typeName
  return {
    uniqueKey,
    requiresKey: uniqueKey !== undefined && fieldNodes.get(uniqueKey)?.attribute('required') !== 'false',
    takesChildren: keyType !== undefined && find('_root_')?.typeName === keyType,
    field: name => {
      const found = find(name)
      return found && { ...found, name }
    },
  }
}

function declaredField(
  node: XmlNode,
  types: ReadonlyMap<string | undefined, XmlNode>,
  isOld: boolean,
): SchemaField {
  const name = node.attribute('name') ?? ''
  const typeName = node.attribute('type') ?? ''
  const type = types.get(typeName)
  if (type === undefined) {
    throw refuseConfigAs(400, `Unknown fieldType '${typeName}' specified on field ${name}`, `field ${name}`)
  }
  const className = type.attribute('class') ?? ''
  const flag = (property: string, otherwise: boolean) => {
    const value = node.attribute(property) ?? type.attribute(property)
    return value === undefined ? otherwise : value.toLowerCase() === 'true'
  }
  return {
    name,
    isIndexed: flag('indexed', true),
    isMultiValued: flag('multiValued', isOld),
    typeName,
    className,
    isTerm: leavesSignatures(className, type),
  }
}

function fits(pattern: string, name: string): boolean {
  if (pattern.startsWith('*')) return name.endsWith(pattern.slice(1))
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

const noPlaceForChildren =
  'Unable to index docs with children: the schema must include definitions for both a uniqueKey field ' +
  "and the '_root_' field, using the exact same fieldType"

/** @throws JavaException SolrException 400 for child documents if the schema does not allow them */
export function checkChildren({ children, fields }: SolrDocument, { field, uniqueKey }: SolrSchema): void {
  if (uniqueKey !== undefined && field('_root_')) return
  if (children.length === 0 && !fields.some(({ value }) => isChild(value))) return
  throw newSolrException(400, noPlaceForChildren)
}
