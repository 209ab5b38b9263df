/**
 * Corpus: documents in memory as growing columns, and their texts as bytes.
 *
 * About 60 bytes a document, 4 for each band, 84 for the sketch of a text that may be measured, and the text.
 * Documents are numbered from 0 in the order given. Blank texts are no documents: they have a place only.
 */

import { isBlankText } from '../../ground/blank-text.ts'
import { fieldOf } from '../../ground/json/field.ts'
import { withRoom } from '../../ground/lists/growing-lists.ts'
import type { TextSignature } from '../../methods/contract/method.ts'
import { urlTextOf } from '../../methods/contract/page-url.ts'
import type { RecordColumn } from '../../methods/contract/record-columns.ts'
import { signatureKey } from '../../methods/contract/signature-key.ts'
import { keyShapeOf } from '../../methods/options/decision.ts'
import { decodeText, encodeText } from '../../texts/text/text-bytes.ts'
import type { PlacedTrials } from '../../texts/workspace/placed-trials.ts'
import { TextArena } from '../../texts/workspace/text-arena.ts'
import type { TextReader } from '../../texts/workspace/text-reader.ts'
import type { TextWorkspace } from '../../texts/workspace/text-workspace.ts'
import { DescribedColumns } from '../batch/described-columns.ts'
import { fieldsToKeep } from '../batch/partition.ts'
import {
  type DocumentId,
  eachDocument,
  type FieldDocuments,
  type GivenDocuments,
  type ReadDocument,
} from './document.ts'
import type { Engine } from './open-engine.ts'

/** Limits of one kernel call, whichever comes first. */
const batchDocuments = 4096
const batchBytes = 4 * 2 ** 20
/** Few documents take little memory, and a million a thousand chunks. */
const chunkBits = 10

export class Corpus extends DescribedColumns {
  textBytes = new Uint32Array(0)
  /** The place of each document among all that were given, from 0. */
  places = new Uint32Array(0)
  /** How many were given, blank ones included. */
  given = 0
  /** Values of the fields that options name, one list for each field. */
  readonly fields: unknown[][]
  /** The texts from which shingles are cut. */
  readonly texts = new TextArena()
  /** The texts as given, if the method reads all of them at once. */
  readonly strings: string[] | undefined
  /** The fields of all documents, if the method compares them one by one and there are several. */
  recordColumns: readonly RecordColumn[] | undefined
  /** What the second side calls columns of the first, taken without being asked for. */
  otherNames: ReadonlyMap<string, string> = new Map()
  readonly #space: TextWorkspace
  readonly #reader: TextReader
  readonly #signature: TextSignature | undefined
  readonly #trials: PlacedTrials | undefined
  readonly #names: readonly string[]
  readonly #urlField: string
  /** Ids of the documents that have one. */
  readonly #ids = new Map<number, DocumentId>()
  #described = 0
  #waitingBytes = 0

  /** @param fields to keep the values of */
  constructor({ settings, space, reader, signature, trials }: Engine, fields: readonly string[]) {
    const { decision, shape } = settings
    super({
      bits: chunkBits,
      bands: keyShapeOf(decision, shape).bands,
      sketches: space.plan.sketches === true,
      places: false,
      textBytes: false,
      isShared: false,
    })
    this.#trials = trials
    this.#urlField = decision.urlField
    this.#signature = signature
    this.strings = decision.kind === 'pairs' ? [] : undefined
    this.fields = fields.map(() => [])
    this.#space = space
    this.#reader = reader
    this.#names = fields
  }

