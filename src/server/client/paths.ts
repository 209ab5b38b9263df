/** Paths of requests: names and ids as parts of an address. */
import type { DocumentId } from '../../engine/library/document.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { shown } from '../../ground/options/resolve.ts'
import { nameAsked } from '../../online/index/documents/given-document.ts'
import { collectionName } from '../../online/store/catalogue.ts'

/** @throws NearsameError OPTION_VALUE */
export function collectionPath(name: string): string {
  if (typeof name === 'string' && collectionName.test(name)) return `/v1/collections/${name}`
  throw new NearsameError('OPTION_VALUE', {
    expected: 'the name of a collection to be 1 to 64 of a-z, A-Z, 0-9, "_", "-" and "."',
    got: shown(name),
    fix: 'begin it with a letter or a digit and leave other characters out',
  })
}

/** An id in a path, which cannot hold every id. @throws NearsameError OPTION_VALUE */
export function idPart(id: DocumentId): string {
  const text = idText(id)
  if (text !== '' && text !== '.' && text !== '..') return encodeURIComponent(text)
  throw unaddressed(id, '"", "." and ".." mean other addresses')
}

/** An id in a query; `label` is its name in the caller's options. @throws NearsameError OPTION_VALUE */
export function idText(id: DocumentId, label = 'id'): string {
  nameAsked(id, label)
  const text = String(id)
  // A lone surrogate would throw in a path, and become another character in a query.
  if (text.isWellFormed()) return text
  throw unaddressed(id, 'half a surrogate pair has no bytes')
}

function unaddressed(id: DocumentId, why: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'an id that can stand in an address',
    got: shown(id),
    fix: `give the document another id; ${why}`,
  })
}

/** @example idTypeOf(7) // => 'number' */
export function idTypeOf(id: DocumentId): 'string' | 'number' {
  return typeof id === 'string' ? 'string' : 'number'
}
