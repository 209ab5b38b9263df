/**
 * Update chain: takes commands and returns them with the signatures that Solr's chain would give their documents.
 *
 *     add ─▶ signature of the fields ─▶ event `document` ─▶ (what it replaces, when the state is kept)
 *     other commands ─▶ event `command`
 *
 * With `compatibility: 'solr'` every document fares as in Solr, losses included. `'safe'` prevents the losses that
 * Solr does not report, each with an event `notice`: see `safe-mode.ts`.
 *
 * Source: Solr Reference Guide, "De-Duplication"; observed on Solr 8.11 and 9.10.
 * Ours: the effects of a chain without a server.
 * Cost: that of reading and signing; with `keepsState` also the memory of `signature-table.ts`.
 */
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { atLeastAt } from '../../ground/errors/place.ts'
import { isJavaException } from '../../ground/java/java-exception.ts'
import { checkArgument, checkList, checkObject, checkWalkable } from '../../ground/options/arguments.ts'
import type { Resolved } from '../../ground/options/declare.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { checkChildren, type SolrSchema } from '../fields/schema.ts'
import { checkSignatureValues } from '../fields/signature-values.ts'
import { checkUpdateCommand } from '../messages/command-checks.ts'
import {
  type AddCommand,
  addOf,
  refuseConfig,
  refuseUpdate,
  type UpdateCommand,
} from '../messages/messages.ts'
import { documentOf, withSignature } from '../messages/values.ts'
import type { ChainEvent } from './chain-events.ts'
import { type ChainOptions, chainOptions } from './chain-options.ts'
import { DocumentState, type UpdateTerm } from './document-state.ts'
import { withoutFields } from './excluded-fields.ts'
import { checkStoring, checkTerm, type Notice, reasonToPass, trimmed } from './safe-mode.ts'
import {
  checkSettings,
  checkSignatureField,
  documentSignature,
  type GivenSignatureSettings,
  givenSettings,
  isAtomicUpdate,
  type SignatureSettings,
} from './signature-processor.ts'

/** A document on its way through the processors. */
interface Passage {
  command: AddCommand
  signature: string | undefined
  term: UpdateTerm | undefined
  isPassedUpdate: boolean
  /** Whether the analysis of the signature field changes the signature. */
  isTermChanged: boolean
}

export class UpdateChain {
  readonly #options: Resolved<typeof chainOptions>
  /** Settings of the enabled processors. */
  readonly #settings: readonly SignatureSettings[]
  readonly #signatureFields: readonly string[]
  readonly #state: DocumentState | undefined
  /** Inputs taken so far; the first is 1. */
  #inputs = 0
  #notices: ChainEvent[] = []

