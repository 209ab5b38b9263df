/**
 * Update chain: commands in, the same commands out, with the signatures that Solr's chain would give their
 * documents.
 *
 *     add ─▶ signature of the fields ─▶ event `document` ─▶ (what it replaces, when the state is kept)
 *     other commands ─▶ event `command`
 *
 * With `compatibility: 'solr'` every document fares as in Solr, losses included. With `'safe'` those are
 * mended that lose documents without an error, each with an event `notice`:
 *
 *     update-passed       an atomic update of other fields keeps its signature, where Solr overwrites it by
 *                         that of nothing, and with `overwriteDupes` removes documents that had such an update
 *     nothing-to-compare  a document whose fields for the signature are absent or empty gets none, where Solr
 *                         takes all such documents for duplicates of each other
 *     fields-trimmed      blanks around names in `fields` are dropped, where Solr looks for fields with blanks
 *
 * and a signature field whose analysis makes another term of a signature is refused: in Solr, documents
 * vanish.
 *
 * Source: Solr Reference Guide, "De-Duplication"; observed on Solr 8.11 and 9.10.
 * Ours: `safe`, and what comes of a chain without a server.
 * Cost: of reading and signing; with `keepsState` the memory of `signature-table.ts`.
 */
import { isNearsameError, NearsameError } from '../errors/nearsame-error.ts'
import { isJavaException } from '../java/java-exception.ts'
import { DocumentState, type UpdateTerm } from './document-state.ts'
import {
  type AddCommand,
  refuseConfig,
  refuseUpdate,
  refuseUpdateAs,
  type UpdateCommand,
} from './messages.ts'
import { checkChildren, type SolrSchema } from './schema.ts'
import {
  checkSignatureField,
  contentlessSignature,
  type GivenSignatureSettings,
  givenSettings,
  isAtomicUpdate,
  type SignatureSettings,
  signatureOf,
  withSignature,
} from './signature-processor.ts'
import { documentOf, fieldValue, isList, valueText } from './values.ts'

export interface ChainOptions {
  /** `solr` does what Solr does, `safe` mends what loses documents; `solr` if absent. */
  readonly compatibility?: 'solr' | 'safe'
  /**
   * With it, the signature field is checked as Solr does when it starts, and its values for each document.
   */
  readonly schema?: SolrSchema
  /** Field of the unique key: that of the schema, else `id`. */
  readonly uniqueKey?: string
  /**
   * The request parameter `overwrite`; true if absent. Without overwriting there is no de-duplication in
   * Solr.
   */
  readonly overwrite?: boolean
  /** Whether to keep which documents there would be, and say what each one replaces; false if absent. */
  readonly keepsState?: boolean
  /** `stop` throws at the first document that Solr refuses, `skip` gives an event; `stop` if absent. */
  readonly onError?: 'stop' | 'skip'
  /** Whether the chain is one of SolrCloud, which refuses some settings; false if absent. */
  readonly isCloud?: boolean
}

export type NoticeReason = 'update-passed' | 'nothing-to-compare' | 'fields-trimmed'

export type ChainEvent =
  | {
      readonly kind: 'document'
      /** As it leaves the chain. */
      readonly command: AddCommand
      /** Counted from 0 over all documents added; undefined unless the state is kept. */
      readonly number: number | undefined
      /** Of the last processor that gave one. */
      readonly signature: string | undefined
      /** Numbers that it replaces, its own too where Solr loses it at once; undefined unless the state is kept. */
      readonly replaced: readonly number[] | undefined
    }
  | {
      readonly kind: 'command'
      readonly command: UpdateCommand
      /** Numbers of the documents that it deletes; undefined unless the state is kept. */
      readonly removed: readonly number[] | undefined
    }
  | {
      readonly kind: 'notice'
      readonly reason: NoticeReason
      readonly text: string
      readonly input: number
    }
  /** `solrErrorOf` has Solr's answer. */
  | { readonly kind: 'refused'; readonly error: NearsameError; readonly input: number }

/** A document on its way through the processors. */
interface Passage {
  command: AddCommand
  signature: string | undefined
  term: UpdateTerm | undefined
  isPassedUpdate: boolean
  /** Whether the signature field's analysis makes another term of the signature. */
  isTermChanged: boolean
}

