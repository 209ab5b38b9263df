/**
 * Document state: the documents an index would hold after a stream of updates.
 *
 *     add, term, overwrite      removes all with the same term, and any other with the same id
 *     add, no term, overwrite   removes all with the same id
 *     add, no overwrite         removes none
 *     delete id                 removes all with that id, and restores nothing
 *
 * An atomic update becomes a document with its own number, made from the newest document with its id.
 *
 * The last writer wins, within a request and across requests. Commits matter only to an atomic update of a document
 * that was replaced by term: until the commit, Solr still finds it in its log. A document keeps its number, and the
 * numbers of the survivors ascend in Solr's `_docid_` order, until Solr merges segments in another order.
 *
 * Source: observed on Solr 8.11 and 9.10, which agree.
 * Ours: a deletion by query works only for all documents, an id or a term. Child documents are not counted.
 * Cost: that of `signature-table.ts`.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { checkObject } from '../../ground/options/arguments.ts'
import { flag, type Given, onOff, options, type Resolved, text } from '../../ground/options/declare.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { type AddCommand, refuseUpdateAs, type UpdateCommand } from '../messages/messages.ts'
import { fieldValue, isList, valueText } from '../messages/values.ts'
import { isAtomicUpdate } from './signature-processor.ts'
import { SignatureTable } from './signature-table.ts'

export const stateOptions = options({
  uniqueKey: text({ placeholder: 'field', default: '', doc: 'field of the unique key' }),
  requiresKey: flag({
    doc: 'require the unique key even of documents that overwrite nothing',
  }),
  overwrite: onOff({
    default: true,
    doc: 'the request parameter `overwrite`, the default for documents without their own',
  }),
})

export type StateOptions = Given<typeof stateOptions>

/** The term that an added document replaces. */
export interface UpdateTerm {
  readonly field: string
  readonly text: string
}

export interface AddedDocument {
  readonly number: number
  /** Numbers of the documents it replaces, ascending. */
  readonly replaced: readonly number[]
  /** For an atomic update, the number of the document it modifies, if there is one. */
  readonly updates: number | undefined
}

export class DocumentState {
  readonly #table = new SignatureTable()
  readonly #options: Resolved<typeof stateOptions>
  /** Documents by the terms that clients sent in the signature field. */
  readonly #furtherTerms = new Map<string, number[]>()

  /** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE */
  constructor(given: StateOptions = {}) {
    checkObject('options', given)
    this.#options = resolve(stateOptions, given)
  }

  /** Number of documents added so far, and the number of the next one. */
  get count(): number {
    return this.#table.count
  }

  /** Number of documents present. */
  get size(): number {
    return this.#table.size
  }

