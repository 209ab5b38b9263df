/**
 * Update relay: batches of an update go to Solr, one after the other, and what they replace is removed.
 *
 *     batch without replacement:   adds and other commands                          one request
 *     batch with replacement:      adds  ─▶  duplicates elsewhere  ─▶  duplicates here  ─▶  other commands
 *
 * The duplicates of a batch are deleted after its documents have been taken and before the client hears of it. A commit
 * that the client asks for comes with the last request, so that no searcher of this collection sees both. Adds that
 * share a signature wait for one another.
 *
 * Where Solr refuses an add, what it took before is found by real-time get and its duplicates are deleted: never those
 * of a document that is not there.
 *
 * Ours: all of it. Error: between the requests, and until other collections commit, both documents can be found.
 */

import { ProxyFault } from '../proxy-fault.ts'
import type { Target } from '../solr-paths.ts'
import type { Upstream, WholeAnswer } from '../upstream.ts'
import type { Collections } from './collections.ts'
import { duplicateQuery, survivingIds } from './duplicate-query.ts'
import type { SignatureLocks } from './signature-locks.ts'
import type { Batch } from './update-batches.ts'

/** What all updates share. */
export interface RelayServices {
  readonly upstream: Upstream
  readonly collections: Collections
  readonly locks: SignatureLocks
  /** Collections that have deletions of ours which nobody has committed. */
  readonly uncommitted: Set<Target>
}

/** One update of a client. */
export interface Update {
  readonly target: Target
  /** The other collections, whose duplicates are replaced too. */
  readonly others: readonly Target[]
  /** Parameters for every request. */
  readonly params: URLSearchParams
  /** Parameters that commit or roll back; for the last request only. */
  readonly finalParams: URLSearchParams
  /** Of the client, such as its authorisation; without those of the body. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

const noBatch: Batch = {
  adds: [],
  others: [],
  replacing: [],
  signatureField: '',
  commitWithin: undefined,
  commit: undefined,
}

export class UpdateRelay {
  readonly #services: RelayServices
  readonly #update: Update

  constructor(services: RelayServices, update: Update) {
    this.#services = services
    this.#update = update
  }

  /**
   * Relays all batches.
   *
   * @returns Solr's answer to the last of the client's own commands, or the first that is not 200
   * @throws what `batches` throws, after the batches before it; ProxyFault
   */
  async run(batches: AsyncIterable<Batch>): Promise<WholeAnswer> {
    // One batch behind, because the last one carries the commit.
    let held: Batch | undefined
    try {
      for await (const batch of batches) {
        const answer = held === undefined ? undefined : await this.#relay(held, false)
        if (answer !== undefined && !isGood(answer)) return answer
        held = batch
      }
    } catch (error) {
      if (held === undefined || error instanceof ProxyFault) throw error
      const answer = await this.#relay(held, false)
      if (!isGood(answer)) return answer
      throw error
    }
    const answer = await this.#relay(held ?? noBatch, true)
    if (isGood(answer)) await this.#commitElsewhere(held?.commit ?? commitOf(this.#update.finalParams))
    return answer
  }

  /** Passes on a commit that came without a body. */
  async committed(): Promise<void> {
    await this.#commitElsewhere(commitOf(this.#update.finalParams))
  }

