/**
 * Redis writer: one attempt at a write. It reads the version of the collection first; the script that applies the
 * changes refuses them if the version has changed by then, and the store makes another attempt.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { StoreChanges, StoreCounters, StoreWriter } from '../store/store.ts'
import type { RedisArgument, RedisConnection } from './connection/client.ts'
import { encodeChanges, packDocument, packedBody, packNumbers } from './connection/encoding.ts'
import { redisCollectionGone } from './connection/errors.ts'
import { RedisReader } from './reader.ts'
import { applyScript, removeScript } from './scripts/apply-script.ts'

/** The version and counters of a collection. */
export interface RedisVersion {
  readonly version: number
  readonly counters: StoreCounters
}

export type AttemptState = 'open' | 'applied' | 'outdated' | 'failed'

/** Bytes packed before yielding to the event loop: about a millisecond. */
const bytesPerTurn = 65_536
/** Larger bodies are sent separately: the server closes a connection that sends a gigabyte at once. */
const largeBytes = 1_000_000
const aheadMs = 120_000

export class RedisWriter extends RedisReader implements StoreWriter {
  state: AttemptState = 'open'
  readonly #token: string
  readonly base: RedisVersion

  constructor(
    connection: RedisConnection,
    tag: string,
    given: { id: string; token: string; agree: number; base: RedisVersion },
  ) {
    super(connection, tag, given.id)
    this.agree = given.agree
    this.#token = given.token
    this.base = given.base
  }

  async counters(): Promise<StoreCounters> {
    return this.base.counters
  }

  /** @throws NearsameError STORE_UNAVAILABLE, DISK_FULL, COLLECTION_NOT_FOUND; STORE_BUSY for the store to catch */
  async apply(changes: StoreChanges): Promise<void> {
    const args = await this.#arguments(changes)
    const script = changes.added.length === 0 ? removeScript : applyScript
    this.state = 'failed'
    const answer = String(await this.connection.run(script, this.meta, args))
    if (answer === 'gone') throw redisCollectionGone(this.tag)
    this.state = answer === 'done' ? 'applied' : 'outdated'
    if (this.state === 'outdated') throw outdated()
  }

  async #arguments(changes: StoreChanges): Promise<RedisArgument[]> {
    const { added, removed, moved, linked, unlinked, newClusters } = changes
    const values = Object.entries(changes.values)
    const args: RedisArgument[] = [
      this.id,
      this.base.version,
      this.#token,
      packNumbers(removed),
      packNumbers(moved.flatMap(({ number, cluster }) => [number, cluster])),
      packNumbers(linked.flatMap(({ a, b }) => [a, b])),
      packNumbers(unlinked.flatMap(({ a, b }) => [a, b])),
      encodeChanges(changes.changes),
      newClusters,
      values.length,
    ]
    for (const [name, value] of values) {
      args.push(name, value === null ? 0 : 1, Buffer.from(value ?? []))
    }
    let next = this.base.counters.document
    let bytes = 0
    for (const document of added) {
      if (document.number !== next++) throw wrongNumber(document.number, next - 1)
      bytes += document.body.length
      if (bytes > bytesPerTurn) {
        bytes = 0
        await turn()
      }
      const number = packNumbers([document.number])
      const body = await packedBody(document.body)
      const isSentAhead = body.length > largeBytes
      if (isSentAhead) await this.#sendAhead(number, body)
      args.push(number, packDocument(document), isSentAhead ? '' : body)
    }
    return args
  }

  /** Under a separate key of this write, which expires if the write is not applied. */
  async #sendAhead(number: Buffer, body: Buffer): Promise<void> {
    const key = Buffer.concat([Buffer.from(`${this.tag}s${this.#token}`), number])
    await this.connection.command('SET', key, body, 'PX', aheadMs)
  }
}

/** Never reaches the caller: the store makes another attempt. */
function outdated(): NearsameError {
  return new NearsameError('STORE_BUSY', {
    expected: 'no other write between the reads and the write',
    got: 'another one',
    fix: 'start the write over',
  })
}

function wrongNumber(got: number, expected: number): NearsameError {
  return new NearsameError('BUG', {
    expected: `documents to be numbered from the counters, next ${expected}`,
    got: String(got),
    fix: 'report this with the call that led to it',
  })
}
