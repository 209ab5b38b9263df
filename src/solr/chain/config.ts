/**
 * Configuration: the update chains of a `solrconfig.xml`, and the signature processors in them.
 *
 *     chain = <updateRequestProcessorChain name? default? processor? post-processor?> processor* </...>
 *
 * A chain has the processors inside its element. Those of the attribute `processor`, defined elsewhere by
 * `updateProcessor`, go before the distributing one, and those of `post-processor` before the last one, which runs
 * the update. Anything behind that one comes too late: the document is stored. A request that names no chain gets
 * that of its handler or of `initParams`, else the last chain marked `default`, else the one without a name.
 *
 * Source: Solr Reference Guide, "Update Request Processors", "Implicit Request Handlers and initParams";
 * observed on 9.10.
 * Ours: other processors are known by name only. Files that `xi:include` names are listed, not read.
 */

import { isJavaException, JavaException, newSolrException } from '../../ground/java/java-exception.ts'
import { doubleText, floatText } from '../../ground/java/number-text.ts'
import { parseFloat32, parseInt32, trimBlanks } from '../../ground/java/numbers.ts'
import { checkString } from '../../ground/options/arguments.ts'
import { simpleClassName } from '../../methods/solr-nutch/solr-signatures.ts'
import { refuseConfig, refuseConfigAs, refuseUpdateAs } from '../messages/messages.ts'
import { parseLong, parseSolrBoolean } from '../messages/solr-params.ts'
import { parseXmlTree, type XmlNode } from '../xml/xml-tree.ts'
import { type SignatureArgument, type SignatureSettings, signatureSettings } from './signature-processor.ts'

export interface SolrChain {
  /** Undefined for a chain without a name, and for Solr's own chain when none is defined. */
  readonly name: string | undefined
  readonly isDefault: boolean
  /** Classes in the order of the chain, as written; the distributing processor is named where Solr puts it. */
  readonly processors: readonly string[]
  /**
   * Settings of the signature processors that run before a document is stored, in order; those behind the last
   * processor that runs the update do not count.
   */
  readonly signatures: readonly SignatureSettings[]
  /** Whether a processor runs the update. Without one, Solr reports success and stores nothing. */
  readonly isStoring: boolean
}

export interface SolrConfig {
  readonly chains: readonly SolrChain[]
  /** Files that `xi:include` names; their content is unknown. */
  readonly includes: readonly string[]
  /**
   * The chain of a request.
   *
   * @param name the parameter `update.chain`; undefined or empty if the request has none
   * @param path path of the handler; default `/update`
   * @throws NearsameError SOLR_UPDATE if no chain has the name
   */
  chainOf(name?: string, path?: string): SolrChain
}

/**
 * Reads a configuration.
 *
 * @param properties values for `${name}` and `${name:default}`, as from `core.properties` and Solr's command
 * line
 * @throws NearsameError SOLR_CONFIG if the XML is malformed, or Solr would not start with it
 */
export function parseSolrConfig(
  xml: string,
  properties: Readonly<Record<string, string>> = {},
): SolrConfig {
  checkString('xml', xml)
  const root = parseXmlTree(xml, properties)
  const all = (name: string) => root.children.filter(node => node.name === name && isEnabled(node))
  const named = new Map(all('updateProcessor').map(node => [node.attribute('name'), node]))
  const chains = all('updateRequestProcessorChain').map(node => chainOf(node, named))
  const byName = new Map(chains.map(chain => [chain.name, chain]))
  const fallback = chains.findLast(chain => chain.isDefault) ?? byName.get(undefined) ?? implicitChain
  const handlers = new Map(all('requestHandler').map(node => [node.attribute('name'), node]))
  return {
    chains,
    includes: includesOf(root),
    chainOf: (name, path = '/update') => {
      const wanted = name || chainOfHandler(path, handlers.get(path), all('initParams'))
      if (wanted === undefined || wanted === '') return fallback
      const chain = byName.get(wanted)
      if (chain) return chain
      throw refuseUpdateAs(400, `unknown UpdateRequestProcessorChain: ${wanted}`)
    },
  }
}

