/**
 * Update chain: takes commands and returns them with the signatures that Solr's chain would give their documents.
 *
 *     add ─▶ changed fields, signature ─▶ event `document` ─▶ (what it replaces, when the state is kept)
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
import { checkArgument, checkObject, checkWalkable } from '../../ground/options/arguments.ts'
import type { Resolved } from '../../ground/options/declare.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { isJavaException } from '../../methods/java/java-exception.ts'
import { checkChildren, type SolrSchema } from '../fields/schema.ts'
import { checkSignatureValues } from '../fields/signature-values.ts'
import { javaOfSolr } from '../java/java-version.ts'
import { checkUpdateCommand } from '../messages/command-checks.ts'
import {
  type AddCommand,
  addOf,
  refuseConfig,
  refuseUpdate,
  refusing,
  type UpdateCommand,
} from '../messages/messages.ts'
import { documentOf, withDoubleTexts, withSignature } from '../messages/values.ts'
import type { ChainEvent } from './chain-events.ts'
import { type ChainOptions, chainOptions } from './chain-options.ts'
import {
  type ChainStep,
  isChain,
  type RunnableChain,
  settingsOfSteps,
  stepsOfSettings,
} from './chain-steps.ts'
import { DocumentState, type UpdateTerm } from './document-state.ts'
import { withoutFields } from './excluded-fields.ts'
import { checkStoring, checkTerm, type Notice, reasonToPass, trimmed } from './safe-mode.ts'
import {
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

/** What a step makes of a passage. */
type Run = (passage: Passage) => void

export class UpdateChain {
  readonly #options: Resolved<typeof chainOptions>
  readonly #isStoring: boolean
  readonly #steps: readonly Run[]
  readonly #signatureFields: readonly string[]
  readonly #state: DocumentState | undefined
  /** Inputs taken so far; the first is 1. */
  #inputs = 0
  #notices: ChainEvent[] = []

  /** @throws NearsameError as `updateChain` */
  constructor(chain: RunnableChain | readonly SignatureSettings[], given: ChainOptions = {}) {
    const steps = isChain(chain) ? chain.steps : stepsOfSettings(chain)
    checkObject('options', given)
    this.#options = resolve(chainOptions, given)
    const { keep, schema, keepsState, overwrite } = this.#options
    this.#isStoring = this.#options.isStoring && (isChain(chain) ? chain.isStoring : true)
    const meant = steps.map(step => this.#meant(step))
    const enabled = settingsOfSteps(meant).filter(one => one.isEnabled)
    if (schema) for (const one of settingsOfSteps(meant)) this.#checkField(one, schema)
    if (this.#isSafe) checkStoring(this.#isStoring)
    this.#steps = meant.map(step => this.#runOf(step))
    this.#signatureFields = [...new Set(enabled.map(one => one.signatureField))]
    // The first of several documents is known only from the state.
    checkArgument(keepsState || keep === 'last', 'keep', keep, 'last, or first with `keepsState`')
    if (!keepsState || !this.#isStoring) return
    const uniqueKey = this.#options.uniqueKey || (schema ? schema.uniqueKey : 'id')
    this.#state = new DocumentState({ uniqueKey, overwrite, requiresKey: schema?.requiresKey === true })
  }

  /** The step with the settings that `safe` has corrected. */
  #meant(step: ChainStep): ChainStep {
    if (step.kind !== 'signature' || !this.#isSafe) return step
    return { kind: 'signature', settings: trimmed(step.settings, notice => this.#report(notice)) }
  }

  /** @throws NearsameError SOLR_CHAIN for a step that cannot be run */
  #runOf(step: ChainStep): Run {
    if (step.kind === 'other') throw step.problem
    if (step.kind === 'signature') {
      return step.settings.isEnabled ? passage => this.#process(passage, step.settings) : () => {}
    }
    const change = step.processor(this.#options.schema)
    return passage => {
      passage.command = { ...passage.command, document: change(passage.command.document) }
    }
  }

  get #isSafe(): boolean {
    return this.#options.compatibility === 'safe'
  }

  #checkField(settings: SignatureSettings, schema: SolrSchema): void {
    refusing(refuseConfig, () => checkSignatureField(settings, schema, this.#options.isCloud))
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

  #takeDocument(given: AddCommand): ChainEvent {
    const { javaVersion = javaOfSolr } = this.#options
    const { document } = given
    const fields = withDoubleTexts(document.fields, javaVersion)
    const command = fields === document.fields ? given : { ...given, document: { ...document, fields } }
    const passage: Passage = {
      command,
      signature: undefined,
      term: undefined,
      isPassedUpdate: false,
      isTermChanged: false,
    }
    for (const run of this.#steps) run(passage)
    if (this.#isStoring) this.#checkStored(passage.command)
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
 * An update chain.
 *
 * @param given a chain of `parseSolrConfig`, or settings of signatures: from there, or given by a program
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE; SOLR_CONFIG for settings with which Solr does not start,
 * SOLR_CHAIN for a chain with processors that cannot be run here, SOLR_UNSAFE for settings that `safe` refuses
 * @example updateChain({ fields: 'name', signatureField: 'sig' }).take({ kind: 'add', document: documentOf({ id: 1, name: 'p' }), overwrite: undefined, commitWithin: undefined })[0].signature // => '7f9b74ed30f14fb5'
 */
export function updateChain(
  given: RunnableChain | readonly SignatureSettings[] | GivenSignatureSettings,
  options: ChainOptions = {},
): UpdateChain {
  if (isChain(given) || Array.isArray(given)) return new UpdateChain(given, options)
  const one = refusing(refuseConfig, () => givenSettings(given as GivenSignatureSettings))
  return new UpdateChain([one], options)
}
