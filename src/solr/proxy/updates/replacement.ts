/**
 * Replacement: removes the documents that a batch of adds replaces, in every collection.
 *
 * It sends one deletion by query per collection and batch. In the collection of the documents, the deletion spares the
 * ids that stay; elsewhere it spares nothing, provided that is certainly another collection.
 *
 * If Solr refused an add, real-time get finds the adds it had accepted, and only their duplicates are deleted: never
 * those of a document that was not stored.
 *
 * Ours: all of it. Error: until the other collections commit, both documents can be found.
 */
import { ProxyFault } from '../upstream/proxy-fault.ts'
import type { Target } from '../upstream/solr-paths.ts'
import type { WholeAnswer } from '../upstream/upstream.ts'
import type { SolrCollections } from './collections.ts'
import { duplicateQuery, type SignedId, survivingIds } from './duplicate-query.ts'
import type { CommitKind, ReplacingAdds } from './update-batches.ts'
import { isGood, type UpdateSender } from './update-sender.ts'

/** Where documents are added, and where their duplicates are. */
interface ReplacementPlaces {
  readonly target: Target
  readonly others: readonly Target[]
  readonly collections: SolrCollections
  /** Collections with uncommitted deletions of the proxy. */
  readonly uncommitted: Set<Target>
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

  /** Whether documents replace others by more than their id. */
  async isNeeded({ signatureField }: ReplacingAdds): Promise<boolean> {
    const { collections, others, target } = this.#places
    return others.length > 0 || (await collections.uniqueKeyOf(target)) !== signatureField
  }

  /** @throws ProxyFault 502 if a collection fails to delete */
  async deleteElsewhere(adds: ReplacingAdds): Promise<void> {
    const { others, target, uncommitted } = this.#places
    const params = new URLSearchParams(this.#params)
    // The other collections may not have this chain.
    params.delete('update.chain')
    await Promise.all(
      others.map(async other => {
        uncommitted.add(other)
        const { status } = await this.#sender.update(other, [await this.#deletionIn(other, adds)], params)
        if (status === 200) return
        const problem = `duplicates in ${other.path} could not be deleted (status ${status})`
        const text = `the documents were added to ${target.path}, but ${problem}: send them again`
        throw new ProxyFault(502, text)
      }),
    )
  }

  /** @param finalParams parameters that commit, if this is the last request */
  async deleteHere(adds: ReplacingAdds, finalParams = new URLSearchParams()): Promise<WholeAnswer> {
    const params = new URLSearchParams([...this.#params, ...finalParams])
    return this.#sender.update(
      this.#places.target,
      [await this.#deletionIn(this.#places.target, adds)],
      params,
    )
  }

  /** After a refused request: deletes the duplicates of the documents that were stored. */
  async replaceArrived(adds: ReplacingAdds): Promise<void> {
    const replacing = await this.#arrivedOf(adds)
    if (replacing.length === 0) return
    await this.deleteElsewhere({ ...adds, replacing })
    await this.deleteHere({ ...adds, replacing })
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

  /** The command that deletes the duplicates in a collection. */
  async #deletionIn(collection: Target, adds: ReplacingAdds): Promise<string> {
    const { replacing, signatureField, commitWithin } = adds
    const { collections, target } = this.#places
    const uniqueKey = (await collections.uniqueKeyOf(target)) ?? ''
    const sparesIds = collection === target || !(await collections.areApart(target, collection))
    const ids = sparesIds ? survivingIds(replacing) : []
    const signatures = [...new Set(replacing.map(({ signature }) => signature))]
    const query = duplicateQuery({ signatureField, uniqueKey }, signatures, ids)
    return `"delete":${JSON.stringify({ query, ...(commitWithin !== undefined && { commitWithin }) })}`
  }

  async #arrivedOf({ replacing, signatureField }: ReplacingAdds): Promise<SignedId[]> {
    const { collections, target } = this.#places
    const uniqueKey = (await collections.uniqueKeyOf(target)) ?? ''
    const params = new URLSearchParams({ wt: 'json', fl: `${uniqueKey},${signatureField}` })
    for (const { id } of replacing) params.append('id', id)
    const answer = await this.#sender.realTimeGet(target, params)
    // Solr answers a single id with `doc`, which is null if the document is missing.
    const { doc, response } = JSON.parse(Buffer.from(answer.body).toString())
    const documents: Readonly<Record<string, unknown>>[] = response?.docs ?? (doc ? [doc] : [])
    const known = new Map(documents.map(found => [String(found[uniqueKey]), found[signatureField]]))
    return replacing.filter(({ id, signature }) => [known.get(id)].flat().includes(signature))
  }
}
