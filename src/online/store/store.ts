/**
 * Store: where the documents of one collection live, and by which keys they are found.
 *
 *     open (read* | write)* close
 *
 * A store knows nothing of texts, shingles or measures. It keeps documents with the postings they are found by, the
 * clusters they are in, the links that hold a cluster together, and a log of what became of clusters; what these are
 * to be is decided by the index over it. All of it is changed within `write` only, by plain data.
 *
 * Rules that every store keeps, held by one suite (`test/conformance/store-contract.ts`):
 *
 * 1. A write is exclusive: no other writer of the same collection, in this process or another, comes between its first
 *    reading and its `apply`. Where a database cannot hold a lock, the work may be run again from its beginning.
 * 2. `apply` takes effect as a whole: all of it is found from then on, or none. When `write` resolves it is durable,
 *    for a store that is durable at all. A document is there with all of its parts, or not at all.
 * 3. Numbers of documents, clusters and changes are never given twice, whatever is removed.
 * 4. Reading outside of a write sees complete writes only, and never waits for one to end.
 * 5. `candidates` may name too many documents, never too few, and none that is removed.
 */
import type { Sketch } from '../../methods/contract/sketch.ts'

/** Identifies what is kept, and how it was made. Compared as a whole when a collection is opened again. */
export interface StoreHeader {
  /** Version of what the index keeps in a store. */
  readonly format: number
  /** How many postings two documents share at least to be candidates. */
  readonly agree: number
  /** Everything that decides what is found: plain JSON. */
  readonly options: Readonly<Record<string, unknown>>
}

/** What is known of a document without its body. */
export interface StoredState {
  /** From 1, in the order of insertion; below 2^32. */
  readonly number: number
  /** The id as JSON, so that `"0"` and `0` differ. Unique in a collection. */
  readonly name: string
  /** From 1. */
  readonly cluster: number
  /** Milliseconds since 1970. */
  readonly addedAt: number
  /** The same; null for never. */
  readonly expiresAt: number | null
}

export interface StoredDocument extends StoredState {
  readonly sketch: Sketch
  /** Opaque bytes, which a store may keep compressed. Empty where it was not asked for. */
  readonly body: Uint8Array
}

/** Two documents whose match holds their cluster together; the links of a cluster are a spanning tree of it. */
export interface ClusterLink {
  readonly a: number
  /** Above `a`. */
  readonly b: number
}

/** Kinds of changes. Stores keep some of them by their place in this list. */
export const changeKinds = ['made', 'merged', 'split', 'ended'] as const

/** What became of a cluster. */
export interface ClusterChange {
  readonly kind: (typeof changeKinds)[number]
  /** The cluster made, given up in a merge, split off, or ended with its last document. */
  readonly cluster: number
  /** The cluster that took it in (`merged`) or that it came from (`split`); null else. */
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

/** The next numbers to be given. */
export interface StoreCounters {
  readonly document: number
  readonly cluster: number
  readonly change: number
}

export interface StoreCounts {
  readonly documents: number
  readonly clusters: number
  /** Bytes on the disk or in the database, as far as the store can tell; null where it cannot. */
  readonly storedBytes: number | null
  /** Bytes that `compact` would give back, as far as the store can tell. */
  readonly wastedBytes: number | null
}

/** What one write changes. Numbers follow the counters: the first added document has `counters.document`, and so on. */
export interface StoreChanges {
  readonly added: readonly StoredDocument[]
  /** Documents that go, with their postings and links. */
  readonly removed: readonly number[]
  /** Documents that stay and change their cluster. */
  readonly moved: readonly { readonly number: number; readonly cluster: number }[]
  readonly linked: readonly ClusterLink[]
  /** Links that go although both documents stay. */
  readonly unlinked: readonly ClusterLink[]
  readonly changes: readonly ClusterChange[]
  /** How many cluster numbers have been given. */
  readonly newClusters: number
  /** Values to be kept by name; null removes one. */
  readonly values: Readonly<Record<string, Uint8Array | null>>
}

/** All lists ascend by number. What is not there is left out, or undefined where the answer has a place for it. */
export interface StoreReader {
  /** For each set of postings, the documents that share at least `agree` different ones of them. */
  candidates(postings: readonly Uint32Array[]): Promise<readonly Uint32Array[]>
  /** For each number its document, in the same order. */
  documents(
    numbers: readonly number[],
    parts: { readonly body: boolean },
  ): Promise<readonly (StoredDocument | undefined)[]>
  /** For each name the number of its document, in the same order. */
  numbersOf(names: readonly string[]): Promise<readonly (number | undefined)[]>
  /** At most `limit` numbers of documents above `after`. */
  list(after: number, limit: number): Promise<readonly number[]>
  /** At most `limit` documents added before a time or expiring at or before another; null: not asked for. */
  expired(
    times: { readonly addedBefore: number | null; readonly expiresBy: number | null },
    limit: number,
  ): Promise<readonly number[]>
  /** For each cluster its documents. */
  members(clusters: readonly number[]): Promise<readonly (readonly number[])[]>
  /** At most `limit` clusters above `after` of at least `least` documents. */
  clusters(after: number, limit: number, least: number): Promise<readonly ClusterSize[]>
  /** Every link of any of these documents, once, by (a, b). */
  links(numbers: readonly number[]): Promise<readonly ClusterLink[]>
  /** At most `limit` changes above `after`. */
  changes(after: number, limit: number): Promise<readonly NumberedChange[]>
  counts(): Promise<StoreCounts>
  /** A value kept by name. */
  value(name: string): Promise<Uint8Array | undefined>
}

/** What is open during a write. Readings see what was there before it, and nothing of what `apply` will do. */
export interface StoreWriter extends StoreReader {
  counters(): Promise<StoreCounters>
  /** At most once in a write, as its last call. Without it nothing changes. */
  apply(changes: StoreChanges): Promise<void>
}

/** A fault that a check of a store found. */
export interface StoreProblem {
  /** What it concerns: `document 17`, `cluster 3`, a file. */
  readonly where: string
  readonly problem: string
}

export interface Store extends StoreReader {
  /** Such as `memory`, `SQLite`; for messages and metrics. */
  readonly kind: string
  /** Whether what a write acknowledged survives the end of the process. */
  readonly isDurable: boolean
  /**
   * Opens the collection and makes it where it is not there.
   *
   * @returns the header it was made with, which the caller compares with the given one
   * @throws NearsameError STORE_UNAVAILABLE, STORE_LOCKED, STORE_FORMAT, STORE_CORRUPT, PACKAGE_MISSING, DISK_FULL
   */
  open(header: StoreHeader): Promise<StoreHeader>
  /**
   * @param work its result is that of the write; may be called again after a conflict with another writer
   * @throws NearsameError STORE_UNAVAILABLE, DISK_FULL; what the work throws leaves everything as it was
   */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>
  /** Gives back what removed documents took. @returns bytes given back, as far as the store can tell */
  compact(): Promise<number>
  /** Reads everything and compares the parts with each other. Documents' bodies are read, not understood. */
  problems(): AsyncIterable<StoreProblem>
  /** Removes the collection with all its documents; the store is closed then. */
  drop(): Promise<void>
  close(): Promise<void>
}