const distributing = 'solr.DistributedUpdateProcessorFactory'
const logging = 'solr.LogUpdateProcessorFactory'
const running = 'solr.RunUpdateProcessorFactory'

const implicitChain: SolrChain = Object.freeze({
  name: undefined,
  isDefault: true,
  processors: Object.freeze([logging, distributing, running]),
  signatures: Object.freeze([]),
  isStoring: true,
})

function isEnabled(node: XmlNode): boolean {
  return (node.attribute('enable') ?? 'true').toLowerCase() === 'true'
}

/** A processor: its class as written, and its node, unless Solr adds it itself. */
interface Processor {
  readonly className: string
  readonly node: XmlNode | undefined
}

function isOfClass({ className }: Processor, name: string): boolean {
  return simpleClassName(className) === simpleClassName(name)
}

function chainOf(node: XmlNode, named: ReadonlyMap<string | undefined, XmlNode>): SolrChain {
  const name = node.attribute('name')
  const isDefault = node.attribute('default')?.toLowerCase() === 'true'
  const what = `updateRequestProcessorChain "${name ?? ''}"${isDefault ? ' (default)' : ''}`
  const list = node.children
    .filter(child => child.name === 'processor' && isEnabled(child))
    .map(processorOf)
  if (list.length === 0) throw refuseConfigAs(500, `${what} require at least one processor`)
  const run = list.findIndex(processor => isOfClass(processor, running))
  if (run >= 0 && !list.some(processor => isOfClass(processor, distributing))) {
    list.splice(run, 0, { className: distributing, node: undefined })
  }
  insertBefore(list, namedProcessors(node.attribute('processor'), named), distributing, 0)
  insertBefore(list, namedProcessors(node.attribute('post-processor'), named), running, list.length - 1)
  const signing = list.map(processor =>
    processor.node && isOfClass(processor, 'SignatureUpdateProcessorFactory')
      ? settingsOf(processor.node, what)
      : undefined,
  )
  const end = list.findLastIndex(processor => isOfClass(processor, running))
  return Object.freeze({
    name,
    isDefault,
    processors: Object.freeze(list.map(processor => processor.className)),
    signatures: Object.freeze(
      signing.slice(0, end < 0 ? undefined : end).filter(settings => settings !== undefined),
    ),
    isStoring: end >= 0,
  })
}

function processorOf(node: XmlNode): Processor {
  return { className: node.attribute('class') ?? '', node }
}

/** The processors in a comma-separated list of names. */
function namedProcessors(
  names: string | undefined,
  named: ReadonlyMap<string | undefined, XmlNode>,
): Processor[] {
  const wanted = (names ?? '').split(',').map(trimBlanks).filter(Boolean)
  return wanted.map(name => {
    const node = named.get(name)
    if (node) return processorOf(node)
    const isKnown = ['template', 'atomic', 'uuid'].includes(name.toLowerCase())
    if (isKnown) return { className: name, node: undefined }
    throw refuseConfigAs(400, `No such processor ${name}`)
  })
}

/** Inserts before the first processor of a class, and before the log in front of it; without one, at `otherwise`. */
function insertBefore(
  list: Processor[],
  added: readonly Processor[],
  className: string,
  otherwise: number,
): void {
  const found = list.findIndex(processor => isOfClass(processor, className))
  const hasLog = className === distributing && found > 0 && isOfClass(list[found - 1], logging)
  list.splice(found < 0 ? otherwise : found - (hasLog ? 1 : 0), 0, ...added)
}

function settingsOf(node: XmlNode, where: string): SignatureSettings {
  try {
    return signatureSettings(node.children.flatMap(argumentOf))
  } catch (error) {
    throw isJavaException(error) ? refuseConfig(error, where) : error
  }
}