  /** Adds a document with its id, unless its text is blank. Call `finish` after the last one. */
  add({ document, text: given, id }: ReadDocument): void {
    const place = this.given++
    const text = isBlankText(given) ? urlTextOf(document, this.#urlField) : given
    if (text === undefined) return
    const index = this.addRow()
    this.places = withRoom(this.places, this.count)
    this.places[index] = place
    this.strings?.push(text)
    this.textBytes = withRoom(this.textBytes, this.count)
    if (id !== undefined) this.#ids.set(index, id)
    if (this.#signature !== undefined) {
      const key = signatureKey(this.#space, this.#signature(text) ?? text, this.#space.free)
      this.setKeys(index, key)
    }
    this.#names.forEach((name, i) => {
      this.fields[i].push(fieldOf(document, name))
    })
    if (this.#reader.hasTokenRule) {
      this.#addTokens(text, index)
      return
    }
    this.textBytes[index] = this.texts.add(text)
    this.#waitingBytes += this.textBytes[index]
    if (this.count - this.#described === batchDocuments || this.#waitingBytes >= batchBytes) this.finish()
  }

  /** Describes the waiting documents. */
  finish(): void {
    if (this.#described === this.count) return
    const texts: Uint8Array[] = []
    for (let index = this.#described; index < this.count; index++) texts.push(this.texts.bytesOf(index))
    this.#take(this.#space.describe(texts, this.#space.free))
  }

  /** A document's text, without a token rule as given. */
  textOf(index: number): string {
    return this.strings?.[index] ?? decodeText(this.texts.bytesOf(index))
  }

  /** The document's id, or its place on its side if it has none. @param from the first place of the side */
  idOf(index: number, from = 0): DocumentId {
    return this.#ids.get(index) ?? this.places[index] - from
  }

  #addTokens(text: string, index: number): void {
    const raw = encodeText(text)
    const canonical = this.#reader.canonical(text, this.#space.free)
    this.textBytes[index] = raw.length
    this.texts.addBytes(canonical)
    this.#take(this.#space.describeTokens(raw, canonical, this.#space.free))
  }

  /** Stores the rows of all waiting documents. */
  #take(rows: Uint32Array): void {
    const hasOwnKeys = this.#signature !== undefined || this.#trials !== undefined
    this.takeRows(this.#described, rows, this.#space.plan.bands, !hasOwnKeys)
    if (this.#trials !== undefined) {
      for (let index = this.#described; index < this.count; index++) this.#addTrials(this.#trials, index)
    }
    this.#described = this.count
    this.#waitingBytes = 0
  }

  #addTrials(trials: PlacedTrials, index: number): void {
    const at = this.#space.free
    const count = this.#space.cut(this.texts.bytesOf(index), at, this.#reader.hasTokenRule)
    const keys = trials.keys(at, count)
    if (keys !== undefined) this.setKeys(index, keys)
  }
}

/** Where the last side begins. */
export interface Split {
  /** Its first document. */
  readonly document: number
  /** The place of the first that was given. */
  readonly place: number
}

/**
 * Reads one or two sides, one after the other.
 *
 * @param text the fields that make up the text; undefined: `text`, and of columns what the documents show
 * @throws NearsameError OPTION_VALUE, TEXT_NOT_STRING, TEXT_MISSING, MEMORY_EXHAUSTED
 */
export async function readCorpus(
  engine: Engine,
  text: readonly string[] | undefined,
  ...given: readonly FieldDocuments[]
): Promise<{ readonly corpus: Corpus; readonly split: Split }> {
  const { decision, result } = engine.settings
  const corpus = new Corpus(engine, fieldsToKeep(result))
  let split: Split = { document: 0, place: 0 }
  const add = (read: ReadDocument) => {
    corpus.add(read)
    return engine.breath()
  }
  const wanted = { text, columns: decision.readsColumns }
  if (text !== undefined || wanted.columns) {
    // Loaded when needed, this is not in the way of the start.
    const { readFieldSides } = await import('./field-documents.ts')
    const { sides, columns, taken } = await readFieldSides(given, wanted, engine.breath)
    corpus.recordColumns = columns
    corpus.otherNames = taken
    for (const documents of sides) {
      split = { document: corpus.count, place: corpus.given }
      for (const read of documents) await add(read)
    }
  } else {
    for (const documents of given) {
      split = { document: corpus.count, place: corpus.given }
      await eachDocument(documents as GivenDocuments, add)
    }
  }
  corpus.finish()
  return { corpus, split }
}