  async #relay(batch: Batch, isLast: boolean): Promise<WholeAnswer> {
    const { adds, others, replacing } = batch
    if (replacing.length === 0) return this.#post([...adds, ...others], isLast)
    const signatures = new Set(replacing.map(({ signature }) => signature))
    return this.#services.locks.hold(signatures, async () => {
      const added = await this.#post(adds, false)
      if (!isGood(added)) {
        await this.#replaceArrived(batch).catch(() => {})
        return added
      }
      await this.#deleteElsewhere(batch)
      const deleted = await this.#deleteHere(batch, isLast && others.length === 0)
      if (!isGood(deleted)) return deleted
      return others.length === 0 ? added : this.#post(others, isLast)
    })
  }

  /** Without the client's parameters: `_route_` would keep the deletion from other shards. */
  async #deleteHere(batch: Batch, isLast: boolean): Promise<WholeAnswer> {
    const { target, params, finalParams } = this.#update
    const chain = params.get('update.chain')
    const own = this.#withinParams()
    if (chain !== null) own.set('update.chain', chain)
    if (isLast) for (const [name, value] of finalParams) own.append(name, value)
    return this.#send(target, await this.#deletionIn(target, batch), own)
  }

  async #deleteElsewhere(batch: Batch): Promise<void> {
    const { others, target } = this.#update
    await Promise.all(
      others.map(async other => {
        this.#services.uncommitted.add(other)
        const answer = await this.#send(other, await this.#deletionIn(other, batch), this.#withinParams())
        if (isGood(answer)) return
        const problem = `duplicates in ${other.path} could not be deleted (status ${answer.status})`
        throw new ProxyFault(
          502,
          `the documents were added to ${target.path}, but ${problem}: send them again`,
        )
      }),
    )
  }

  /** The command that deletes the duplicates of a batch in a collection; none where they have the same id anyway. */
  async #deletionIn(
    collection: Target,
    { replacing, signatureField, commitWithin }: Batch,
  ): Promise<string[]> {
    const { collections } = this.#services
    const { target } = this.#update
    const uniqueKey = (await collections.uniqueKeyOf(target)) ?? ''
    const isHere = collection === target
    if (isHere && uniqueKey === signatureField) return []
    const keepsIds = isHere || !(await collections.areApart(target, collection))
    const ids = keepsIds ? survivingIds(replacing) : []
    const signatures = [...new Set(replacing.map(({ signature }) => signature))]
    const query = duplicateQuery({ signatureField, uniqueKey }, signatures, ids)
    return [`"delete":${JSON.stringify({ query, ...(commitWithin !== undefined && { commitWithin }) })}`]
  }

  /** After a refused request: deletes the duplicates of the documents of the batch that are there. */
  async #replaceArrived(batch: Batch): Promise<void> {
    const { target } = this.#update
    const uniqueKey = (await this.#services.collections.uniqueKeyOf(target)) ?? ''
    const form = new URLSearchParams({ wt: 'json', fl: `${uniqueKey},${batch.signatureField}` })
    for (const { id } of batch.replacing) form.append('id', id)
    const answer = await this.#services.upstream.send({
      origin: target.origin,
      method: 'POST',
      path: `${target.path}/get`,
      headers: { ...this.#update.headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(form.toString()),
    })
    const { response } = JSON.parse(Buffer.from(answer.body).toString())
    const found: Record<string, unknown>[] = response.docs
    const known = new Map(
      found.map(document => [String(document[uniqueKey]), document[batch.signatureField]]),
    )
    const arrived = batch.replacing.filter(({ id, signature }) =>
      [known.get(id)].flat().includes(signature),
    )
    if (arrived.length === 0) return
    const { signatureField, commitWithin } = batch
    const partial: Batch = { ...noBatch, replacing: arrived, signatureField, commitWithin }
    await this.#deleteElsewhere(partial)
    await this.#deleteHere(partial, false)
  }

  async #commitElsewhere(commit: Batch['commit']): Promise<void> {
    const { others } = this.#update
    const { uncommitted } = this.#services
    if (commit === undefined) return
    for (const other of others.filter(collection => uncommitted.has(collection))) {
      uncommitted.delete(other)
      const params = new URLSearchParams(commit === 'soft' ? { softCommit: 'true' } : { commit: 'true' })
      const answer = await this.#send(other, [], params) // an empty request of which only the parameters count
      if (isGood(answer)) continue
      uncommitted.add(other)
      throw new ProxyFault(502, `${other.path} could not be committed (status ${answer.status})`)
    }
  }

  #withinParams(): URLSearchParams {
    const within = this.#update.params.get('commitWithin')
    return new URLSearchParams(within === null ? {} : { commitWithin: within })
  }

  #post(members: readonly string[], isLast: boolean): Promise<WholeAnswer> {
    const { target, params, finalParams } = this.#update
    const all = new URLSearchParams(params)
    if (isLast) for (const [name, value] of finalParams) all.append(name, value)
    return this.#send(target, members, all)
  }

  #send(target: Target, members: readonly string[], params: URLSearchParams): Promise<WholeAnswer> {
    const query = params.toString()
    const body = Buffer.from(`{${members.join(',\n')}}`)
    return this.#services.upstream.send({
      origin: target.origin,
      method: 'POST',
      path: `${target.path}/update${query === '' ? '' : `?${query}`}`,
      headers: {
        ...this.#update.headers,
        host: new URL(target.origin).host,
        'content-type': 'application/json',
        'content-length': String(body.length),
      },
      body,
    })
  }
}

function isGood({ status }: WholeAnswer): boolean {
  return status >= 200 && status < 300
}

/** What parameters such as `commit=true` ask for. */
function commitOf(params: URLSearchParams): Batch['commit'] {
  const isTrue = (name: string) => /^(true|on|yes)/i.test(params.get(name) ?? '')
  if (isTrue('commit') || isTrue('optimize')) return 'hard'
  return isTrue('softCommit') ? 'soft' : undefined
}