  /**
   * Adds a document as it leaves the chain.
   *
   * @param keepsTerm the document is an atomic update that keeps the term of the document with its id
   * @throws NearsameError SOLR_UPDATE for a document without an id, or with several
   */
  add(command: AddCommand, term: UpdateTerm | undefined, keepsTerm = false): AddedDocument {
    const overwrites = command.overwrite ?? this.#options.overwrite
    const id = this.#idOf(command, overwrites)
    if (id === undefined && this.#options.requiresKey && this.#options.uniqueKey !== '')
      throw refuseUpdateAs(400, `[doc=null] missing required field: ${this.#options.uniqueKey}`)
    const isUpdate = keepsTerm || isAtomicUpdate(command.document)
    const before = id !== undefined && (overwrites || isUpdate) ? this.#table.withId(id) : []
    const removed = overwrites ? this.#table.remove(before) : []
    if (overwrites && term !== undefined) {
      for (const number of this.#removeTerm(term.text)) removed.push(number)
    }
    const isLike = keepsTerm && before.length > 0
    const number = isLike ? this.#table.addLike(id, before[0]) : this.#table.add(id, term?.text)
    if (term !== undefined) this.#noteFurtherTerms(command, term, number)
    return { number, replaced: removed.sort((a, b) => a - b), updates: isUpdate ? before[0] : undefined }
  }

  /** The number of the earliest document present with the term and another id; the table lists the newest first. */
  earlierWith(command: AddCommand, term: UpdateTerm): number | undefined {
    const id = this.#idOf(command, false)
    const own = id === undefined ? [] : this.#table.withId(id)
    return this.#table.withTerm(term.text).findLast(number => !own.includes(number))
  }

  /** Checks the id of a document, which Solr does first. @throws NearsameError SOLR_UPDATE as `add` */
  checkId(command: AddCommand): void {
    this.#idOf(command, command.overwrite ?? this.#options.overwrite)
  }

  /** Removes one document. */
  remove(document: number): void {
    this.#table.remove([document])
  }

  /** Whether a document with the id is present. */
  hasId(id: string): boolean {
    return this.#table.withId(id).length > 0
  }

  #idOf({ document }: AddCommand, overwrites: boolean): string | undefined {
    const { uniqueKey } = this.#options
    if (uniqueKey === '') return undefined
    const value = fieldValue(document.fields, uniqueKey) ?? null
    const values = isList(value) ? value : value === null ? [] : [value]
    if (values.length === 1) return valueText(values[0])
    if (values.length > 1) {
      const problem = 'Document contains multiple values for uniqueKey field'
      throw refuseUpdateAs(400, `${problem}: ${uniqueKey}=${valueText(values)}`)
    }
    if (overwrites) throw refuseUpdateAs(400, `Document is missing mandatory uniqueKey field: ${uniqueKey}`)
    return undefined
  }

  #removeTerm(term: string): number[] {
    const removed = this.#table.remove(this.#table.withTerm(term))
    const further = this.#furtherTerms.get(term)
    if (further === undefined) return removed
    this.#furtherTerms.delete(term)
    return removed.concat(this.#table.remove(further))
  }

  #noteFurtherTerms({ document }: AddCommand, { field, text }: UpdateTerm, number: number): void {
    const value = fieldValue(document.fields, field)
    if (value === undefined || !isList(value)) return
    for (const term of value.map(valueText)) {
      if (term === text) continue
      const numbers = this.#furtherTerms.get(term)
      if (numbers) numbers.push(number)
      else this.#furtherTerms.set(term, [number])
    }
  }

  /**
   * Applies a command that adds nothing.
   *
   * @returns numbers of the removed documents
   * @throws NearsameError SOLR_UPDATE for a rollback, and for a query that does not select documents by id
   */
  apply(command: UpdateCommand): number[] {
    if (command.kind === 'commit' || command.kind === 'optimize') return []
    if (command.kind !== 'delete') throw unanswerable(command.kind)
    const removed = command.ids.flatMap(({ id }) => this.#table.remove(this.#table.withId(id)))
    return removed.concat(command.queries.flatMap(query => this.#removeByQuery(query)))
  }

  #removeByQuery(query: string): number[] {
    if (query.trim() === '*:*') {
      const all = [...this.#table.numbers()]
      this.#table.clear()
      this.#furtherTerms.clear()
      return all
    }
    const byId = /^\s*(\w+):(?:"([^"\\]*)"|([\w.-]+))\s*$/.exec(query)
    if (byId === null || byId[1] !== this.#options.uniqueKey) throw unanswerable(`the query ${query}`)
    return this.#table.remove(this.#table.withId(byId[2] ?? byId[3]))
  }

  /** Numbers of the documents present, ascending. */
  survivors(): Uint32Array {
    return this.#table.numbers()
  }

  has(document: number): boolean {
    return this.#table.has(document)
  }
}

function unanswerable(what: string): NearsameError {
  return new NearsameError('SOLR_UPDATE', {
    expected: 'updates whose outcome is known without an index: deletions by id, by id:VALUE and by *:*',
    got: what,
    fix: 'delete by id, or split the updates at this command',
  })
}
