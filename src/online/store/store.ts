/**
 * Store: keeps the documents of one collection, and finds them by keys.
 *
 *     open (read* | write)* close
 *
 * A store knows nothing about texts, shingles or measures. It keeps documents with their postings, their clusters, the
 * links that hold a cluster together, and a log of changes of clusters; the index over it decides their values. Only
 * `write` changes anything, with plain data.
 *
 * Rules that every store keeps, held by one suite (`test/conformance/store-contract.ts`):
 *
 * 1. A write is exclusive: no other writer of the collection, in any process, acts between its first read and its
 *    `apply`. If a database cannot hold a lock, the work may run again from its beginning.
 * 2. `apply` is atomic: readers find all of it from then on, or none. When `write` resolves it is durable, if the store
 *    is. A document exists with all of its parts or not at all.
 * 3. Numbers of documents, clusters and changes are never reused, even after removals.
 * 4. Reads outside a write see only complete writes, and never wait for one to end.
 * 5. `candidates` may return too many documents, never too few, and no removed one.
 */
import type { Sketch } from '../../methods/contract/sketch.ts'

/** What a collection contains and how it was made. Opening it again compares the whole header. */
export interface StoreHeader {
  /** Version of what the index keeps in a store. */
  readonly format: number
  /** Minimum number of postings that two candidates share. */
  readonly agree: number
  /** All options that decide results: plain JSON. */
  readonly options: Readonly<Record<string, unknown>>
}

/** A document without its body. */
export interface StoredState {
  /** From 1, in the order of insertion; below 2^32. */
  readonly number: number
  /** The id as JSON, so that `"0"` and `0` differ. Unique in a collection. */
  readonly name: string
  /** From 1. */
  readonly cluster: number
  /** Milliseconds since 1970. */
  readonly addedAt: number
  /** Milliseconds since 1970; null for never. */
  readonly expiresAt: number | null
}

export interface StoredDocument extends StoredState {
  readonly sketch: Sketch
  /** Opaque bytes, which a store may compress. Empty if the caller did not ask for it. */
  readonly body: Uint8Array
}

/** Two documents whose match holds their cluster together; the links of a cluster are a spanning tree of it. */
export interface ClusterLink {
  readonly a: number
  /** Above `a`. */
  readonly b: number
}

/** Kinds of changes. Some stores keep a kind as its place in this list. */
export const changeKinds = ['made', 'merged', 'split', 'ended'] as const