export class UpdateChain {
  readonly #settings: readonly SignatureSettings[]
  readonly #isSafe: boolean
  readonly #schema: SolrSchema | undefined
  readonly #stopsAtErrors: boolean
  readonly #state: DocumentState | undefined
  /** Inputs taken so far, from 1 as the first. */
  #inputs = 0
  #notices: ChainEvent[] = []

  constructor(settings: readonly SignatureSettings[], options: ChainOptions) {
    const { compatibility = 'solr', schema, overwrite = true, onError = 'stop', isCloud = false } = options
    this.#isSafe = compatibility === 'safe'
    this.#schema = schema
    this.#stopsAtErrors = onError === 'stop'
    this.#settings = this.#isSafe ? settings.map(one => this.#trimmed(one)) : settings
    if (schema) for (const one of this.#settings) this.#checkField(one, schema, isCloud)
    const uniqueKey = options.uniqueKey ?? (schema ? schema.uniqueKey : 'id')
    if (options.keepsState) this.#state = new DocumentState({ uniqueKey, overwrite })
  }

  #checkField(settings: SignatureSettings, schema: SolrSchema, isCloud: boolean): void {
    try {
      checkSignatureField(settings, schema, isCloud)
    } catch (error) {
      throw isJavaException(error) ? refuseConfig(error) : error
    }
    const { signatureField, overwriteDupes, isEnabled } = settings
    const field = schema.field(signatureField)
    if (!this.#isSafe || !isEnabled || !overwriteDupes || field?.isTerm !== false) return
    throw new NearsameError('SOLR_UNSAFE', {
      expected: 'a signature field whose term is the signature itself, such as one of solr.StrField',
      got: `${field.className} of ${signatureField}, with which Solr can remove the documents that it adds`,
      fix: 'give the signature field a string type, or choose `overwriteDupes` false',
    })
  }

  #trimmed(settings: SignatureSettings): SignatureSettings {
    const fields = settings.fields.map(name => name.trim()).filter(Boolean)
    if (fields.join() === settings.fields.join()) return settings
    this.#notice('fields-trimmed', `fields ${fields.join(', ')} without the blanks around them`)
    return { ...settings, fields: fields.sort() }
  }

