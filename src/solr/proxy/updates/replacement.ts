/**
 * Replacement: removes the documents that a batch of adds replaces, in every collection, with their children.
 *
 *     add ─▶ which of them are stored, with which version? ─▶ delete older ones with their signatures
 *
 * Small batches of concurrent updates do so together: each deletion makes Solr open a searcher, whatever its size.
 *
 * Only what Solr has stored replaces anything: if it refused an add, the duplicates of the others are deleted, and
 * never those of a document that was not stored.
 *
 * Ours: all of it. Error: until the other collections commit, both documents can be found.
 */
import { ProxyFault } from '../upstream/proxy-fault.ts'
import type { Target } from '../upstream/solr-paths.ts'
import type { WholeAnswer } from '../upstream/upstream.ts'
import type { SolrCollections } from './collections.ts'
import { duplicateQueries, newestOf, type Replaced, type StoredId } from './duplicate-query.ts'
import type { EqualVersions } from './equal-versions.ts'
import type { JoinedWork } from './joined-work.ts'
import type { KnownRoots } from './known-roots.ts'
import { arrivedOf, committedWith } from './stored-documents.ts'
import type { CommitKind, ReplacingAdds } from './update-batches.ts'
import { isGood, type UpdateSender } from './update-sender.ts'

/** The batches whose duplicates are deleted together, and Solr's answer. */
export type JoinedReplacements = JoinedWork<ReplacingAdds, WholeAnswer | undefined>

/** Adds in a batch up to which it is joined with others. Larger ones fill a deletion well enough by themselves. */
const mostJoinedAdds = 20

/** Where documents are added, and where their duplicates are. */
interface ReplacementPlaces {
  readonly target: Target
  readonly others: readonly Target[]
  readonly collections: SolrCollections
  readonly roots: KnownRoots
  readonly equalVersions: EqualVersions
  /** Collections with uncommitted deletions of the proxy. */
  readonly uncommitted: Set<Target>
  readonly joined: JoinedReplacements
  /** The parameter `_route_` of the update. */
  readonly route: string | null
}

export class Replacement {
  readonly #sender: UpdateSender
  readonly #places: ReplacementPlaces
  /** Parameters sent with every deletion. */
  readonly #params: URLSearchParams

  constructor(sender: UpdateSender, places: ReplacementPlaces, params: URLSearchParams) {
    this.#sender = sender
    this.#places = places
    this.#params = params
  }

