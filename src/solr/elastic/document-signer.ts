/**
 * Document signer: the fingerprint of a document on its way to Elasticsearch, and what a partial update does to it.
 */
import type { SolrField } from '../messages/messages.ts'
import { isModifier } from '../messages/values.ts'
import { namesOnPath } from './document-fields.ts'

export interface DocumentSigner {
  /** Where the fingerprint is set: names of nested objects, the field last. */
  readonly target: readonly string[]
  /** The fields of the fingerprint, as paths; none for all. */
  readonly fields: readonly string[]
  /** Why a document that can be signed otherwise has no fingerprint. */
  readonly unsigned: string
  /** The fingerprint of a document; undefined if it has none. @throws NearsameError BULK_UNSIGNED */
  sign(fields: readonly SolrField[]): string | undefined
}

/** How much of the fields of a fingerprint a partial document replaces. */
type Coverage = 'all' | 'some' | 'none'

/** Objects are merged into those of the stored document, so that their values afterwards are unknown. */
export function coverageOf({ fields, target }: DocumentSigner, partial: readonly SolrField[]): Coverage {
  if (fields.length === 0) return partial.some(({ name }) => name !== target[0]) ? 'some' : 'none'
  const found = new Set(fields.map(field => coverageAt(partial, namesOnPath(field).join('.'))))
  const [only] = found
  return found.size === 1 ? only : 'some'
}

/** Of one path. A name with dots may be part of it. */
export function coverageAt(partial: readonly SolrField[], path: string): Coverage {
  for (const { name, value } of partial) {
    if (name === path) return isModifier(value) ? 'some' : 'all'
    if (name.startsWith(`${path}.`)) return 'some'
    if (!path.startsWith(`${name}.`)) continue
    const within = isModifier(value) ? coverageAt(value.entries, path.slice(name.length + 1)) : 'some'
    if (within !== 'none') return within
  }
  return 'none'
}
