/**
 * Index access: what the commands ask of a collection and of the place it is in, wherever that is.
 *
 *     directory, database ─▶ own-place.ts    ─▶ openIndex, in this process
 *     http://…            ─▶ server-place.ts ─▶ the client, and a server that does the same
 */
import type { IndexMatch, IndexOptions, IndexStats } from '../../online/index/documents/index-types.ts'
import type { TextIndex } from '../../online/index/text-index.ts'
import type { CollectionEntry } from '../../online/store/catalogue.ts'
import type { StoreHeader } from '../../online/store/store.ts'

/** Figures of a collection; null is what a server does not tell. */
export interface ShownStats extends Omit<IndexStats, 'kind' | 'isDurable'> {
  readonly kind: string | null
  readonly isDurable: boolean | null
}

type Upkeep = 'expire' | 'compact' | 'retrain'
type Asked = 'add' | 'remove' | 'get' | 'pairs' | 'clusters' | 'changes' | 'collapse' | 'explain'

/** An open collection. A `TextIndex` is one. */
export interface IndexAccess extends Pick<TextIndex, Asked | Upkeep> {
  /** What the collection was made with. */
  readonly header: Pick<StoreHeader, 'options'>
  /** What a text matches. */
  check(
    text: string,
    options: NonNullable<Parameters<TextIndex['check']>[1]>,
  ): Promise<readonly IndexMatch[]>
  stats(): Promise<ShownStats>
  /** Waits for what is under way. */
  close(): Promise<void>
}

/** The collections of one directory, database or server. */
export interface IndexPlace<I extends IndexAccess = IndexAccess> {
  /** By name. */
  list(): Promise<readonly CollectionEntry[]>
  find(name: string): Promise<CollectionEntry | undefined>
  /** @param options the collection is made with them, or has them; without them it has to be there */
  open(name: string, options?: IndexOptions): Promise<I>
  /** Removes a collection that is there, with all of its documents. */
  drop(name: string): Promise<void>
  close(): Promise<void>
}
