/**
 * Update relay: batches of an update go to Solr, one after the other, and what they replace is removed.
 *
 *     batch without replacement:   adds and other commands                          one request
 *     batch with replacement:      adds  ─▶  duplicates elsewhere  ─▶  duplicates here  ─▶  other commands
 *
 * The duplicates of a batch are deleted after its documents have been taken and before the client hears of
 * it. A commit that the client asks for comes with the last request. Adds that share a signature wait for
 * one another.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import { ProxyFault } from '../upstream/proxy-fault.ts'
import type { Target } from '../upstream/solr-paths.ts'
import type { Upstream, WholeAnswer } from '../upstream/upstream.ts'
import type { SolrCollections } from './collections.ts'
import { Replacement } from './replacement.ts'
import type { SignatureLocks } from './signature-locks.ts'
import type { CommitKind, UpdateBatch } from './update-batches.ts'
import { isGood, UpdateSender } from './update-sender.ts'

/** What all updates share. */
export interface RelayServices {
  readonly upstream: Upstream
  readonly collections: SolrCollections
  readonly locks: SignatureLocks
  /** Collections that have deletions of ours which nobody has committed. */
  readonly uncommitted: Set<Target>
}

/** One update of a client. */
interface Update {
  readonly target: Target
  /** The other collections, whose duplicates are replaced too. */
  readonly others: readonly Target[]
  /** Parameters for every request. */
  readonly params: URLSearchParams
  /** Parameters that commit or roll back; for the last request only. */
  readonly finalParams: URLSearchParams
  /** Of the client, such as its authorisation; without those of the body. */
  readonly headers: OutgoingHttpHeaders
}

/** The client's parameters that deletions have too. With `_route_` they would not reach other shards. */
const deletionNames = ['wt', 'commitWithin', 'update.chain']

export class UpdateRelay {
  readonly #locks: SignatureLocks
  readonly #update: Update
  readonly #sender: UpdateSender
  readonly #replacement: Replacement

  constructor({ upstream, locks, collections, uncommitted }: RelayServices, update: Update) {
    const { target, others, params, headers } = update
    this.#locks = locks
    this.#update = update
    this.#sender = new UpdateSender(upstream, headers)
    const own = new URLSearchParams([...params].filter(([name]) => deletionNames.includes(name)))
    this.#replacement = new Replacement(this.#sender, { target, others, collections, uncommitted }, own)
  }

  /**
   * Relays all batches.
   *
   * @returns Solr's answer to the last of the client's own commands, or the first that is not good
   * @throws what `batches` throws, after the batches before it; ProxyFault
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

  /** Passes on a commit that the parameters ask for, when this collection has done it. */
  async committed(): Promise<void> {
    const commit = commitOf(this.#update.finalParams)
    if (commit !== undefined) await this.#replacement.commitElsewhere(commit)
  }

  async #relay(batch: UpdateBatch, isLast: boolean): Promise<WholeAnswer> {
    const isReplacing = batch.replacing.length > 0 && (await this.#replacement.isNeeded(batch))
    const answer = isReplacing
      ? await this.#locks.hold(
          batch.replacing.map(({ signature }) => signature),
          () => this.#relayReplacing(batch, isLast),
        )
      : await this.#post([...batch.adds, ...batch.others], isLast)
    if (isGood(answer) && batch.commit !== undefined) await this.#replacement.commitElsewhere(batch.commit)
    return answer
  }

  async #relayReplacing(batch: UpdateBatch, isLast: boolean): Promise<WholeAnswer> {
    const { adds, others } = batch
    const added = await this.#post(adds, false)
    if (!isGood(added)) {
      // What is not found out now is left as it is: a duplicate too many, never a document too few.
      await this.#replacement.replaceArrived(batch).catch(() => {})
      return added
    }
    await this.#replacement.deleteElsewhere(batch)
    const endsHere = isLast && others.length === 0
    const deleted = await this.#replacement.deleteHere(
      batch,
      endsHere ? this.#update.finalParams : undefined,
    )
    if (!isGood(deleted)) return deleted
    return others.length === 0 ? added : this.#post(others, isLast)
  }

  #post(members: readonly string[], isLast: boolean): Promise<WholeAnswer> {
    const { target, params, finalParams } = this.#update
    const all = isLast ? new URLSearchParams([...params, ...finalParams]) : params
    return this.#sender.update(target, members, all)
  }
}

/** What parameters such as `commit=true` ask for. */
function commitOf(params: URLSearchParams): CommitKind | undefined {
  const isTrue = (name: string) => /^(true|on|yes)/i.test(params.get(name) ?? '')
  if (isTrue('commit') || isTrue('optimize')) return 'hard'
  return isTrue('softCommit') ? 'soft' : undefined
}
