/** Viewers: what people bring is personal, so it is seen by the key that brought it, and by an admin key. */
import { createHash } from 'node:crypto'
import type { ApiKey } from './api-keys.ts'

export interface Viewer {
  /** Name of the key; '-' without keys. */
  readonly name: string
  /** Stays with the key, whatever its place in the list and its name; '-' without keys. */
  readonly owner: string
  readonly isAdmin: boolean
}

/** Without keys all clients are on this machine, and one. */
export const onlyViewer: Viewer = { name: '-', owner: '-', isAdmin: true }

/** The viewer of a server with keys. */
export function viewerOf(key: ApiKey | undefined): Viewer {
  // A route with keys is reached with one only.
  if (key === undefined) return { name: '', owner: '', isAdmin: false }
  const owner = createHash('sha256').update('owner').update(key.digest).digest('hex')
  return { name: key.name, owner, isAdmin: key.scope === 'admin' }
}

export function sees({ owner, isAdmin }: Viewer, owned: { readonly owner: string }): boolean {
  return isAdmin || owned.owner === owner
}
