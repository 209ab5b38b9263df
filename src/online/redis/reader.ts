/**
 * Redis reader: the queries of a collection. Each is one script or command, which sees only complete writes and waits
 * for none; large results combine several. A script checks that the collection is still the one that was opened; for
 * commands, a check follows in the same pipeline, so that what they read was of it.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { NumberedChange, StoredDocument, StoreReader } from '../store/store.ts'
import type { RedisArgument, RedisCommand, RedisConnection, RedisScript } from './connection/client.ts'
import {
  decodeDocument,
  keyOfName,
  packNumbers,
  packPostings,
  unpackChange,
  unpackedBody,
  unpackNumbers,
} from './connection/encoding.ts'
import { redisCollectionGone } from './connection/errors.ts'
import { type MarkKind, markedNumbers } from './marks.ts'
import {
  candidatesScript,
  expiredScript,
  holdersScript,
  listsScript,
  numbersOfScript,
  sizesScript,
} from './scripts/read-scripts.ts'
import { sizes } from './size.ts'

/** Items per script or command, so that none blocks the server. */
const perCall = 500
/**
 * Lookups per call: keys shared by tens of thousands of documents give lists of megabytes, held until the call ends.
 */
const lookupsPerCall = 16

export class RedisReader implements StoreReader {
  protected readonly connection: RedisConnection
  /** Prefix of all keys. */
  protected readonly tag: string
  /** The key passed to scripts. */
  protected readonly meta: string
  /** Identifies this creation of the collection; empty until it is opened. */
  protected id: string
  protected agree = 1

  constructor(connection: RedisConnection, tag: string, id = '') {
    this.connection = connection
    this.tag = tag
    this.meta = `${tag}m`
    this.id = id
  }

  async candidates(postings: readonly Uint32Array[]): Promise<readonly Uint32Array[]> {
    const found: Uint32Array[] = []
    for (const part of parts(postings, lookupsPerCall)) {
      const lists = part.map(each => [packPostings(each), this.agree])
      for (const reply of await this.#runEach(candidatesScript, lists)) {
        found.push(Array.isArray(reply) ? counted(reply, this.agree) : unpackNumbers(reply as Buffer))
      }
    }
    return found
  }

