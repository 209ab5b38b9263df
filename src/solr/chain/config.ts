/**
 * Configuration: the update chains of a `solrconfig.xml`, and what they do to a document.
 *
 *     chain = <updateRequestProcessorChain name? default? processor? post-processor?> processor* </...>
 *
 * A chain has the processors inside its element. Those of the attribute `processor`, defined elsewhere by
 * `updateProcessor`, go before the distributing one, and those of `post-processor` before the last one, which runs
 * the update; the parameters of those names do the same for one request. Anything behind that one comes too late: the
 * document is stored. A request that names no chain gets that of its handler or of `initParams`, else the last chain
 * marked `default`, else the one without a name.
 *
 * Source: Solr Reference Guide, "Update Request Processors", "Implicit Request Handlers and initParams";
 * observed on 9.10.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { trimBlanks } from '../../methods/java/numbers.ts'
import { refuseConfigAs, refuseUpdateAs } from '../messages/messages.ts'
import { parseConfigTree, type XmlNode } from '../xml/xml-tree.ts'
import {
  type ChainStep,
  isSigning,
  type RunnableChain,
  settingsOfSteps,
  solrProcessor,
  stepOf,
} from './chain-steps.ts'
import { HandlerParams } from './handler-params.ts'
import type { SignatureSettings } from './signature-processor.ts'

export interface SolrChain extends RunnableChain {
  /** Undefined for a chain without a name, and for Solr's own chain when none is defined. */
  readonly name: string | undefined
  readonly isDefault: boolean
  /** Classes in the order of the chain, as written; the distributing processor is named where Solr puts it. */
  readonly processors: readonly string[]
  /**
   * Settings of the signature processors that run before a document is stored, in order; those behind the last
   * processor that runs the update do not count.
   *
   * @throws NearsameError SOLR_CHAIN if another processor changes documents before a signature: then the settings alone
   * do not give Solr's signature, but the whole chain does
   */
  readonly signatures: readonly SignatureSettings[]
}

/** Names of processors that a request adds to its chain, separated by commas. */
export interface AddedProcessors {
  /** The parameter `processor`. Default: that of the handler. */
  readonly processor?: string | undefined
  /** The parameter `post-processor`. Default: that of the handler. */
  readonly postProcessor?: string | undefined
}

export interface SolrConfig {
  readonly chains: readonly SolrChain[]
  /**
   * The chain of a request.
   *
   * @param name the parameter `update.chain`; undefined or empty if the request has none
   * @param path path of the handler; default `/update`
   * @param added processors that the request names; default: those of the handler
   * @throws NearsameError SOLR_UPDATE if no chain or processor has the name, SOLR_CHAIN if the handler uses parameters
   * that are unknown
   */
  chainOf(name?: string, path?: string, added?: AddedProcessors): SolrChain
  /** A chain with the processors that a request and its handler add. @throws as `chainOf` */
  extended(chain: SolrChain, path: string, added?: AddedProcessors): SolrChain
}

/**
 * Reads a configuration.
 *
 * @param xml text, or bytes in the encoding that the XML declares; a single chain may stand alone
 * @param properties values for `${name}` and `${name:default}`, as from `core.properties` and Solr's command
 * line
 * @param paramsJson text of the collection's `params.json`. Default: unknown
 * @throws NearsameError SOLR_CONFIG if the XML is malformed, or Solr would not start with it
 */
export function parseSolrConfig(
  xml: string | Uint8Array,
  properties: Readonly<Record<string, string>> = {},
  paramsJson?: string,
): SolrConfig {
  const root = parseConfigTree(xml, properties, 'config', 'updateRequestProcessorChain')
  const elements = root.name === 'config' ? root.children : [root]
  const all = (name: string) => elements.filter(node => node.name === name && isEnabled(node))
  const named = new Map(all('updateProcessor').map(node => [node.attribute('name'), node]))
  // Weak, because each request with processors of its own makes a chain.
  const lists = new WeakMap<SolrChain, readonly Processor[]>()
  const keep = (chain: SolrChain, list: readonly Processor[]) => {
    lists.set(chain, list)
    return chain
  }
  const chains = all('updateRequestProcessorChain').map(node => {
    const list = processorsOf(node, named)
    return keep(chainOfList(list, node.attribute('name'), isDefault(node)), list)
  })
  const byName = new Map(chains.map(chain => [chain.name, chain]))
  const implicit = keep(chainOfList(implicitList, undefined, true), implicitList)
  const fallback = chains.findLast(chain => chain.isDefault) ?? byName.get(undefined) ?? implicit
  const params = new HandlerParams(all('requestHandler'), all('initParams'), paramsJson)
  const extended: SolrConfig['extended'] = (chain, path, added = {}) => {
    const processor = params.value(path, 'processor', added.processor)
    const postProcessor = params.value(path, 'post-processor', added.postProcessor)
    if (processor === undefined && postProcessor === undefined) return chain
    const list = [...(lists.get(chain) ?? [])]
    insertNamed(list, named, { processor, postProcessor }, refuseUpdateAs)
    return keep(chainOfList(list, chain.name, chain.isDefault), list)
  }
  return {
    chains,
    extended,
    chainOf: (name, path = '/update', added = {}) => {
      const wanted = params.value(path, 'update.chain', name)
      const chain = wanted ? byName.get(wanted) : fallback
      if (chain) return extended(chain, path, added)
      throw refuseUpdateAs(400, `unknown UpdateRequestProcessorChain: ${wanted}`)
    },
  }
}