  /**
   * Whether documents replace others by more than their id. Asks what deletions need to know, so that a Solr that does
   * not tell is noticed before anything is added.
   *
   * @throws ProxyFault
   */
  async isNeeded({ signatureField }: ReplacingAdds): Promise<boolean> {
    const { collections, others, target } = this.#places
    if (others.length === 0 && (await this.#uniqueKey()) === signatureField) return false
    await Promise.all([target, ...others].map(one => collections.childrenIn(one, this.#sender)))
    return true
  }

  /**
   * Deletes what the stored documents of a batch replace, elsewhere first.
   *
   * @param finalParams parameters that commit, if the deletion here is the last request
   * @returns Solr's answer to the deletion here; undefined if none of the documents is stored
   * @throws ProxyFault 502 if a collection fails to delete
   */
  async replace(
    adds: ReplacingAdds,
    finalParams = new URLSearchParams(),
  ): Promise<WholeAnswer | undefined> {
    const { joined, roots, target } = this.#places
    roots.remember(target, adds.roots)
    if (finalParams.size > 0 || adds.replacing.length > mostJoinedAdds) {
      return this.#replaceAll([adds], finalParams)
    }
    return joined.take(this.#keyOf(adds), adds, batches => this.#replaceAll(batches, finalParams))
  }

  /** Equal for batches whose duplicates the same requests can delete. */
  #keyOf({ commitWithin, signatureField }: ReplacingAdds): string {
    const { route, target } = this.#places
    const { origin, path } = target
    const parts = [
      origin + path,
      this.#sender.client,
      String(this.#params),
      route,
      signatureField,
      commitWithin,
    ]
    return JSON.stringify(parts)
  }

  /** @param batches with one signature field and `commitWithin` */
  async #replaceAll(
    batches: readonly ReplacingAdds[],
    finalParams: URLSearchParams,
  ): Promise<WholeAnswer | undefined> {
    const { equalVersions, others, route, target } = this.#places
    const [adds] = batches
    const fields = { uniqueKey: await this.#uniqueKey(), signatureField: adds.signatureField }
    const all = batches.flatMap(({ replacing }) => replacing)
    const stored = await arrivedOf(this.#sender, target, { adds: all, fields, route })
    if (stored.length === 0) return undefined
    const staying = newestOf(stored)
    const equal = equalVersions.take(target, adds.signatureField, staying)
    const replacedIn = (place: Target): Replaced => ({
      staying,
      equal: equal.filter(one => one.target === place),
    })
    await Promise.all(others.map(other => this.#deleteElsewhere(other, adds, replacedIn(other))))
    const params = new URLSearchParams([...this.#params, ...finalParams])
    return this.#sender.update(target, await this.#deletions(target, adds, replacedIn(target)), params)
  }

  async #deleteElsewhere(other: Target, adds: ReplacingAdds, replaced: Replaced): Promise<void> {
    const { target, uncommitted } = this.#places
    const params = new URLSearchParams(this.#params)
    // The other collections may not have this chain.
    params.delete('update.chain')
    uncommitted.add(other)
    const { status } = await this.#sender.update(
      other,
      await this.#deletions(other, adds, replaced),
      params,
    )
    if (status === 200) return
    const problem = `duplicates in ${other.path} could not be deleted (status ${status})`
    const text = `the documents were added to ${target.path}, but ${problem}: send them again`
    throw new ProxyFault(502, text)
  }

  /** Forwards a commit to the collections with uncommitted deletions. @throws ProxyFault 502 */
  async commitElsewhere(commit: CommitKind): Promise<void> {
    const { others, uncommitted } = this.#places
    const params = new URLSearchParams(commit === 'soft' ? { softCommit: 'true' } : { commit: 'true' })
    for (const other of others.filter(collection => uncommitted.has(collection))) {
      uncommitted.delete(other)
      const answer = await this.#sender.update(other, [], params)
      if (isGood(answer)) continue
      uncommitted.add(other)
      throw new ProxyFault(502, `${other.path} could not be committed (status ${answer.status})`)
    }
  }

  /** The commands that delete the duplicates in a collection. */
  async #deletions(
    collection: Target,
    { signatureField, commitWithin }: ReplacingAdds,
    replaced: Replaced,
  ): Promise<string[]> {
    const children = await this.#places.collections.childrenIn(collection, this.#sender)
    const fields = { signatureField, uniqueKey: await this.#uniqueKey() }
    const isCommitted = children === 'roots'
    const roots = children === 'none' ? [] : await this.#rootsIn(collection, fields, replaced, isCommitted)
    const queries = duplicateQueries({ ...fields, hasPaths: children === 'paths' }, replaced, roots)
    const within = commitWithin !== undefined && { commitWithin }
    return queries.map(query => `"delete":${JSON.stringify({ query, ...within })}`)
  }

  /** Replaced documents that may have children, which only their id finds. */
  async #rootsIn(
    collection: Target,
    fields: { uniqueKey: string; signatureField: string },
    { staying, equal }: Replaced,
    isCommitted: boolean,
  ): Promise<StoredId[]> {
    const { roots, route } = this.#places
    const staysWith = new Map(staying.map(one => [one.signature, one]))
    const signatures = [...staysWith.keys()]
    const known = roots.with(collection, signatures)
    const found = [
      ...(known.length === 0
        ? []
        : await arrivedOf(this.#sender, collection, { adds: known, fields, route })),
      ...(isCommitted ? await committedWith(this.#sender, collection, signatures, fields) : []),
    ]
    const isReplaced = ({ signature, version }: StoredId) =>
      version < (staysWith.get(signature)?.version ?? 0n)
    return [...found.filter(isReplaced), ...equal]
  }

  async #uniqueKey(): Promise<string> {
    return (await this.#places.collections.uniqueKeyOf(this.#places.target, this.#sender)) ?? ''
  }
}