  /** @throws NearsameError as `updateChain` */
  constructor(settings: readonly SignatureSettings[], given: ChainOptions = {}) {
    checkList('settings', settings, 'settings')
    for (const one of settings) checkSettings(one)
    checkObject('options', given)
    this.#options = resolve(chainOptions, given)
    const { schema, isStoring, keepsState, overwrite } = this.#options
    const meant = this.#isSafe
      ? settings.map(one => trimmed(one, notice => this.#report(notice)))
      : settings
    if (schema) for (const one of meant) this.#checkField(one, schema)
    if (this.#isSafe) checkStoring(isStoring)
    this.#settings = meant.filter(one => one.isEnabled)
    this.#signatureFields = [...new Set(this.#settings.map(one => one.signatureField))]
    if (!keepsState) checkKeep(this.#options.keep)
    if (!keepsState || !isStoring) return
    const uniqueKey = this.#options.uniqueKey || (schema ? schema.uniqueKey : 'id')
    this.#state = new DocumentState({ uniqueKey, overwrite, requiresKey: schema?.requiresKey === true })
  }

  get #isSafe(): boolean {
    return this.#options.compatibility === 'safe'
  }

  #checkField(settings: SignatureSettings, schema: SolrSchema): void {
    asConfig(() => checkSignatureField(settings, schema, this.#options.isCloud))
    if (this.#isSafe) checkTerm(settings, schema)
  }

  #report(notice: Notice): void {
    this.#notices.push({ kind: 'notice', ...notice, input: this.#inputs })
  }

  /**
   * The events of one command: notices first, then the document or command, or its refusal.
   *
   * @throws NearsameError SOLR_UPDATE for what Solr refuses, unless errors are skipped; OPTION_VALUE if it is not a
   * command
   */
  take(command: UpdateCommand): ChainEvent[] {
    checkUpdateCommand(command)
    this.#inputs++
    const events = this.#notices
    this.#notices = []
    try {
      const event = command.kind === 'add' ? this.#takeDocument(command) : this.#takeOther(command)
      events.push(...this.#notices, event)
      this.#notices = []
      return events
    } catch (error) {
      const where = `update ${this.#inputs}`
      const problem = isJavaException(error) ? refuseUpdate(error, where) : atLeastAt(error, where)
      if (this.#options.onError === 'stop' || !isNearsameError(problem)) throw problem
      events.push({ kind: 'refused', error: problem, input: this.#inputs })
      return events
    }
  }

  #takeOther(command: UpdateCommand): ChainEvent {
    const removed = this.#state?.apply(command) ?? (this.#options.keepsState ? [] : undefined)
    return { kind: 'command', command, removed }
  }

  #takeDocument(command: AddCommand): ChainEvent {
    const passage: Passage = {
      command,
      signature: undefined,
      term: undefined,
      isPassedUpdate: false,
      isTermChanged: false,
    }
    for (const settings of this.#settings) this.#process(passage, settings)
    if (this.#options.isStoring) this.#checkStored(passage.command)
    const overwrites = command.overwrite ?? this.#options.overwrite
    const earlier = overwrites ? this.#earlierOf(passage) : undefined
    const term = earlier === undefined ? passage.term : undefined
    const added = this.#state?.add(passage.command, term, passage.isPassedUpdate)
    // Solr then deletes the documents with the id but not the term, and no document has the unchanged term.
    const isLost = (passage.isTermChanged && overwrites) || earlier !== undefined
    if (added && isLost) this.#state?.remove(added.number)
    const replaced = added?.replaced ?? (this.#options.keepsState ? [] : undefined)
    return {
      kind: 'document',
      command: passage.command,
      number: added?.number,
      signature: passage.signature,
      term: passage.term,
      duplicateOf: earlier,
      replaced: added && isLost ? [...added.replaced, added.number] : replaced,
      updates: added?.updates,
    }
  }

  /** With `keep: 'first'`, the number of the document that stays instead of this one. */
  #earlierOf({ command, term }: Passage): number | undefined {
    if (this.#options.keep === 'last' || term === undefined) return undefined
    return this.#state?.earlierWith(command, term)
  }

  /** What Solr checks after the last signature: the id, the children, the values of the signature fields. */
  #checkStored(command: AddCommand): void {
    this.#state?.checkId(command)
    const { schema } = this.#options
    if (!schema) return
    checkChildren(command.document, schema)
    checkSignatureValues(command.document, schema, this.#signatureFields)
  }

  #process(passage: Passage, settings: SignatureSettings): void {
    const { document } = passage.command
    const signing = withoutFields(document, this.#options.excludeFields)
    if (isAtomicUpdate(document) && !isAtomicUpdate(signing)) {
      // It changes nothing that a signature reads.
      passage.isPassedUpdate = true
      return
    }
    const signed = documentSignature(settings, signing)
    const notice = this.#isSafe ? reasonToPass(signing, settings, signed) : undefined
    if (notice !== undefined) {
      this.#report(notice)
      passage.isPassedUpdate ||= notice.reason === 'update-passed'
      return
    }
    const { signature } = signed
    const { signatureField } = settings
    passage.command = { ...passage.command, document: withSignature(document, signatureField, signature) }
    passage.signature = signature
    if (settings.overwriteDupes) {
      passage.term = { field: signatureField, text: signature }
      if (this.#options.schema?.field(signatureField)?.isTerm === false) passage.isTermChanged = true
    }
  }

  /** The events of commands, one by one. */
  async *run(
    commands: Iterable<UpdateCommand> | AsyncIterable<UpdateCommand>,
  ): AsyncGenerator<ChainEvent, void> {
    checkWalkable('commands', commands, 'commands')
    for await (const command of commands) yield* this.take(command)
  }

  /** The events of JavaScript objects, each added as a document; see `documentOf` for their values. */
  async *runObjects(objects: Iterable<object> | AsyncIterable<object>): AsyncGenerator<ChainEvent, void> {
    checkWalkable('objects', objects, 'objects')
    for await (const object of objects) {
      yield* this.take(addOf(documentOf(object as Readonly<Record<string, unknown>>)))
    }
  }

  /** Numbers of the documents an index would hold, ascending; undefined unless the state is kept. */
  survivors(): Uint32Array | undefined {
    return this.#state?.survivors() ?? (this.#options.keepsState ? new Uint32Array() : undefined)
  }
}

/**
 * A chain of signature processors.
 *
 * @param settings from `parseSolrConfig` for a chain, or given by a program
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE; SOLR_CONFIG for settings with which Solr does not start,
 * SOLR_UNSAFE for settings that `safe` refuses
 * @example updateChain({ fields: 'name', signatureField: 'sig' }).take({ kind: 'add', document: documentOf({ id: 1, name: 'p' }), overwrite: undefined, commitWithin: undefined })[0].signature // => '7f9b74ed30f14fb5'
 */
export function updateChain(
  settings: readonly SignatureSettings[] | GivenSignatureSettings,
  given: ChainOptions = {},
): UpdateChain {
  if (Array.isArray(settings)) return new UpdateChain(settings, given)
  const one = asConfig(() => givenSettings(settings as GivenSignatureSettings))
  return new UpdateChain([one], given)
}

/** The first of several documents is known only from the state. */
function checkKeep(keep: 'first' | 'last'): void {
  checkArgument(keep === 'last', 'keep', keep, 'last, or first with `keepsState`')
}

/** Runs checks that Solr makes when it loads the core: their exceptions refuse the configuration. */
function asConfig<T>(load: () => T): T {
  try {
    return load()
  } catch (error) {
    throw isJavaException(error) ? refuseConfig(error) : error
  }
}
