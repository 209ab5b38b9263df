/**
 * XML tree: a configuration file of Solr as nodes, with its `${property:default}` references.
 *
 *     reference = "${" name [":" default] "}"        "$$" is a dollar sign
 *
 * References are replaced when a text or an attribute is read, so one without value is an error only where it
 * matters. The text of a node includes the text of all nodes below it.
 *
 * Source: Solr Reference Guide, "Substituting Properties in Solr Config Files"; observed on 9.10.
 * Ours: documents with a DTD or an `xi:include` are refused, because the content would be elsewhere, or without end.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkArgument, checkObject, checkString } from '../../ground/options/arguments.ts'
import { newSolrException } from '../../methods/java/java-exception.ts'
import { encodable } from '../../texts/java/encodings.ts'
import { refuseConfig, refuseConfigAs, refusing } from '../messages/messages.ts'
import { decodeXml } from './xml-encoding.ts'
import { checkInclude, openXmlParser, placeOf } from './xml-parser.ts'

/** Maximum nesting, far beyond sensible files. */
const maxDepth = 1000

export class XmlNode {
  readonly name: string
  readonly children: XmlNode[] = []
  readonly #attributes: Readonly<Record<string, string>>
  readonly #properties: Readonly<Record<string, string>>
  /** Texts and children, in their order. */
  readonly #contents: (string | XmlNode)[] = []

  constructor(
    name: string,
    attributes: Readonly<Record<string, string>>,
    properties: Readonly<Record<string, string>>,
  ) {
    this.name = name
    this.#attributes = attributes
    this.#properties = properties
  }

  append(content: string | XmlNode): void {
    this.#contents.push(content)
    if (typeof content !== 'string') this.children.push(content)
  }

  attribute(name: string): string | undefined {
    const value = Object.hasOwn(this.#attributes, name) ? this.#attributes[name] : undefined
    return value === undefined ? undefined : substituted(value, this.#properties)
  }

  text(): string {
    return substituted(this.#rawText(), this.#properties)
  }

  #rawText(): string {
    return this.#contents
      .map(content => (typeof content === 'string' ? content : content.#rawText()))
      .join('')
  }
}

/**
 * The root of a configuration file.
 *
 * @param xml text, or bytes in the encoding that the XML declares
 * @param rootName name of the root in such a file
 * @param partName name of an element of such a file that may stand alone
 * @throws NearsameError TEXT_NOT_STRING; as `parseXmlTree`, and SOLR_CONFIG for another root
 */
export function parseConfigTree(
  xml: string | Uint8Array,
  properties: Readonly<Record<string, string>>,
  rootName: 'config' | 'schema',
  partName?: string,
): XmlNode {
  if (!(xml instanceof Uint8Array)) checkString('xml', xml)
  const root = parseXmlTree(xml, properties)
  if (root.name === rootName || root.name === partName) return root
  const file = rootName === 'config' ? 'solrconfig.xml' : 'schema.xml'
  throw new NearsameError('SOLR_CONFIG', {
    expected: `a ${file}, whose first element is <${rootName}>`,
    got: `<${root.name}>`,
    fix: `give the ${file} of the collection`,
  })
}

/**
 * The root of a document.
 *
 * @param xml text, or bytes in the encoding that the XML declares
 * @throws NearsameError OPTION_VALUE for properties that are not texts, SOLR_CONFIG for malformed XML, and for XML that
 * is not complete without other files
 * @example parseXmlTree('<a b="${c:d}">${e}</a>', { e: 'f' }).attribute('b') // => 'd'
 */
export function parseXmlTree(
  xml: string | Uint8Array,
  properties: Readonly<Record<string, string>>,
): XmlNode {
  checkObject('properties', properties)
  for (const [name, value] of Object.entries(properties))
    checkArgument(typeof value === 'string', `properties.${name}`, value, 'a text')
  const parser = openXmlParser('SOLR_CONFIG')
  const open: XmlNode[] = []
  let root: XmlNode | undefined
  parser.on('opentag', ({ name, attributes }) => {
    checkInclude('SOLR_CONFIG', name, attributes.href, placeOf(parser))
    if (open.length === maxDepth) parser.fail(`elements nested more than ${maxDepth} levels deep`)
    const node = new XmlNode(name, attributes, properties)
    open.at(-1)?.append(node)
    open.push(node)
    root ??= node
  })
  const append = (text: string) => open.at(-1)?.append(text)
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('closetag', () => open.pop())
  // A byte order mark is not part of the document.
  const text = typeof xml === 'string' ? xml : refusing(refuseConfig, () => decodeXml(xml))
  parser.write(encodable(text.startsWith('\ufeff') ? text.slice(1) : text)).close()
  if (root === undefined) throw refuseConfigAs(500, 'no element')
  return root
}

/** Replaces the references of a text. @throws NearsameError SOLR_CONFIG for one without a value */
export function substituted(text: string, properties: Readonly<Record<string, string>>): string {
  if (!text.includes('$')) return text
  let result = ''
  let from = 0
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', from)) {
    result += text.slice(from, at)
    if (text[at + 1] !== '{') {
      // `$$` becomes one sign; before any other character the sign stays.
      result += text[at + 1] === '$' ? '$' : text.slice(at, at + 2)
      from = at + 2
      continue
    }
    const end = text.indexOf('}', at)
    if (end < 0) throw refuseConfigAs(500, `Syntax error in property: ${text}`)
    result += valueOfProperty(text.slice(at + 2, end), properties, text)
    from = end + 1
  }
  return result + text.slice(from)
}

function valueOfProperty(
  reference: string,
  properties: Readonly<Record<string, string>>,
  text: string,
): string {
  const colon = reference.indexOf(':')
  const name = colon < 0 ? reference : reference.slice(0, colon)
  if (Object.hasOwn(properties, name)) return properties[name]
  if (colon >= 0) return reference.slice(colon + 1)
  const cause = `No system property or default value specified for ${name} value:${text}`
  const fix = `give its value in \`properties\`, ${name}=VALUE`
  throw refuseConfig(newSolrException(500, cause), undefined, fix)
}
