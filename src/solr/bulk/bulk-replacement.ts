/**
 * Bulk replacement: which earlier documents of a `_bulk` body a document replaces, as deletions that follow it.
 *
 * The state is that of the update chain: an id has the signature of the last document stored under it, or none. Only
 * what certainly happens counts, so that no text is lost. A `create` fails if its id exists, a version may not match, a
 * pipeline may drop the document: such an action deletes nothing, and its id is no longer deleted. An update without a
 * signed field keeps the signature.
 *
 * An id has one state whatever index or routing the action names, because two names may be one index: where two
 * indexes have the same id, the earlier document stays. Replacing is within one index and one routing.
 *
 * Ours: all of it. Cost: about 50 bytes and one line of text for each document of the body.
 */
import { DocumentState } from '../chain/document-state.ts'
import { documentToJson } from '../json/json-writer.ts'
import { addOf } from '../messages/messages.ts'
import { fieldValue, valueText } from '../messages/values.ts'
import { actionLine, type BulkAction } from './bulk-lines.ts'

/** Metadata that only say which document is meant; anything else may make the action fail. */
const plainNames: readonly string[] = ['_index', '_type', '_id', 'routing']

export class BulkReplacement {
  readonly #state = new DocumentState({ uniqueKey: '_id' })
  /** The actions that delete documents, by their numbers; none for a document whose id is not known. */
  readonly #deletions: { id: string; line: string }[] = []

  /**
   * Takes a document that the action stores.
   *
   * @param signature undefined if the document has none
   * @returns the deletions of the documents that it replaces by its signature
   */
  stored(action: BulkAction, signature: string | undefined): string[] {
    const id = idOf(action)
    const mayFail = action.kind === 'create' && id !== undefined
    if (mayFail || !action.fields.every(({ name }) => plainNames.includes(name))) {
      this.forget(action)
      return []
    }
    const place = action.fields.filter(({ name }) => name !== '_id')
    const scope = documentToJson({ fields: place, children: [] })
    const term = signature === undefined ? undefined : { field: '', text: `${scope}${signature}` }
    // An id made by the server is a new one.
    const key = id ?? `\u0000${this.#state.count}`
    const document = { fields: [{ name: '_id', value: key }], children: [] }
    const { number, replaced } = this.#state.add(addOf(document), term)
    const deletions = replaced.flatMap(one => this.#deletions[one] ?? []).filter(one => one.id !== id)
    if (id !== undefined) {
      this.#deletions[number] = { id, line: actionLine('delete', [...place, { name: '_id', value: id }]) }
    }
    return deletions.map(({ line }) => line)
  }

  /** Takes an action after which the content of its id is not known, or gone. */
  forget(action: BulkAction): void {
    const id = idOf(action)
    if (id === undefined) return
    const ids = [{ id, version: undefined, route: undefined }]
    this.#state.apply({ kind: 'delete', ids, queries: [], commitWithin: undefined })
  }
}

function idOf({ fields }: BulkAction): string | undefined {
  const id = fieldValue(fields, '_id')
  return id === undefined || id === null ? undefined : valueText(id)
}
