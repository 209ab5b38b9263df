/**
 * Index access: the operations that commands need on a collection and on the place that holds it.
 *
 *     directory, database ─▶ own-place.ts    ─▶ openIndex, in this process
 *     http://…            ─▶ server-place.ts ─▶ the client, and a server that does the same
 */
import type {
  GivenIndexDocument,
  IndexMatch,
  IndexOptions,
  IndexStats,
} from '../../online/index/documents/index-types.ts'
import type { TextIndex } from '../../online/index/text-index.ts'
import type { CollectionEntry } from '../../online/store/catalogue.ts'
import type { StoreHeader } from '../../online/store/store.ts'

/** Figures of a collection; null for those that a server does not report. */
export interface ShownStats extends Omit<IndexStats, 'kind' | 'isDurable'> {
  readonly kind: string | null
  readonly isDurable: boolean | null
}

type Upkeep = 'expire' | 'compact' | 'retrain'
type Calls =
  | 'add'
  | 'checkPassages'
  | 'remove'
  | 'get'
  | 'pairs'
  | 'clusters'
  | 'changes'
  | 'collapse'
  | 'explain'

/** An open collection. A `TextIndex` is one. */
export interface IndexAccess extends Pick<TextIndex, Calls | Upkeep> {
  /** The options of the collection. */
  readonly header: Pick<StoreHeader, 'options'>
  /** The matches of a text, or of a document with its fields. */
  check(
    given: string | GivenIndexDocument,
    options: NonNullable<Parameters<TextIndex['check']>[1]>,
  ): Promise<readonly IndexMatch[]>
  stats(): Promise<ShownStats>
  /** Waits for work in progress. */
  close(): Promise<void>
}

/** The collections of one directory, database or server. */
export interface IndexPlace {
  /** Sorted by name. */
  list(): Promise<readonly CollectionEntry[]>
  find(name: string): Promise<CollectionEntry | undefined>
  /** @param options for a new collection, or equal to those of an existing one; without them it must exist */
  open(name: string, options?: IndexOptions): Promise<IndexAccess>
  /** Removes an existing collection with all of its documents. */
  drop(name: string): Promise<void>
  close(): Promise<void>
}