function isEnabled(node: XmlNode): boolean {
  return (node.attribute('enable') ?? 'true').toLowerCase() === 'true'
}

function isDefault(node: XmlNode): boolean {
  return node.attribute('default')?.toLowerCase() === 'true'
}

/** A processor: its class as written, and its node, unless Solr adds it itself. */
interface Processor {
  readonly className: string
  readonly node: XmlNode | undefined
}

const classes = {
  Distributed: 'solr.DistributedUpdateProcessorFactory',
  Log: 'solr.LogUpdateProcessorFactory',
  Run: 'solr.RunUpdateProcessorFactory',
}

const implicitList: readonly Processor[] = [classes.Log, classes.Distributed, classes.Run].map(
  className => ({
    className,
    node: undefined,
  }),
)

function isNamed({ className }: Processor, ...names: readonly string[]): boolean {
  return names.includes(solrProcessor(className) ?? '')
}

function title(name: string | undefined, isMarked: boolean): string {
  return `updateRequestProcessorChain "${name ?? ''}"${isMarked ? ' (default)' : ''}`
}

/** The processors of a chain, as Solr completes them. */
function processorsOf(node: XmlNode, named: ReadonlyMap<string | undefined, XmlNode>): Processor[] {
  const what = title(node.attribute('name'), isDefault(node))
  const list = node.children
    .filter(child => child.name === 'processor' && isEnabled(child))
    .map(processorOf)
  if (list.length === 0) throw refuseConfigAs(500, `${what} require at least one processor`)
  const distributing = list.filter(processor => isNamed(processor, 'Distributed', 'NoOpDistributing'))
  if (distributing.length > 1) {
    const problem = 'may not contain more then one instance of DistributingUpdateProcessorFactory'
    throw refuseConfigAs(500, `${what} ${problem}`)
  }
  const run = list.findIndex(processor => isNamed(processor, 'Run'))
  if (run >= 0 && distributing.length === 0)
    list.splice(run, 0, { className: classes.Distributed, node: undefined })
  const [processor, postProcessor] = [node.attribute('processor'), node.attribute('post-processor')]
  insertNamed(list, named, { processor, postProcessor }, refuseConfigAs)
  return list
}

function chainOfList(list: readonly Processor[], name: string | undefined, isMarked: boolean): SolrChain {
  const what = title(name, isMarked)
  const all = list.map(({ className, node }) => stepOf(className, node, what))
  const end = list.findLastIndex(processor => isNamed(processor, 'Run'))
  const steps = all.slice(0, end < 0 ? undefined : end).filter(step => step !== undefined)
  return Object.freeze({
    name,
    isDefault: isMarked,
    processors: Object.freeze(list.map(processor => processor.className)),
    steps: Object.freeze(steps),
    get signatures() {
      checkAlone(steps, what)
      return Object.freeze(settingsOfSteps(steps))
    },
    isStoring: end >= 0,
  })
}

/** @throws NearsameError SOLR_CHAIN if a processor changes documents before the last signature */
function checkAlone(steps: readonly ChainStep[], where: string): void {
  const last = steps.findLastIndex(isSigning)
  const other = steps.slice(0, Math.max(last, 0)).find(step => step.kind !== 'signature')
  if (other === undefined) return
  throw new NearsameError('SOLR_CHAIN', {
    expected: 'only signatures before the last signature, where their settings are used alone',
    got: other.className,
    where,
    fix: 'give the chain itself to `updateChain`',
  })
}

function processorOf(node: XmlNode): Processor {
  return { className: node.attribute('class') ?? '', node }
}

/** Inserts processors by name. @throws what `refuse` makes, for an unknown name */
function insertNamed(
  list: Processor[],
  named: ReadonlyMap<string | undefined, XmlNode>,
  { processor, postProcessor }: AddedProcessors,
  refuse: (code: number, message: string) => Error,
): void {
  const found = (names: string | undefined) => namedProcessors(names, named, refuse)
  insertBefore(list, found(processor), 'Distributed', 0)
  insertBefore(list, found(postProcessor), 'Run', list.length - 1)
}

/** The processors in a comma-separated list of names. */
function namedProcessors(
  names: string | undefined,
  named: ReadonlyMap<string | undefined, XmlNode>,
  refuse: (code: number, message: string) => Error,
): Processor[] {
  const wanted = (names ?? '').split(',').map(trimBlanks).filter(Boolean)
  return wanted.map(name => {
    const node = named.get(name)
    if (node) return processorOf(node)
    const isKnown = ['template', 'atomic', 'uuid'].includes(name.toLowerCase())
    if (isKnown) return { className: name, node: undefined }
    throw refuse(400, `No such processor ${name}`)
  })
}

/** Inserts before the first processor of a name, and before the log in front of it; without one, at `otherwise`. */
function insertBefore(
  list: Processor[],
  added: readonly Processor[],
  name: 'Distributed' | 'Run',
  otherwise: number,
): void {
  const found = list.findIndex(processor => isNamed(processor, name))
  const hasLog = name === 'Distributed' && found > 0 && isNamed(list[found - 1], 'Log')
  list.splice(found < 0 ? otherwise : found - (hasLog ? 1 : 0), 0, ...added)
}