  #notice(reason: NoticeReason, text: string): void {
    this.#notices.push({ kind: 'notice', reason, text, input: this.#inputs })
  }

  /**
   * What comes of one command: notices first, then the document or command, or its refusal.
   *
   * @throws NearsameError SOLR_UPDATE for what Solr refuses, unless errors are skipped
   */
  take(command: UpdateCommand): ChainEvent[] {
    this.#inputs++
    const events = this.#notices
    this.#notices = []
    try {
      const event = command.kind === 'add' ? this.#takeDocument(command) : this.#takeOther(command)
      events.push(...this.#notices, event)
      this.#notices = []
      return events
    } catch (error) {
      const problem = placed(error, `update ${this.#inputs}`)
      if (this.#stopsAtErrors || !isNearsameError(problem)) throw problem
      events.push({ kind: 'refused', error: problem, input: this.#inputs })
      return events
    }
  }

  #takeOther(command: UpdateCommand): ChainEvent {
    return { kind: 'command', command, removed: this.#state?.apply(command) }
  }

  #takeDocument(command: AddCommand): ChainEvent {
    const passage: Passage = {
      command,
      signature: undefined,
      term: undefined,
      isPassedUpdate: false,
      isTermChanged: false,
    }
    for (const settings of this.#settings) if (settings.isEnabled) this.#process(passage, settings)
    if (this.#schema) checkChildren(passage.command.document, this.#schema)
    const added = this.#state?.add(passage.command, passage.term, passage.isPassedUpdate)
    // Solr then deletes what has the id and not the term, and no document has the term as it was made.
    if (added && passage.isTermChanged) this.#state?.remove(added.number)
    return {
      kind: 'document',
      command: passage.command,
      number: added?.number,
      signature: passage.signature,
      replaced: added && passage.isTermChanged ? [...added.replaced, added.number] : added?.replaced,
    }
  }

  #process(passage: Passage, settings: SignatureSettings): void {
    const { document } = passage.command
    const { signature, names } = signatureOf(settings, document)
    if (this.#isSafe && this.#isMended(passage, settings, signature, names)) return
    const signed = withSignature(document, settings.signatureField, signature)
    passage.command = { ...passage.command, document: signed }
    passage.signature = signature
    if (settings.overwriteDupes) {
      const { signatureField } = settings
      passage.term = { field: signatureField, text: signature }
      if (this.#schema?.field(signatureField)?.isTerm === false) passage.isTermChanged = true
    }
    this.#checkSingle(passage.command, settings.signatureField)
  }

  /** Whether the document goes on without a signature. */
  #isMended(
    passage: Passage,
    settings: SignatureSettings,
    signature: string,
    names: readonly string[],
  ): boolean {
    const { signatureField } = settings
    if (isAtomicUpdate(passage.command.document)) {
      passage.isPassedUpdate = true
      this.#notice('update-passed', `an update of other fields leaves ${signatureField} as it is`)
      return true
    }
    if (signature !== contentlessSignature(settings, names)) return false
    this.#notice('nothing-to-compare', `a document without content for ${signatureField} gets no signature`)
    return true
  }

  /** What the schema has against a client's own value beside the signature. */
  #checkSingle({ document }: AddCommand, name: string): void {
    const schema = this.#schema
    if (!schema || name === schema.uniqueKey || schema.field(name)?.isMultiValued) return
    const value = fieldValue(document.fields, name)
    if (value === undefined || !isList(value)) return
    const id = schema.uniqueKey === undefined ? undefined : fieldValue(document.fields, schema.uniqueKey)
    const what = id === undefined ? '' : `[doc=${valueText(id)}] `
    const problem = `multiple values encountered for non multiValued field ${name}: ${valueText(value)}`
    throw refuseUpdateAs(400, `ERROR: ${what}${problem}`, `update ${this.#inputs}`)
  }

  /** What comes of commands, one by one. */
  async *run(
    commands: Iterable<UpdateCommand> | AsyncIterable<UpdateCommand>,
  ): AsyncGenerator<ChainEvent, void> {
    for await (const command of commands) yield* this.take(command)
  }

  /** What comes of JavaScript objects, each a document to add; see `documentOf` for their values. */
  async *runObjects(
    objects: Iterable<Readonly<Record<string, unknown>>> | AsyncIterable<Readonly<Record<string, unknown>>>,
  ): AsyncGenerator<ChainEvent, void> {
    for await (const object of objects) {
      yield* this.take({
        kind: 'add',
        document: documentOf(object),
        overwrite: undefined,
        commitWithin: undefined,
      })
    }
  }

  /** Numbers of the documents that there would be, ascending; undefined unless the state is kept. */
  survivors(): Uint32Array | undefined {
    return this.#state?.survivors()
  }
}

function placed(error: unknown, where: string): unknown {
  if (isJavaException(error)) return refuseUpdate(error, where)
  const hasNoPlace = isNearsameError(error) && error.parts.where === undefined
  return hasNoPlace ? new NearsameError(error.code, { ...error.parts, where }) : error
}

/**
 * A chain of signature processors.
 *
 * @param settings as `parseSolrConfig` gives them for a chain, or as a program names them
 * @throws NearsameError SOLR_CONFIG for settings with which Solr does not start, SOLR_UNSAFE for settings
 * that `safe` refuses
 * @example updateChain({ fields: 'name', signatureField: 'sig' }).take({ kind: 'add', document: documentOf({ id: 1, name: 'p' }), overwrite: undefined, commitWithin: undefined })[0].signature // => '7f9b74ed30f14fb5'
 */
export function updateChain(
  settings: readonly SignatureSettings[] | GivenSignatureSettings,
  options: ChainOptions = {},
): UpdateChain {
  if (Array.isArray(settings)) return new UpdateChain(settings, options)
  try {
    return new UpdateChain([givenSettings(settings as GivenSignatureSettings)], options)
  } catch (error) {
    throw isJavaException(error) ? refuseConfig(error) : error
  }
}
