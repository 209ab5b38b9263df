/**
 * Chain run: the documents given to a chain, spooled to disk, and which of them an index would hold.
 *
 *     commands ─▶ signed documents ─▶ spool ─▶ those neither replaced nor deleted, with what they update
 *
 * Cost: about 50 bytes of memory per document and 100 per update; 200 more per document to write removals.
 */

import { finishOutput, type OutputFile } from '../../files/io/output.ts'
import type { Publication } from '../../files/io/publication.ts'
import { atPlace } from '../../ground/errors/place.ts'
import type { ChainEvent } from '../chain/chain-events.ts'
import type { UpdateChain } from '../chain/update-chain.ts'
import { commandsToJson, documentToJson } from '../json/json-writer.ts'
import { solrErrorOf, type UpdateCommand } from '../messages/messages.ts'
import { fieldValue, valueText } from '../messages/values.ts'
import type { DocumentSpool } from './document-spool.ts'

type DocumentEvent = Extract<ChainEvent, { kind: 'document' }>
type RefusedEvent = Extract<ChainEvent, { kind: 'refused' }>

/** Files that are written while the updates are read. */
interface ChainOutputs {
  readonly refusals: OutputFile | undefined
  readonly removals: OutputFile | undefined
  /** Field of the id. */
  readonly uniqueKey: string
}

interface Placed {
  /** Null if the document has none. */
  readonly id: string | null
  /** `file:record` */
  readonly at: string
}

export class ChainRun {
  readonly #chain: UpdateChain
  readonly #spool: DocumentSpool
  readonly #outputs: ChainOutputs
  /** Id and place of each document, by number; kept only to write removals. */
  readonly #placed: Placed[] = []
  /** The document that each atomic update applies to, both by number. */
  readonly #updated = new Map<number, number>()
  readonly notices: Record<string, number> = {}
  readonly counts = { documents: 0, updates: 0, unstored: 0, refused: 0, replaced: 0, deleted: 0 }

  constructor(chain: UpdateChain, spool: DocumentSpool, outputs: ChainOutputs) {
    this.#chain = chain
    this.#spool = spool
    this.#outputs = outputs
  }

  /** Documents numbered so far. */
  get stored(): number {
    return this.#spool.count
  }

  /** @throws NearsameError SOLR_UPDATE at the place `at`, unless refusals are written */
  async take(command: UpdateCommand, at: string): Promise<void> {
    for (const event of this.#eventsOf(command, at)) {
      if (event.kind === 'document') await this.#add(event, at)
      else if (event.kind === 'command') {
        this.counts.deleted += event.removed?.length ?? 0
        await this.#writeRemoved(event.removed ?? [], undefined)
      } else if (event.kind === 'notice') this.notices[event.reason] = (this.notices[event.reason] ?? 0) + 1
      else {
        this.counts.refused++
        await this.#outputs.refusals?.write(Buffer.from(refusalLine(event, command, at)))
      }
    }
  }

  #eventsOf(command: UpdateCommand, at: string): ChainEvent[] {
    try {
      return this.#chain.take(command)
    } catch (error) {
      throw atPlace(error, at)
    }
  }

  async #add({ command, number, ...event }: DocumentEvent, at: string): Promise<void> {
    const { replaced = [], updates, duplicateOf } = event
    this.counts.documents++
    if (number === undefined) {
      this.counts.unstored++
      return
    }
    if (updates !== undefined) {
      this.counts.updates++
      this.#updated.set(number, updates)
    }
    const removed = replaced.filter(one => one !== updates)
    this.counts.replaced += removed.length
    this.#spool.append(documentToJson(command.document))
    if (this.#outputs.removals === undefined) return
    const id = fieldValue(command.document.fields, this.#outputs.uniqueKey)
    this.#placed[number] = { id: id === undefined ? null : valueText(id), at }
    await this.#writeRemoved(removed, duplicateOf ?? number)
  }

  /** @param by number of the document that replaces them; undefined: a command deletes them */
  async #writeRemoved(numbers: readonly number[], by: number | undefined): Promise<void> {
    const { removals } = this.#outputs
    if (removals === undefined) return
    for (const number of numbers) {
      const line = removedLine(this.#placed[number], by === undefined ? undefined : this.#placed[by])
      await removals.write(Buffer.from(line))
    }
  }

  /** Numbers of the lines of OUT: all that nothing replaced or deleted, and the documents that updates apply to. */
  lines(): Uint32Array {
    const left = this.#chain.survivors() as Uint32Array
    if (this.#updated.size === 0) return left
    const isWanted = new Uint8Array(this.#spool.count)
    for (const document of left) {
      let at: number | undefined = document
      while (at !== undefined && isWanted[at] === 0) {
        isWanted[at] = 1
        at = this.#updated.get(at)
      }
    }
    const numbers = new Uint32Array(isWanted.reduce((sum, one) => sum + one, 0))
    let count = 0
    for (let number = 0; number < isWanted.length; number++)
      if (isWanted[number] === 1) numbers[count++] = number
    return numbers
  }

  /** @returns how many lines were written */
  write(path: string, publication: Publication): Promise<number> {
    return finishOutput(path, publication, async output => {
      const numbers = this.lines()
      for (const lines of this.#spool.lines(numbers)) await output.write(lines)
      return numbers.length
    })
  }
}

/** The removed document, and what removed it. */
function removedLine({ id, at }: Placed, by: Placed | undefined): string {
  const twin = by && { by: by.id, byAt: by.at }
  const reason = by === undefined ? 'deleted' : by.id === id ? 'id' : 'signature'
  return `${JSON.stringify({ id, at, reason, ...twin })}\n`
}

/** The refused update, the reason and Solr's status; null where the status depends on an index. */
function refusalLine({ error, input }: RefusedEvent, command: UpdateCommand, at: string): string {
  const answer = solrErrorOf(error)
  const message = answer?.message ?? error.message
  const why = JSON.stringify({ update: input, at, code: error.code, status: answer?.code ?? null, message })
  const what =
    command.kind === 'add'
      ? `"document":${documentToJson(command.document)}`
      : `"command":${commandsToJson([command])}`
  return `${why.slice(0, -1)},${what}}\n`
}
