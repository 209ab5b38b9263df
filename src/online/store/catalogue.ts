/** Catalogue: the collections of one data directory or database, by name. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { shown } from '../../ground/options/resolve.ts'
import type { Store } from './store.ts'

export interface CollectionEntry {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

export interface Catalogue {
  /** Such as `SQLite`; for messages. */
  readonly kind: string
  /** By name. */
  list(): Promise<readonly CollectionEntry[]>
  /** What `list` has of one name, without looking at the others; undefined where it has none. */
  find(name: string): Promise<CollectionEntry | undefined>
  /**
   * The store of a collection, not opened yet; `open` makes it, and from then on it is listed.
   *
   * @throws NearsameError OPTION_VALUE for what is no name of a collection
   */
  store(name: string): Store
  /** Whether the place answers, and has what is open of it. @throws NearsameError STORE_UNAVAILABLE */
  ping(): Promise<void>
  /** Closes what the catalogue holds; stores are closed by those who opened them, before. */
  close(): Promise<void>
}

/** 1 to 64 of a-z, A-Z, 0-9, `_`, `-` and `.`, beginning with a letter or digit. */
export const collectionName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** @throws NearsameError OPTION_VALUE */
export function checkCollectionName(name: unknown): string {
  if (typeof name === 'string' && collectionName.test(name)) return name
  throw new NearsameError('OPTION_VALUE', {
    expected:
      'a collection name of 1 to 64 of a-z, A-Z, 0-9, `_`, `-` and `.`, beginning with a letter or digit',
    got: shown(name),
    fix: 'choose such a name',
  })
}
