/**
 * Update batches: from the commands of a body to requests of bounded size, in the same order.
 *
 *     batch = { add that a later one replaces }, { add }, { other command }
 *
 * A batch ends where an add follows another command, where it is full, and before an add that replaces nothing
 * (`overwrite` false) after one that does, because the documents a batch replaces are deleted after all its adds. It
 * has each id once, so that Solr can tell which version each of its adds has got, and adds of different documents may
 * change places: of each signature the last one is sent in a second request, so that it gets the largest version on
 * whatever shard it is.
 *
 * Each batch becomes one request, or a few if it replaces duplicates; so a body of any length needs the memory of
 * two batches. A command that cannot be read or signed ends the body: the commands before it are sent first, as Solr
 * indexes the documents before a fault.
 */
import { newSolrException } from '../../../methods/java/java-exception.ts'
import type { UpdateTerm } from '../../chain/document-state.ts'
import { isAtomicUpdate } from '../../chain/signature-processor.ts'
import type { AddCommand, SolrDocument, UpdateCommand } from '../../messages/messages.ts'
import { valueText } from '../../messages/values.ts'
import { ProxyFault } from '../upstream/proxy-fault.ts'
import type { ProxyLimits } from '../upstream/proxy-options.ts'
import type { SignedId } from './duplicate-query.ts'

/** An add with its signature, and the term of the documents it replaces, if any. */
export interface SignedAdd {
  readonly command: AddCommand
  /** Undefined if the chain left the document unsigned. */
  readonly signature: string | undefined
  readonly replaces: UpdateTerm | undefined
}

/** How commands become parts of a batch. */
interface BatchRules extends Pick<ProxyLimits, 'batchDocuments' | 'batchBytes'> {
  sign(command: AddCommand): SignedAdd
  /** Returns a member of Solr's JSON object of commands, such as `"add":{"doc":{…}}`. */
  write(command: UpdateCommand): string
  /** The field that identifies documents. */
  readonly uniqueKey: string | undefined
  /** Default of `overwrite` for adds, from the parameter of that name. */
  readonly overwrites: boolean
}

/** The adds of a batch that replace duplicates, in order. */
export interface ReplacingAdds {
  readonly replacing: readonly SignedId[]
  readonly signatureField: string
  /** Those of them with children that are not values of a field. */
  readonly roots: readonly SignedId[]
  /** The shortest of its adds; Solr commits their deletions by itself within this time, in milliseconds. */
  readonly commitWithin: number | undefined
}

export type CommitKind = 'hard' | 'soft'

/** @throws the errors of the commands or of `sign`, after the batch before them */
export async function* batchesOf(
  commands: AsyncIterable<UpdateCommand>,
  rules: BatchRules,
): AsyncGenerator<UpdateBatch, void> {
  let draft = new UpdateBatch(rules)
  try {
    for await (const command of commands) {
      const signed = command.kind === 'add' ? rules.sign(command) : undefined
      const add = signed && draftAdd(signed, rules)
      if (draft.isFull || (add !== undefined && draft.mustEndBefore(add))) {
        yield draft
        draft = new UpdateBatch(rules)
      }
      if (add !== undefined) draft.takeAdd(add)
      else if (command.kind !== 'add') draft.takeOther(command)
    }
  } catch (error) {
    // A client that disconnected or timed out gets no answer: nothing more is done for it.
    if (!(error instanceof ProxyFault) && !draft.isEmpty) yield draft
    throw error
  }
  if (!draft.isEmpty) yield draft
}

interface DraftAdd extends SignedAdd {
  /** Undefined if the document has none, or the schema no unique key. */
  readonly id: string | undefined
  /** Undefined if it replaces nothing by its signature. */
  readonly replacing: SignedId | undefined
}

function draftAdd(signed: SignedAdd, rules: BatchRules): DraftAdd {
  const { command, replaces } = signed
  const id = idOf(command, replaces, rules)
  if (replaces === undefined || !overwrites(command, rules)) return { ...signed, id, replacing: undefined }
  refuseChild(command, id)
  return { ...signed, id, replacing: { id: neededId(id, rules), signature: replaces.text } }
}