  async holders(postings: Uint32Array, limit: number) {
    // Lists are in the order of additions, which is that of numbers.
    const found: Uint32Array[] = []
    for (let from = 0; from < postings.length; from += perCall) {
      const keys = packPostings(postings.subarray(from, from + perCall))
      const [lists] = (await this.#runEach(holdersScript, [[keys, limit]])) as Buffer[][]
      found.push(...lists.map(unpackNumbers))
    }
    return found
  }

  async holderCounts(postings: Uint32Array) {
    const counts: number[] = []
    for (let from = 0; from < postings.length; from += perCall)
      counts.push(...(await this.#sizes('p', packPostings(postings.subarray(from, from + perCall)))))
    return counts
  }

  async documents(numbers: readonly number[], { body }: { readonly body: boolean }) {
    const found: (StoredDocument | undefined)[] = []
    for (const part of parts(numbers)) {
      const fields = part.map(number => packNumbers([number]))
      // Bodies are read after records, so a document removed in between is missing, not without body.
      const keys = body ? ['d', 'b'] : ['d']
      const replies = await this.#commands(keys.map(key => ['HMGET', this.tag + key, ...fields] as const))
      const [records, bodies] = replies as (Buffer | null)[][]
      for (let i = 0; i < part.length; i++) {
        found.push(await document(part[i], records[i], body ? bodies[i] : undefined))
      }
    }
    return found
  }

  async numbersOf(names: readonly string[]) {
    const lists = [...parts(names)].map(part => part.flatMap(name => [keyOfName(name), Buffer.from(name)]))
    const replies = (await this.#runEach(numbersOfScript, lists)) as Buffer[]
    const numbers = replies.flatMap(reply =>
      Array.from({ length: reply.length / 4 }, (_, i) => reply.readUInt32LE(4 * i)),
    )
    return numbers.map(number => (number === 0 ? undefined : number))
  }

  async list(after: number, limit: number): Promise<readonly number[]> {
    return this.#marked({ name: 'l', last: 'document' }, after, limit)
  }

  async expired({ addedBefore, expiresBy }: Parameters<StoreReader['expired']>[0], limit: number) {
    const args = [addedBefore ?? '', expiresBy ?? '', limit]
    const [reply] = await this.#runEach(expiredScript, [args])
    return Array.from(unpackNumbers(reply as Buffer).subarray(0, limit))
  }

  async members(clusters: readonly number[]) {
    return (await this.#lists('c', clusters)).map(list => Array.from(list))
  }

  async clusters(after: number, limit: number, least: number) {
    const found: { readonly cluster: number; readonly documents: number }[] = []
    const marks = { name: least > 1 ? 'q' : 'g', last: 'cluster' } as const
    for (let from = after; found.length < limit; ) {
      const wanted = least > 2 ? perCall : Math.min(perCall, limit - found.length)
      const clusters = await this.#marked(marks, from, wanted)
      if (clusters.length === 0) break
      from = clusters[clusters.length - 1]
      const counts = await this.#sizes('c', packNumbers(clusters))
      clusters.forEach((cluster, i) => {
        const documents = counts[i]
        if (documents >= Math.max(least, 1)) found.push({ cluster, documents })
      })
    }
    return found.slice(0, limit)
  }

  async links(numbers: readonly number[]) {
    const asked = [...new Set(numbers)]
    const isAsked = new Set(asked)
    const links: { readonly a: number; readonly b: number }[] = []
    for (const [i, neighbours] of (await this.#lists('e', asked)).entries()) {
      for (const neighbour of neighbours) {
        const [a, b] = asked[i] < neighbour ? [asked[i], neighbour] : [neighbour, asked[i]]
        // A link of two requested documents is taken at the lower one.
        if (asked[i] === a || !isAsked.has(a)) links.push({ a, b })
      }
    }
    return links.sort((x, y) => x.a - y.a || x.b - y.b)
  }

  async changes(after: number, limit: number): Promise<readonly NumberedChange[]> {
    if (limit < 1) return []
    const [found] = await this.#commands([['LRANGE', `${this.tag}h`, after, after + limit - 1]])
    return (found as Buffer[]).map((bytes, i) => unpackChange(after + i + 1, bytes))
  }

  async counts() {
    const [counted] = await this.#commands([['HMGET', this.meta, 'documents', 'clusters']])
    const [documents, clusters] = (counted as (Buffer | null)[]).map(Number)
    return { documents, clusters, ...(await sizes(this.connection, this.tag)) }
  }

  async value(name: string): Promise<Uint8Array | undefined> {
    const [found] = await this.#commands([['HGET', `${this.tag}v`, name]])
    return found === null ? undefined : new Uint8Array(found as Buffer)
  }

  async #lists(table: 'c' | 'e', keys: readonly number[]): Promise<Uint32Array[]> {
    const asked = [...parts(keys)].map(part => [table, packNumbers(part)])
    const replies = (await this.#runEach(listsScript, asked)) as Buffer[][]
    return replies.flat().map(unpackNumbers)
  }

  /** The number of documents in the list of each key. */
  async #sizes(table: 'c' | 'p', keys: Buffer): Promise<number[]> {
    const [reply] = (await this.#runEach(sizesScript, [[table, keys]])) as Buffer[]
    return Array.from({ length: reply.length / 4 }, (_, i) => reply.readUInt32LE(4 * i))
  }

  #marked(kind: MarkKind, after: number, limit: number): Promise<number[]> {
    return markedNumbers(list => this.#commands(list), this.tag, kind, { after, limit })
  }

  /** Runs read scripts. @throws NearsameError COLLECTION_NOT_FOUND */
  async #runEach(script: RedisScript, lists: readonly RedisArgument[][]): Promise<unknown[]> {
    const given = lists.map(args => [...args, this.id])
    const replies = await this.connection.runEach(script, this.meta, given)
    if (replies.includes(null)) throw redisCollectionGone(this.tag)
    return replies
  }

  /** @throws NearsameError COLLECTION_NOT_FOUND */
  async #commands(list: readonly RedisCommand[]): Promise<unknown[]> {
    const replies = await this.connection.commands([...list, ['HMGET', this.meta, 'id', 'dropped']])
    const [id, dropped] = replies.pop() as (Buffer | null)[]
    if (String(id) !== this.id || dropped !== null) throw redisCollectionGone(this.tag)
    return replies
  }
}

function* parts<T>(list: readonly T[], most = perCall): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += most) yield list.slice(from, from + most)
}

/** @param packed its body; undefined if not needed @throws NearsameError STORE_CORRUPT */
async function document(number: number, record: Buffer | null, packed: Buffer | null | undefined) {
  if (record === null || packed === null) return undefined
  const found = decodeDocument(number, record) ?? damaged(number, `a record of ${record.length} bytes`)
  if (packed === undefined) return found
  const body = (await unpackedBody(packed)) ?? damaged(number, `a damaged body of ${packed.length} bytes`)
  return { ...found, body }
}

function damaged(number: number, got: string): never {
  throw new NearsameError('STORE_CORRUPT', {
    expected: 'an undamaged record and body',
    got,
    where: `document ${number}`,
    fix: 'restore the collection from a copy, or remove the document',
  })
}

/** From lists of documents, alternating with their numbers of keys: the documents with enough keys. */
function counted(lists: readonly unknown[], agree: number): Uint32Array {
  const counts = new Map<number, number>()
  for (let i = 0; i < lists.length; i += 2) {
    for (const number of unpackNumbers(lists[i] as Buffer)) {
      counts.set(number, (counts.get(number) ?? 0) + Number(lists[i + 1]))
    }
  }
  return Uint32Array.from(
    [...counts].filter(([, count]) => count >= agree).map(([number]) => number),
  ).sort()
}
