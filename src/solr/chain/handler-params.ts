/**
 * Handler parameters: what a configuration adds to the parameters of an update.
 *
 *     invariants  before  the request  before  defaults  before  appends
 *
 * each from the sets of `params.json` that the handler uses, then the handler, then `initParams` by name, then those by
 * path. Handlers that Solr has by itself use the sets `_UPDATE`, `_UPDATE_JSON`, `_UPDATE_JSON_DOCS`, `_UPDATE_CSV`.
 *
 * Source: Solr Reference Guide, "Implicit Request Handlers", "initParams", "Request Parameters API"; observed on 9.10.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ownValue } from '../../ground/json/field.ts'
import type { XmlNode } from '../xml/xml-tree.ts'

const implicitSets: Readonly<Record<string, string>> = {
  '/update': '_UPDATE',
  '/update/json': '_UPDATE_JSON',
  '/update/json/docs': '_UPDATE_JSON_DOCS',
  '/update/csv': '_UPDATE_CSV',
}

type List = 'invariants' | 'defaults' | 'appends'
type ParamSet = Readonly<Record<string, unknown>>

export class HandlerParams {
  readonly #handlers: ReadonlyMap<string | undefined, XmlNode>
  readonly #initParams: readonly XmlNode[]
  readonly #sets: Readonly<Record<string, ParamSet>> | undefined

  /**
   * @param paramsJson text of `params.json`; undefined if it is unknown
   * @throws NearsameError SOLR_CONFIG if it is none
   */
  constructor(
    handlers: readonly XmlNode[],
    initParams: readonly XmlNode[],
    paramsJson: string | undefined,
  ) {
    this.#handlers = new Map(handlers.map(node => [node.attribute('name'), node]))
    this.#initParams = initParams
    this.#sets = paramsJson === undefined ? undefined : readSets(paramsJson)
  }

  /**
   * The value of a parameter.
   *
   * @param given that of the request; undefined or empty if it has none
   * @throws NearsameError SOLR_CHAIN if the handler uses parameters that are unknown
   */
  value(path: string, name: string, given: string | undefined): string | undefined {
    const handler = this.#handlers.get(path)
    const wanted = (handler?.attribute('initParams') ?? '').split(',')
    const byName = this.#initParams.filter(node => wanted.includes(node.attribute('name') ?? ' '))
    const byPath = this.#initParams.filter(node => matches(node.attribute('path'), path))
    const nodes = [...(handler ? [handler] : []), ...byName, ...byPath]
    const sets = this.#setsOf(path, handler)
    const find = (list: List): string | undefined => inSets(sets, list, name) ?? inNodes(nodes, list, name)
    return find('invariants') ?? (given || (find('defaults') ?? find('appends')))
  }

  #setsOf(path: string, handler: XmlNode | undefined): ParamSet[] {
    const written = handler ? handler.attribute('useParams') : ownValue(implicitSets, path)
    const names = (written ?? '').split(',').filter(Boolean)
    // The last of several comes first.
    const sets = this.#sets
    if (sets !== undefined)
      return names
        .toReversed()
        .map(name => ownValue(sets, name))
        .filter(set => set !== undefined)
    if (handler === undefined || names.length === 0) return []
    throw new NearsameError('SOLR_CHAIN', {
      expected: 'the parameters that the handler uses, which may name another chain',
      got: `useParams="${names.join(',')}"`,
      where: `requestHandler "${path}"`,
      fix: 'put the `params.json` of the collection beside the configuration, or take out useParams',
    })
  }
}

function readSets(text: string): Readonly<Record<string, ParamSet>> {
  try {
    const { params = {} } = JSON.parse(text)
    if (typeof params === 'object' && params !== null) return params
  } catch {
    // Refused below.
  }
  throw new NearsameError('SOLR_CONFIG', {
    expected: 'a params.json with an object `params`',
    got: text.slice(0, 60),
    fix: 'give that of the collection',
  })
}

const keysOfLists: Readonly<Record<List, string | undefined>> = {
  invariants: '_invariants_',
  defaults: undefined,
  appends: '_appends_',
}

function inSets(sets: readonly ParamSet[], list: List, name: string): string | undefined {
  const key = keysOfLists[list]
  for (const set of sets) {
    const values = (key === undefined ? set : ownValue(set, key)) as ParamSet | undefined
    const value = ownValue(values ?? {}, name)
    if (value !== undefined) return String(Array.isArray(value) ? value[0] : value)
  }
  return undefined
}

function inNodes(nodes: readonly XmlNode[], list: List, name: string): string | undefined {
  for (const node of nodes) {
    const found = node.children
      .filter(child => child.name === 'lst' && child.attribute('name') === list)
      .flatMap(child => child.children)
      .find(child => child.attribute('name') === name)
    if (found) return found.text()
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