/** A setting with the type Solr gives it. Elements with other names are not settings. */
function argumentOf(node: XmlNode): SignatureArgument[] {
  const name = node.attribute('name')
  if (name === undefined) return []
  if (node.name === 'arr') {
    const texts = node.children.flatMap(child => plainText(child, undefined) ?? [])
    return [{ name, texts, className: 'java.util.ArrayList' }]
  }
  if (node.name === 'lst') {
    const entries = node.children.map(child => `${child.attribute('name')}=${child.text()}`)
    return [{ name, texts: [`{${entries.join(',')}}`], className: 'org.apache.solr.common.util.NamedList' }]
  }
  if (node.name === 'null') {
    const problem = 'Cannot invoke "Object.toString()" because "val" is null'
    throw new JavaException('java.lang.NullPointerException', problem)
  }
  const text = plainText(node, name)
  return text === undefined ? [] : [{ name, texts: [text], className: classes[node.name] }]
}

const classes: Readonly<Record<string, string>> = {
  str: 'java.lang.String',
  bool: 'java.lang.Boolean',
  int: 'java.lang.Integer',
  long: 'java.lang.Long',
  float: 'java.lang.Float',
  double: 'java.lang.Double',
}

/** The text of an element's value; undefined for other elements. */
function plainText(node: XmlNode, name: string | undefined): string | undefined {
  const type = node.name
  if (!Object.hasOwn(classes, type)) return undefined
  const text = node.text()
  if (type === 'str') return text
  if (type === 'bool') return String(parseSolrBoolean(text))
  try {
    if (type === 'int') return String(parseInt32(text))
    if (type === 'long') return parseLong(text)
    // Both have the same grammar; a double is not rounded to a float.
    const float = parseFloat32(text)
    return type === 'float' ? floatText(float) : doubleText(doubleOf(text) ?? float)
  } catch {
    const what = name === undefined ? '' : `of '${name}' `
    throw newSolrException(500, `Value ${what}can not be parsed as '${type}': "${text}"`)
  }
}

/** A decimal number without a type suffix. */
function doubleOf(text: string): number | undefined {
  const value = Number(trimBlanks(text).replace(/[fFdD]$/, ''))
  return Number.isNaN(value) ? undefined : value
}

/** The chain named by the handler of a path, else by `initParams` for it. */
function chainOfHandler(
  path: string,
  handler: XmlNode | undefined,
  initParams: readonly XmlNode[],
): string | undefined {
  const wanted = (handler?.attribute('initParams') ?? '').split(',')
  const byName = initParams.filter(node => wanted.includes(node.attribute('name') ?? ' '))
  const byPath = initParams.filter(node => matches(node.attribute('path'), path))
  const nodes = [...(handler ? [handler] : []), ...byName, ...byPath]
  for (const list of ['invariants', 'defaults', 'appends']) {
    for (const node of nodes) {
      const found = node.children
        .filter(child => child.name === 'lst' && child.attribute('name') === list)
        .flatMap(child => child.children)
        .find(child => child.attribute('name') === 'update.chain')
      if (found) return found.text()
    }
  }
  return undefined
}

/** Whether one of the comma-separated patterns fits: a final `*` is one step of a path, `**` any number. */
function matches(patterns: string | undefined, path: string): boolean {
  const steps = path.split('/')
  return (patterns ?? '').split(',').some(pattern => {
    const wanted = pattern.split('/')
    for (const [at, step] of steps.entries()) {
      if (wanted[at] === '**' || (wanted[at] === '*' && at === steps.length - 1)) return true
      if (wanted[at] !== step) return false
    }
    const rest = wanted[steps.length]
    return rest === undefined ? wanted.length === steps.length : rest === '*' || rest === '**'
  })
}

function includesOf(node: XmlNode): string[] {
  const own = /(?:^|:)include$/.test(node.name) ? [node.attribute('href') ?? ''] : []
  return own.concat(node.children.flatMap(includesOf))
}
