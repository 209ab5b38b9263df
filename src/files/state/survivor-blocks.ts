/**
 * Survivor blocks: what a state keeps of the documents that a run kept, beside the keys (key-blocks.ts), in order,
 * a frame of a log for 32 of them. All frames but the last have the same length, so each is found by its number.
 *
 *     block without keys (engine/columns/blocks.ts) │ input │ record      u32
 *
 * `input` counts the inputs of all runs from 0, `record` those of its input from 1.
 *
 * Ours: all of it. Cost: 140 bytes a document at the default.
 */
import { type BlockShape, blockAt, copySlots, wordsOfRow } from '../../engine/columns/blocks.ts'
import type { Chunk } from '../../engine/columns/chunks.ts'
import { frameHeadBytes, type LogFile } from '../progress/log-file.ts'
import type { Documents } from '../run/documents/documents.ts'

/** Few enough that a frame costs little more to read than one document, many enough that writing is cheap. */
const blockRows = 32

interface SurvivorBlock {
  readonly columns: Chunk
  readonly input: Uint32Array
  readonly record: Uint32Array
}

const shapeOf = (sketches: boolean): BlockShape => ({ bands: 0, sketches, textBytes: false })
const bytesOfRow = (shape: BlockShape) => 4 * wordsOfRow(shape) + 8

/** The block in memory that begins at a multiple of 8. */
function blockOver({ buffer, byteOffset, byteLength }: Uint8Array, shape: BlockShape): SurvivorBlock {
  const rows = byteLength / bytesOfRow(shape)
  const end = byteOffset + byteLength
  return {
    columns: blockAt(buffer, byteOffset, rows, shape),
    input: new Uint32Array(buffer, end - 8 * rows, rows),
    record: new Uint32Array(buffer, end - 4 * rows, rows),
  }
}

/** Columns that grouping changes or drops, as they were. */
export type Described = Pick<Chunk, 'exact' | 'tokens' | 'tokenCount' | 'keys'>

/** Copies of what grouping drops. REQUIRES: nothing is grouped. */
export function copiedColumns({ chunks }: Documents): Described[] {
  return chunks.map(({ exact, tokens, tokenCount, keys }) => ({
    exact: exact.slice(),
    tokens: tokens.slice(),
    tokenCount: tokenCount.slice(),
    keys: keys.slice(),
  }))
}

interface Survivors {
  readonly documents: Documents
  readonly described: readonly Described[]
  /** Number of the first input among those of all runs. */
  readonly firstInput: number
}

/** Appends some documents, ascending. */
export function writeSurvivors(log: LogFile, survivors: Int32Array, all: Survivors): void {
  const { documents, described, firstInput } = all
  const { chunkBits, records, slots } = documents
  const shape = shapeOf(documents.shape.sketches)
  const chunks = documents.chunks.map((chunk, number) => ({ ...chunk, ...described[number] }))
  const room = new Uint8Array(blockRows * bytesOfRow(shape))
  for (let from = 0; from < survivors.length; from += blockRows) {
    const some = survivors.subarray(from, from + blockRows)
    const bytes = room.subarray(0, some.length * bytesOfRow(shape))
    const { columns, input, record } = blockOver(bytes, shape)
    const placed = Uint32Array.from(some, document => slots[document])
    copySlots({ chunks, chunkBits }, placed, columns)
    for (const [row, document] of some.entries()) {
      input[row] = firstInput + records.sourceOf(document)
      record[row] = records.numberOf(document)
    }
    log.append(bytes)
  }
}

/** A survivor of an earlier run: its row in a block. */
interface FoundSurvivor {
  readonly block: SurvivorBlock
  readonly row: number
}

/** The survivors of a run, read one by one by their numbers in it. */
export class SurvivorRows {
  readonly #log: LogFile
  readonly #count: number
  readonly #shape: BlockShape
  /** The last frame that was read. */
  #frame = -1
  #block: SurvivorBlock | undefined

  /** @param count of all */
  constructor(log: LogFile, count: number, sketches: boolean) {
    this.#log = log
    this.#count = count
    this.#shape = shapeOf(sketches)
  }

  /** Undefined if the log has other bytes than were written. Valid until the next call. */
  find(survivor: number): FoundSurvivor | undefined {
    const frame = Math.floor(survivor / blockRows)
    if (frame !== this.#frame) {
      const bytes = bytesOfRow(this.#shape)
      const rows = Math.min(blockRows, this.#count - frame * blockRows)
      const payload = this.#log.frameAt(frame * (frameHeadBytes + blockRows * bytes), rows * bytes)
      if (payload === undefined) return undefined
      this.#block = blockOver(payload, this.#shape)
      this.#frame = frame
    }
    return { block: this.#block as SurvivorBlock, row: survivor % blockRows }
  }
}
