/**
 * Bulk signing: fingerprints or signatures for the documents of a bulk body, line by line.
 *
 *     action line ─▶ source line ─▶ the two with the fingerprint
 *
 * Lines that need no change keep their bytes: actions, deletions, blank lines, updates that do not touch the
 * fingerprint, documents that have none. On request the action gets the fingerprint as its `_id`.
 *
 * Source: Elasticsearch Guide, "Bulk API".
 * Cost: that of reading and signing; memory for one document.
 */
import { isNearsameError, type NearsameError } from '../../ground/errors/nearsame-error.ts'
import { atLeastAt } from '../../ground/errors/place.ts'
import { valueText } from '../messages/values.ts'
import {
  actionLine,
  type BulkAction,
  type BulkLine,
  noSource,
  readAction,
  refuseLine,
} from './bulk-lines.ts'
import type { BulkReplacement } from './bulk-replacement.ts'

/** `passed` is an update that does not touch the fingerprint. */
export type SigningOutcome = 'signed' | 'unsigned' | 'passed'

export interface SignedSource {
  readonly text: string
  readonly outcome: SigningOutcome
  /** The fingerprint of a document that is signed; undefined for an update. */
  readonly fingerprint?: string | undefined
}

/** Signs sources. @throws NearsameError for one that cannot be signed */
export interface SourceSigner {
  /** What it makes of a document. */
  readonly noun: 'fingerprint' | 'signature'
  document(source: BulkLine): SignedSource
  update(source: BulkLine): SignedSource
}

/** An action with its source, if it has one; a blank line is an item without an outcome. */
export interface BulkItem {
  /** The action, its source, and the deletions of documents that it replaces. */
  readonly lines: readonly string[]
  /** Undefined for a deletion or a blank line, which have nothing to sign. */
  readonly outcome: SigningOutcome | undefined
  readonly action: BulkAction | undefined
  /** Line number of the source, else of the action, from 1. */
  readonly number: number
}

/** A document or update that cannot be signed, in a body that is otherwise well-formed. */
interface RefusedItem extends BulkItem {
  readonly error: NearsameError
}

export class BulkSigning {
  readonly #signer: SourceSigner
  readonly #makesIds: boolean
  readonly #replacement: BulkReplacement | undefined
  #number = 0
  /** The action that waits for its source. */
  #waiting: { readonly line: BulkLine; readonly action: BulkAction } | undefined

  /**
   * @param makesIds whether the fingerprint becomes the `_id`
   * @param replacement adds deletions of the documents that one with the same fingerprint replaces
   */
  constructor(signer: SourceSigner, makesIds: boolean, replacement?: BulkReplacement | undefined) {
    this.#signer = signer
    this.#makesIds = makesIds
    this.#replacement = replacement
  }

  /**
   * Takes the next line, without its line feed.
   *
   * @returns the item that it completes, signed or refused; undefined for an action that waits for its source
   * @throws NearsameError BULK_FORMAT for a line that is not an action, or an action without a source: what follows
   *   has no meaning then
   */
  take(text: string): BulkItem | RefusedItem | undefined {
    const line = { text, number: ++this.#number }
    const waiting = this.#waiting
    if (waiting !== undefined) {
      if (text.trim() === '') throw noSource(waiting.line)
      this.#waiting = undefined
      return this.#signed(waiting.action, waiting.line, line)
    }
    if (text.trim() === '')
      return { lines: [text], outcome: undefined, action: undefined, number: line.number }
    const action = readAction(line)
    if (action.kind === 'delete') {
      this.#replacement?.forget(action)
      return { lines: [text], outcome: undefined, action, number: line.number }
    }
    this.#waiting = { line, action }
    return undefined
  }

  /** Ends the body. @throws NearsameError BULK_FORMAT if the last action has no source */
  end(): void {
    if (this.#waiting !== undefined) throw noSource(this.#waiting.line)
  }

  #signed(action: BulkAction, line: BulkLine, source: BulkLine): BulkItem | RefusedItem {
    const item = { action, number: source.number }
    try {
      const isUpdate = action.kind === 'update'
      if (!isUpdate) this.#checkNoId(action, line)
      const signed = isUpdate ? this.#signer.update(source) : this.#signer.document(source)
      const lines = [
        this.#actionText(action, line, signed),
        signed.text,
        ...this.#deletions(action, signed),
      ]
      return { ...item, lines, outcome: signed.outcome }
    } catch (error) {
      if (!isNearsameError(error)) throw error
      const placed = atLeastAt(error, `line ${source.number}`)
      return { ...item, lines: [line.text, source.text], outcome: undefined, error: placed }
    }
  }

  #deletions(action: BulkAction, { outcome, fingerprint }: SignedSource): string[] {
    if (action.kind !== 'update') return this.#replacement?.stored(action, fingerprint) ?? []
    if (outcome !== 'passed') this.#replacement?.forget(action)
    return []
  }

  /** @throws NearsameError BULK_FORMAT */
  #checkNoId(action: BulkAction, line: BulkLine): void {
    const id = this.#makesIds ? detailOf(action, '_id') : undefined
    if (id === undefined) return
    const expected = `an action without _id, since the ${this.#signer.noun} becomes the _id`
    throw refuseLine(expected, id, line, 'leave out `_id`, or set `documentId` to keep')
  }

  #actionText({ kind, fields }: BulkAction, line: BulkLine, { fingerprint }: SignedSource): string {
    if (!this.#makesIds || fingerprint === undefined) return line.text
    const others = fields.filter(({ name }) => name !== '_id')
    return actionLine(kind, others.concat({ name: '_id', value: fingerprint }))
  }
}

export function isRefused(item: BulkItem | RefusedItem): item is RefusedItem {
  return 'error' in item
}

/** What an action says of its document; undefined if it does not, or null. */
export function detailOf({ fields }: Pick<BulkAction, 'fields'>, name: string): string | undefined {
  const value = fields.find(field => field.name === name)?.value
  return value === undefined || value === null ? undefined : valueText(value)
}
