/**
 * Corpus: documents in memory as columns that grow at their end, and their texts as bytes.
 *
 * About 60 bytes a document, 4 for each band, 84 for the sketch of a text that may be measured, and the text.
 * Documents are numbered from 0 in the order given.
 */

import { fieldOf } from '../../ground/json/field.ts'
import { resized } from '../../ground/lists/growing-lists.ts'
import type { TextSignature } from '../../methods/contract/method.ts'
import { signatureKey, signatureWords } from '../../methods/contract/signature-key.ts'
import {
  bandKeysWord,
  describeStride,
  oddSketchWords,
  tokenCountWord,
  tokenHashWord,
} from '../../texts/kernels/layout/plan-layout.ts'
import { encodeText } from '../../texts/text/text-bytes.ts'
import type { PlacedTrials } from '../../texts/workspace/placed-trials.ts'
import { TextArena } from '../../texts/workspace/text-arena.ts'
import type { TextReader } from '../../texts/workspace/text-reader.ts'
import type { TextWorkspace } from '../../texts/workspace/text-workspace.ts'
import type { Columns } from '../batch/columns.ts'
import { keepFields } from '../batch/keep-order.ts'
import { type DocumentId, eachDocument, type GivenDocuments, type ReadDocument } from './document.ts'
import type { Engine } from './open-engine.ts'

/** Described in one kernel call at most, whichever comes first. */
const batchDocuments = 4096
const batchBytes = 4 * 2 ** 20

export class Corpus implements Columns {
  count = 0
  exact = new Uint32Array(0)
  tokens = new Uint32Array(0)
  tokenCount = new Uint32Array(0)
  keys = new Uint32Array(0)
  /** [count * oddSketchWords] for bounds of similarities; empty where the plan asks for none. */
  sketches = new Uint32Array(0)
  textBytes = new Uint32Array(0)
  readonly bands: number
  /** Values of the keep-rule fields, one list for each field. */
  readonly fields: unknown[][]
  /** What shingles are cut from. */
  readonly texts = new TextArena()
  /** The texts as given, where the method looks at all of them at once. */
  readonly strings: string[] | undefined
  readonly #space: TextWorkspace
  readonly #reader: TextReader
  readonly #signature: TextSignature | undefined
  readonly #trials: PlacedTrials | undefined
  readonly #names: readonly string[]
  /** Ids of the documents that have one. */
  readonly #ids = new Map<number, DocumentId>()
  #described = 0
  #waitingBytes = 0

  /** @param fields read by keep rules */
  constructor({ space, reader, signature, trials, pairs }: Engine, fields: readonly string[]) {
    this.bands = trials?.trials ?? (signature === undefined ? space.plan.bands : signatureWords)
    this.#trials = trials
    this.#signature = signature
    this.strings = pairs && []
    this.fields = fields.map(() => [])
    this.#space = space
    this.#reader = reader
    this.#names = fields
  }

  /** Takes a document in, with the id it has. Call `finish` after the last one. */
  add({ document, text, id }: ReadDocument): void {
    const index = this.count++
    this.strings?.push(text)
    if (index === this.textBytes.length) this.#grow()
    if (id !== undefined) this.#ids.set(index, id)
    if (this.#signature !== undefined) {
      const key = signatureKey(this.#space, this.#signature(text) ?? text, this.#space.free)
      this.keys.set(key, signatureWords * index)
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

  /** Describes what waits. */
  finish(): void {
    if (this.#described === this.count) return
    const texts: Uint8Array[] = []
    for (let index = this.#described; index < this.count; index++) texts.push(this.texts.bytesOf(index))
    const rows = this.#space.describe(texts, this.#space.free)
    const { bands, sketches } = this.#space.plan
    const stride = describeStride(bands, sketches)
    for (let i = 0; i < texts.length; i++) {
      this.#setRow(this.#described + i, rows.subarray(i * stride, (i + 1) * stride))
    }
    this.#described = this.count
    this.#waitingBytes = 0
  }

  /** The document's id, or its number where it has none. */
  idOf(index: number): DocumentId {
    return this.#ids.get(index) ?? index
  }

  /** The document's id, undefined where it has none. */
  givenId(index: number): DocumentId | undefined {
    return this.#ids.get(index)
  }

  #addTokens(text: string, index: number): void {
    const raw = encodeText(text)
    const canonical = this.#reader.canonical(text, this.#space.free)
    this.textBytes[index] = raw.length
    this.texts.addBytes(canonical)
    this.#setRow(index, this.#space.describeTokens(raw, canonical, this.#space.free))
    this.#described = this.count
  }

  #addTrials(index: number): void {
    const at = this.#space.free
    const count = this.#space.cut(this.texts.bytesOf(index), at, this.#reader.hasTokenRule)
    const keys = this.#trials?.keys(at, count)
    if (keys !== undefined) this.keys.set(keys, this.bands * index)
  }

  #setRow(index: number, row: Uint32Array): void {
    const sketchAt = bandKeysWord + this.bands
    this.exact.set(row.subarray(0, tokenHashWord), 4 * index)
    this.tokens.set(row.subarray(tokenHashWord, tokenCountWord), 4 * index)
    this.tokenCount[index] = row[tokenCountWord]
    if (this.#trials !== undefined) this.#addTrials(index)
    else if (this.#signature === undefined)
      this.keys.set(row.subarray(bandKeysWord, sketchAt), this.bands * index)
    if (this.#space.plan.sketches) this.sketches.set(row.subarray(sketchAt), oddSketchWords * index)
  }

  #grow(): void {
    const capacity = Math.max(256, 2 * this.textBytes.length)
    this.exact = resized(this.exact, 4 * capacity)
    this.tokens = resized(this.tokens, 4 * capacity)
    this.tokenCount = resized(this.tokenCount, capacity)
    this.keys = resized(this.keys, this.bands * capacity)
    this.textBytes = resized(this.textBytes, capacity)
    if (this.#space.plan.sketches) this.sketches = resized(this.sketches, oddSketchWords * capacity)
  }
}

/**
 * Reads one side or more, one behind the other, and counts the documents of each.
 *
 * @throws NearsameError OPTION_VALUE, TEXT_NOT_STRING, MEMORY_EXHAUSTED
 */
export async function readCorpus(
  engine: Engine,
  ...sides: readonly GivenDocuments[]
): Promise<{ readonly corpus: Corpus; readonly counts: readonly number[] }> {
  const corpus = new Corpus(engine, keepFields(engine.settings.result.keep))
  const counts: number[] = []
  for (const documents of sides) {
    const before = corpus.count
    await eachDocument(documents, read => {
      corpus.add(read)
      return engine.breath()
    })
    counts.push(corpus.count - before)
  }
  corpus.finish()
  return { corpus, counts }
}
