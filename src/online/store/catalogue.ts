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
  /** The entry of `list` for one name, without reading the others; undefined if there is none. */
  find(name: string): Promise<CollectionEntry | undefined>
  /**
   * The store of a collection, not yet open; its `open` creates the collection, which is then listed.
   *
   * @throws NearsameError OPTION_VALUE for an invalid name
   */
  store(name: string): Store
  /**
   * Checks that the directory or database answers and is still the one opened.
   *
   * @throws NearsameError STORE_UNAVAILABLE
   */
  ping(): Promise<void>
  /** Closes the catalogue. The callers that opened stores close them first. */
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
