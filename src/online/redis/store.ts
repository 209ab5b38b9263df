/**
 * Redis store: a collection in Redis 7, for several servers at once. Keys: docs/formats/redis-store.md.
 *
 * Writes are optimistic: a write reads the version of the collection, does its reads, and one script applies it if the
 * version is unchanged. Otherwise it starts over, and for the next seconds the writer takes a lease first, so that
 * writers take turns instead of undoing each other's work. So a single writer needs no lock, and a process that stops
 * within a write blocks no one.
 *
 * Cost: with 25 postings about 700 bytes of memory per document beside its packed body. A script blocks the server for
 * about 0.15 ms per document of a write.
 */

import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Turns } from '../../ground/breath/turns.ts'
import type { Store, StoreHeader, StoreProblem, StoreWriter } from '../store/store.ts'
import {
  beingDropped,
  catalogueKey,
  entryScript,
  isDurable,
  otherLayout,
  parseHeader,
  tagOf,
} from './collection.ts'
import type { RedisConnection } from './connection/client.ts'
import { redisCollectionGone } from './connection/errors.ts'
import { type LeaseTimes, leaseBusy, takeLease } from './lease.ts'
import { redisProblems } from './problems.ts'
import { RedisReader } from './reader.ts'
import {
  compactScript,
  dropScript,
  layout,
  makeScript,
  markDroppedScript,
} from './scripts/change-scripts.ts'
import { bucketBytes } from './size.ts'
import { type AttemptState, type RedisVersion, RedisWriter } from './writer.ts'

const usualTimes: LeaseTimes = { leaseMs: 10_000, waitMs: 30_000 }
/** How long a writer takes leases after a conflict. */
const contendedMs = 2000
/** Keys removed, or buckets merged, per script. */
const stepsPerCall = 500

export class RedisStore extends RedisReader implements Store {
  readonly kind = 'Redis'
  #isDurable = false
  readonly #name: string
  readonly #catalogue: string
  readonly #times: LeaseTimes
  #made = ''
  #contendedUntil = 0
  readonly #writes = new Turns()

  /** @param prefix checked */
  constructor(connection: RedisConnection, prefix: string, name: string, times = usualTimes) {
    super(connection, tagOf(prefix, name))
    this.#name = name
    this.#catalogue = catalogueKey(prefix)
    this.#times = times
  }

  /** Whether the server says that it syncs to disk before it answers: `appendonly yes`, `appendfsync always`. */
  get isDurable(): boolean {
    return this.#isDurable
  }

  async open(header: StoreHeader): Promise<StoreHeader> {
    const json = JSON.stringify(header)
    const args = [randomUUID(), json, crc32(json), Date.now()]
    const reply = await this.connection.run(makeScript, this.meta, args)
    const [version, id, kept, sum, made, dropped] = (reply as (Buffer | null)[]).map(String)
    this.id = id
    this.#made = made
    if (dropped !== 'null') {
      // A process ended while removing the collection.
      await this.#removeKeys()
      return this.open(header)
    }
    if (version !== String(layout)) throw otherLayout(version, this.tag)
    const found = parseHeader(kept, sum, this.tag)
    this.agree = found.agree
    await this.connection.command('HSET', this.#catalogue, this.#name, `${made} ${id}`)
    this.#isDurable = await isDurable(this.connection)
    return found
  }

  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    return this.#writes.take(() => this.#write(work))
  }

  async compact(): Promise<number> {
    let merged = 0
    for (;;) {
      const steps = Number(await this.connection.run(compactScript, this.meta, [this.id, stepsPerCall]))
      merged += steps
      if (steps < stepsPerCall) return merged * bucketBytes
    }
  }

  /** Checks once, and if others have written meanwhile, again with other writers locked out. */
  async *problems(): AsyncGenerator<StoreProblem> {
    const before = await this.#version()
    const found: StoreProblem[] = []
    for await (const problem of redisProblems(this.connection, this.tag, this.id)) found.push(problem)
    if (found.length === 0 || (await this.#version()).version === before.version) {
      yield* found
      return
    }
    const endLease = await takeLease(this.connection, this.meta, randomUUID(), this.#times)
    try {
      yield* redisProblems(this.connection, this.tag, this.id)
    } finally {
      await endLease(false)
    }
  }

  /** Also removes a collection that cannot be opened because its header is damaged. */
  async drop(): Promise<void> {
    await this.#writes.idle()
    if (this.id === '') {
      const found = (await this.connection.command('HMGET', this.meta, 'id', 'made')) as (Buffer | null)[]
      ;[this.id, this.#made] = found.map(String)
    }
    await this.connection.run(markDroppedScript, this.meta, [this.id])
    await this.#removeKeys()
    await this.close()
  }

  async close(): Promise<void> {
    await this.#writes.idle()
  }

  /** Removes only this creation of the collection: one created again meanwhile keeps its entry. */
  async #removeKeys(): Promise<void> {
    const entry = (from: string, to: string) =>
      this.connection.run(entryScript, this.#catalogue, [this.#name, from, to])
    const dropped = `${beingDropped} ${this.id}`
    await entry(`${this.#made} ${this.id}`, dropped)
    while (Number(await this.connection.run(dropScript, this.meta, [this.id, stepsPerCall])) === 1);
    await entry(dropped, '')
  }

  async #write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    const token = randomUUID()
    const end = Date.now() + this.#times.waitMs
    while (Date.now() <= end) {
      const isContended = Date.now() < this.#contendedUntil
      const endLease = isContended
        ? await takeLease(this.connection, this.meta, token, this.#times)
        : undefined
      let state: AttemptState = 'failed'
      try {
        const attempt = await this.#attempt(work, token)
        state = attempt.state
        if (attempt.state !== 'outdated') return attempt.result
      } finally {
        await endLease?.(state === 'applied')
      }
      this.#contendedUntil = Date.now() + contendedMs
    }
    throw leaseBusy(this.#times.waitMs)
  }

  /** One attempt. If another write came in between, its reads may be inconsistent and the attempt is void. */
  async #attempt<T>(work: (writer: StoreWriter) => Promise<T>, token: string) {
    const base = await this.#version()
    const given = { id: this.id, token, agree: this.agree, base }
    const writer = new RedisWriter(this.connection, this.tag, given)
    const isInVain = async () =>
      writer.state === 'outdated' ||
      (writer.state === 'open' && (await this.#version()).version !== base.version)
    try {
      const result = await work(writer)
      return (await isInVain()) ? outdated : { state: writer.state as 'open' | 'applied', result }
    } catch (error) {
      if (await isInVain()) return outdated
      throw error
    }
  }

  async #version(): Promise<RedisVersion> {
    const fields = ['id', 'version', 'document', 'cluster', 'change', 'dropped']
    const reply = (await this.connection.command('HMGET', this.meta, ...fields)) as (Buffer | null)[]
    const [id, version, document, cluster, change] = reply.map(String)
    if (id !== this.id || reply[5] !== null) throw redisCollectionGone(this.tag)
    const counters = { document: Number(document), cluster: Number(cluster), change: Number(change) }
    return { version: Number(version), counters }
  }
}

const outdated = { state: 'outdated' } as const
