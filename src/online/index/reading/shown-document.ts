/** A stored document as HTTP and the command's lines show it: with times as text. */
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