/**
 * Solr applies an atomic update of a child to the document of its root, as which it stores and finds it; a signature of
 * the update alone would be that of no document. @throws JavaException 400
 */
function refuseChild({ document }: AddCommand, id: string | undefined): void {
  const root = textOf(document, '_root_')
  if (root === undefined || root === id || !isAtomicUpdate(document)) return
  throw newSolrException(
    400,
    `nearsame cannot sign an atomic update of a child document, ${id} of ${root}: ` +
      'send the root with its children, or this update to Solr itself',
  )
}

export class UpdateBatch implements ReplacingAdds {
  /** Members as returned by `write`: adds that later ones of the batch replace; then the other adds, and the rest. */
  readonly earlier: string[] = []
  readonly others: string[] = []
  readonly replacing: SignedId[] = []
  readonly roots: SignedId[] = []
  signatureField = ''
  commitWithin: number | undefined
  /** The last command that commits, if there is one. */
  commit: CommitKind | undefined
  #bytes = 0
  #commands = 0
  /** By signature, or by number if the add replaces nothing; in order. */
  readonly #adds = new Map<string | number, string>()
  readonly #ids = new Set<string>()
  readonly #rules: BatchRules

  constructor(rules: BatchRules) {
    this.#rules = rules
  }

  get adds(): string[] {
    return [...this.#adds.values()]
  }

  get isEmpty(): boolean {
    return this.#commands === 0
  }

  get isFull(): boolean {
    const { batchBytes, batchDocuments } = this.#rules
    return this.#bytes >= batchBytes || this.#commands >= batchDocuments
  }

  mustEndBefore({ command, id }: DraftAdd): boolean {
    if (this.others.length > 0 || (id !== undefined && this.#ids.has(id))) return true
    return this.replacing.length > 0 && !overwrites(command, this.#rules)
  }

  takeAdd({ command, id, replaces, replacing }: DraftAdd): void {
    if (id !== undefined) this.#ids.add(id)
    if (replaces !== undefined && replacing !== undefined) {
      this.signatureField = replaces.field
      this.replacing.push(replacing)
      if (command.document.children.length > 0) this.roots.push(replacing)
      const within = command.commitWithin ?? Number.POSITIVE_INFINITY
      if (within < (this.commitWithin ?? Number.POSITIVE_INFINITY)) this.commitWithin = within
    }
    const key = replacing?.signature ?? this.#commands
    const earlier = this.#adds.get(key)
    if (earlier !== undefined) this.earlier.push(earlier)
    this.#adds.delete(key)
    this.#adds.set(key, this.#written(command))
  }

  takeOther(command: Exclude<UpdateCommand, AddCommand>): void {
    if (command.kind === 'commit' || command.kind === 'optimize') {
      const isSoft = command.params.some(
        ({ name, value }) => name === 'softCommit' && String(value) === 'true',
      )
      this.commit = isSoft ? 'soft' : 'hard'
    }
    this.others.push(this.#written(command))
  }

  #written(command: UpdateCommand): string {
    const member = this.#rules.write(command)
    this.#bytes += member.length
    this.#commands++
    return member
  }
}

function overwrites(command: AddCommand, rules: BatchRules): boolean {
  return command.overwrite ?? rules.overwrites
}

function idOf(
  { document }: AddCommand,
  term: UpdateTerm | undefined,
  { uniqueKey }: BatchRules,
): string | undefined {
  if (uniqueKey !== undefined && uniqueKey === term?.field) return term.text
  return textOf(document, uniqueKey)
}

/** The first value of a field. */
function textOf({ fields }: SolrDocument, field: string | undefined): string | undefined {
  const value = fields.find(({ name }) => name === field)?.value
  if (value === undefined || value === null) return undefined
  const [first] = Array.isArray(value) ? value : [value]
  return valueText(first)
}

/** Required, because without it the new document could not be told apart from those it replaces. */
function neededId(id: string | undefined, { uniqueKey }: BatchRules): string {
  if (uniqueKey === undefined)
    throw newSolrException(500, 'nearsame replaces duplicates only if the schema has a uniqueKey')
  if (id === undefined)
    throw newSolrException(400, `Document is missing mandatory uniqueKey field: ${uniqueKey}`)
  return id
}
