/**
 * Collections: what the proxy must know about the collections behind it.
 *
 * The unique key is requested once. Two names count as two collections only if Solr confirms it: if one name were an
 * alias of the other, deleting "in the other one" regardless of ids would delete the new document itself.
 *
 * Ours: a core is identified by its index directory and the start of its process, a collection of SolrCloud by its
 * cluster and its name behind aliases.
 */
import { ProxyFault } from '../upstream/proxy-fault.ts'
import type { Target } from '../upstream/solr-paths.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** The parts of Solr's answer to `/admin/system` that distinguish cores. */
interface SystemInfo {
  readonly mode?: string
  readonly zkHost?: string
  readonly core?: { readonly host?: string; readonly directory?: { readonly index?: string } }
  readonly jvm?: { readonly jmx?: { readonly startTime?: string } }
}

export class SolrCollections {
  readonly #upstream: Upstream
  readonly #knownKey: string | undefined
  #uniqueKey: Promise<string | undefined> | undefined
  readonly #apart = new Map<string, Promise<boolean>>()

  /** @param uniqueKey the unique key, or undefined to ask Solr */
  constructor(upstream: Upstream, uniqueKey: string | undefined) {
    this.#upstream = upstream
    this.#knownKey = uniqueKey
  }

  /** The unique key of the schema. @throws ProxyFault if Solr does not return it */
  async uniqueKeyOf(target: Target): Promise<string | undefined> {
    if (this.#knownKey !== undefined) return this.#knownKey
    this.#uniqueKey ??= this.#ask(target, `${target.path}/schema/uniquekey`).then(({ uniqueKey }) =>
      typeof uniqueKey === 'string' ? uniqueKey : undefined,
    )
    return this.#uniqueKey.catch((error: unknown) => {
      this.#uniqueKey = undefined
      throw error
    })
  }

  /** Whether these are certainly two collections. Never throws: a failed query means uncertain. */
  areApart(one: Target, other: Target): Promise<boolean> {
    const key = [one, other].map(target => target.origin + target.path).join(' ')
    const known = this.#apart.get(key)
    if (known !== undefined) return known
    const asked = this.#compare(one, other).catch(() => {
      this.#apart.delete(key)
      return false
    })
    this.#apart.set(key, asked)
    return asked
  }

  async #compare(one: Target, other: Target): Promise<boolean> {
    const [a, b] = await Promise.all([this.#systemOf(one), this.#systemOf(other)])
    if (a.mode !== 'solrcloud' || b.mode !== 'solrcloud') return !isSameCore(a, b)
    if (a.zkHost !== b.zkHost) return true
    const [ofOne, ofOther] = await Promise.all([this.#namesOf(one), this.#namesOf(other)])
    return ofOne.every(name => !ofOther.includes(name))
  }

  #systemOf(target: Target): Promise<SystemInfo> {
    return this.#ask(target, `${target.path}/admin/system`)
  }

  /** The collections behind a name in SolrCloud. An alias may stand for several. */
  async #namesOf(target: Target): Promise<string[]> {
    const [context, name] = target.path.split('/').slice(1)
    const { aliases = {} } = await this.#ask(target, `/${context}/admin/collections?action=LISTALIASES`)
    let names = [decodeURIComponent(name)]
    for (let depth = 0; depth < 10; depth++) {
      names = names.flatMap(known => (aliases as Record<string, string>)[known]?.split(',') ?? [known])
    }
    return names
  }

  async #ask(target: Target, path: string): Promise<Record<string, unknown>> {
    const answer = await this.#upstream.send({
      origin: target.origin,
      method: 'GET',
      path: `${path}${path.includes('?') ? '&' : '?'}wt=json`,
      headers: { accept: 'application/json', host: new URL(target.origin).host },
    })
    if (answer.status !== 200) throw new ProxyFault(502, `${target.origin}${path} answers ${answer.status}`)
    return JSON.parse(Buffer.from(answer.body).toString())
  }
}

/** Missing information counts as the same core, to be safe. */
function isSameCore(a: SystemInfo, b: SystemInfo): boolean {
  const [ofA, ofB] = [a, b].map(info => [info.core?.directory?.index, info.jvm?.jmx?.startTime])
  if ([...ofA, ...ofB].includes(undefined)) return true
  return ofA.every((part, i) => part === ofB[i])
}
