/**
 * Update relay: sends the batches of an update to Solr one after the other, and removes what they replace.
 *
 *     batch without replacement:   adds and other commands                          one request
 *     batch with replacement:      adds  ─▶  duplicates elsewhere  ─▶  duplicates here  ─▶  other commands
 *
 * Adds that a later one of the batch replaces are sent before it, in a request of their own.
 *
 * The duplicates of a batch are deleted after Solr has accepted its documents and before the client gets an answer.
 * A commit requested by the client comes with the last request.
 */
import { ProxyFault } from '../upstream/proxy-fault.ts'
import type { Target } from '../upstream/solr-paths.ts'
import type { WholeAnswer } from '../upstream/upstream.ts'
import type { SolrCollections } from './collections.ts'
import type { EqualVersions } from './equal-versions.ts'
import type { KnownRoots } from './known-roots.ts'
import { type JoinedReplacements, Replacement } from './replacement.ts'
import type { CommitKind, UpdateBatch } from './update-batches.ts'
import { isGood, type UpdateSender } from './update-sender.ts'

/** Shared by all updates. */
export interface RelayServices {
  readonly collections: SolrCollections
  readonly roots: KnownRoots
  readonly equalVersions: EqualVersions
  /** Collections with uncommitted deletions of the proxy. */
  readonly uncommitted: Set<Target>
  readonly joined: JoinedReplacements
}

/** One update of a client. */
interface Update {
  readonly target: Target
  /** The other collections, whose duplicates are also replaced. */
  readonly others: readonly Target[]
  /** Parameters for every request. */
  readonly params: URLSearchParams
  /** Parameters that commit or roll back; for the last request only. */
  readonly finalParams: URLSearchParams
}

/** The client's parameters that deletions get, too. With `_route_` they would not reach other shards. */
const deletionNames = ['wt', 'commitWithin', 'update.chain']

export class UpdateRelay {
  readonly #update: Update
  readonly #sender: UpdateSender
  readonly #replacement: Replacement

  constructor(services: RelayServices, sender: UpdateSender, update: Update) {
    const { target, others, params } = update
    this.#update = update
    this.#sender = sender
    const own = new URLSearchParams([...params].filter(([name]) => deletionNames.includes(name)))
    const places = { ...services, target, others, route: params.get('_route_') }
    this.#replacement = new Replacement(this.#sender, places, own)
  }

  /**
   * Relays all batches.
   *
   * @returns Solr's answer to the last of the client's own commands, or the first failure
   * @throws the errors of `batches`, after the batches before them; ProxyFault
   */
  async run(batches: AsyncIterable<UpdateBatch>): Promise<WholeAnswer> {
    // One batch behind, because the last one carries the commit.
    let held: UpdateBatch | undefined
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
    const answer = held === undefined ? await this.#post([], true) : await this.#relay(held, true)
    if (isGood(answer)) await this.committed()
    return answer
  }

  /** Forwards a commit requested by the parameters, once this collection has committed. */
  async committed(): Promise<void> {
    const commit = commitOf(this.#update.finalParams)
    if (commit !== undefined) await this.#replacement.commitElsewhere(commit)
  }

  async #relay(batch: UpdateBatch, isLast: boolean): Promise<WholeAnswer> {
    const isReplacing = batch.replacing.length > 0 && (await this.#replacement.isNeeded(batch))
    const answer = isReplacing
      ? await this.#relayReplacing(batch, isLast)
      : await this.#post([...batch.earlier, ...batch.adds, ...batch.others], isLast)
    if (isGood(answer) && batch.commit !== undefined) await this.#replacement.commitElsewhere(batch.commit)
    return answer
  }

  async #relayReplacing(batch: UpdateBatch, isLast: boolean): Promise<WholeAnswer> {
    const { earlier, adds, others } = batch
    const first = earlier.length === 0 ? undefined : await this.#post(earlier, false)
    const added = first === undefined || isGood(first) ? await this.#post(adds, false) : first
    if (!isGood(added)) {
      // A failure here leaves duplicates: a document too many, never one too few.
      await this.#replacement.replace(batch).catch(() => {})
      return added
    }
    const endsHere = isLast && others.length === 0
    const deleted = await this.#replacement.replace(batch, endsHere ? this.#update.finalParams : undefined)
    if (deleted !== undefined && !isGood(deleted)) return deleted
    const isComplete = others.length === 0 && (deleted !== undefined || !isLast)
    return isComplete ? added : this.#post(others, isLast)
  }

  #post(members: readonly string[], isLast: boolean): Promise<WholeAnswer> {
    const { target, params, finalParams } = this.#update
    const all = isLast ? new URLSearchParams([...params, ...finalParams]) : params
    return this.#sender.update(target, members, all)
  }
}

/** The commit requested by parameters such as `commit=true`. */
function commitOf(params: URLSearchParams): CommitKind | undefined {
  const isTrue = (name: string) => /^(true|on|yes)/i.test(params.get(name) ?? '')
  if (isTrue('commit') || isTrue('optimize')) return 'hard'
  return isTrue('softCommit') ? 'soft' : undefined
}
