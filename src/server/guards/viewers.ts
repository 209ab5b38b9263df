/** Viewers: what people bring is personal, so it is seen by the key that brought it, and by an admin key. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ApiKey } from './api-keys.ts'
import { keyOf } from './request-guards.ts'

export interface Viewer {
  /** Stays with the key, whatever its place in the list and its name; '-' without keys. */
  readonly owner: string
  readonly isAdmin: boolean
}

/** Without keys all clients are on this machine, and one. */
export function viewerOf(keys: readonly ApiKey[], headers: IncomingHttpHeaders): Viewer {
  if (keys.length === 0) return { owner: '-', isAdmin: true }
  const key = keyOf(keys, headers)
  // A route with keys is reached with one only.
  const owner =
    key === undefined ? '' : createHash('sha256').update('owner').update(key.digest).digest('hex')
  return { owner, isAdmin: key?.scope === 'admin' }
}

export function sees({ owner, isAdmin }: Viewer, owned: { readonly owner: string }): boolean {
  return isAdmin || owned.owner === owner
}