/** A change of a cluster. */
export interface ClusterChange {
  readonly kind: (typeof changeKinds)[number]
  /** The cluster that was made, merged into another, split off, or ended with its last document. */
  readonly cluster: number
  /** The cluster it was merged into (`merged`) or split from (`split`); otherwise null. */
  readonly other: number | null
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A change with its place in the log, from 1. */
export interface NumberedChange extends ClusterChange {
  readonly number: number
}

export interface ClusterSize {
  readonly cluster: number
  readonly documents: number
}

/** The next free numbers. */
export interface StoreCounters {
  readonly document: number
  readonly cluster: number
  readonly change: number
}

export interface StoreCounts {
  readonly documents: number
  readonly clusters: number
  /** Bytes on disk or in the database, as far as the store can tell; null if it cannot. */
  readonly storedBytes: number | null
  /** Bytes that `compact` would reclaim, as far as the store can tell. */
  readonly wastedBytes: number | null
}

/** What one write changes. Numbers follow the counters: the first added document has `counters.document`, and so on. */
export interface StoreChanges {
  readonly added: readonly StoredDocument[]
  /** Documents to remove, with their postings and links. */
  readonly removed: readonly number[]
  /** Remaining documents that change their cluster. */
  readonly moved: readonly { readonly number: number; readonly cluster: number }[]
  readonly linked: readonly ClusterLink[]
  /** Links to remove although both documents stay. */
  readonly unlinked: readonly ClusterLink[]
  readonly changes: readonly ClusterChange[]
  /** Number of cluster numbers used. */
  readonly newClusters: number
  /** Values to set, by name; null removes one. */
  readonly values: Readonly<Record<string, Uint8Array | null>>
}

/** All lists ascend by number. Missing items are left out, or undefined where the result has a place for each. */
export interface StoreReader {
  /** For each set of postings, the documents that share at least `agree` different ones of them. */
  candidates(postings: readonly Uint32Array[]): Promise<readonly Uint32Array[]>
  /**
   * For each of distinct postings, at most `limit` of the documents that have it, those of the lowest numbers; maybe
   * also some that do not have it, but no removed one.
   */
  holders(postings: Uint32Array, limit: number): Promise<readonly Uint32Array[]>
  /** For each of distinct postings, the number of documents that have it; maybe too high. */
  holderCounts(postings: Uint32Array): Promise<readonly number[]>
  /** The document of each number, in the same order. */
  documents(
    numbers: readonly number[],
    parts: { readonly body: boolean },
  ): Promise<readonly (StoredDocument | undefined)[]>
  /** The number of the document of each name, in the same order. */
  numbersOf(names: readonly string[]): Promise<readonly (number | undefined)[]>
  /** At most `limit` numbers of documents above `after`. */
  list(after: number, limit: number): Promise<readonly number[]>
  /** At most `limit` documents added before one time or expiring at or before another; null ignores that time. */
  expired(
    times: { readonly addedBefore: number | null; readonly expiresBy: number | null },
    limit: number,
  ): Promise<readonly number[]>
  /** The documents of each cluster. */
  members(clusters: readonly number[]): Promise<readonly (readonly number[])[]>
  /** At most `limit` clusters above `after` of at least `least` documents. */
  clusters(after: number, limit: number, least: number): Promise<readonly ClusterSize[]>
  /** All links that touch these documents, each once, ordered by (a, b). */
  links(numbers: readonly number[]): Promise<readonly ClusterLink[]>
  /** At most `limit` changes above `after`. */
  changes(after: number, limit: number): Promise<readonly NumberedChange[]>
  counts(): Promise<StoreCounts>
  /** A value kept by name. */
  value(name: string): Promise<Uint8Array | undefined>
}

/** What a pass over all clusters reads. */
export type SurveyedStore = Pick<StoreReader, 'clusters' | 'members' | 'documents' | 'numbersOf' | 'value'>

/** Access during a write. Reads see the state before it, nothing of what `apply` will change. */
export interface StoreWriter extends StoreReader {
  counters(): Promise<StoreCounters>
  /** Called at most once in a write, as its last call. Without it nothing changes. */
  apply(changes: StoreChanges): Promise<void>
}

/** A problem found by a check of a store. */
export interface StoreProblem {
  /** Where it is: `document 17`, `cluster 3`, a file. */
  readonly where: string
  readonly problem: string
}

export interface Store extends StoreReader {
  /** Such as `memory`, `SQLite`; for messages and metrics. */
  readonly kind: string
  /** Whether an acknowledged write survives the end of the process. */
  readonly isDurable: boolean
  /** Where another thread can read the collection from its files; undefined if none can. */
  readonly folder: string | undefined
  /**
   * Opens the collection; creates it if it does not exist.
   *
   * @returns the header it was created with, for the caller to compare with the given one
   * @throws NearsameError STORE_UNAVAILABLE, STORE_LOCKED, STORE_FORMAT, STORE_CORRUPT, PACKAGE_MISSING, DISK_FULL
   */
  open(header: StoreHeader): Promise<StoreHeader>
  /**
   * @param work gives the result of the write; may be called again after a conflict with another writer
   * @throws NearsameError STORE_UNAVAILABLE, DISK_FULL; what `work` throws, and then nothing has changed
   */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>
  /** Reclaims the space of removed documents. @returns bytes reclaimed, as far as the store can tell */
  compact(): Promise<number>
  /** Reads everything and compares the parts with each other. Reads bodies without parsing them. */
  problems(): AsyncIterable<StoreProblem>
  /** Removes the collection with all its documents, and closes the store. */
  drop(): Promise<void>
  close(): Promise<void>
}
