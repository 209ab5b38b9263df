/** A stored document as its readers outside see it, over HTTP and in lines of the command: times as text. */
import type { IndexedDocument } from '../documents/index-types.ts'

export function shownDocument({ id, cluster, addedAt, expiresAt, document }: IndexedDocument): object {
  return {
    id,
    cluster,
    addedAt: new Date(addedAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    document,
  }
}
