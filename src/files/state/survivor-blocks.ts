/**
 * Survivor blocks: what a state keeps of the documents that a run kept, beside the keys (key-blocks.ts), in order,
 * a frame of a log for 32 of them. All frames but the last have the same length, so each is found by its number.
 *
 *     offset f64 │ exact 4 │ tokens 4 │ tokenCount │ sketch │ length │ input │ record      u32
 *
 * Column by column; `input` counts the inputs of all runs from 0, `record` those of its input from 1.
 *
 * Ours: all of it. Cost: 140 bytes a document at the default.
 */
import { type Chunk, chunkOf, rowOf } from '../../engine/columns/chunks.ts'
import { oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import type { LogFile } from '../progress/log-file.ts'
import type { Documents } from '../run/documents/documents.ts'

/** Few enough that a frame costs little more to read than one document, many enough that writing is cheap. */
export const blockRows = 32

export interface SurvivorBlock {
  readonly rows: number
  readonly offset: Float64Array
  readonly exact: Uint32Array
  readonly tokens: Uint32Array
  readonly tokenCount: Uint32Array
  readonly sketches: Uint32Array
  readonly length: Uint32Array
  readonly input: Uint32Array
  readonly record: Uint32Array
}

const columnsOf = (hasSketches: boolean) =>
  [
    ['exact', 4],
    ['tokens', 4],
    ['tokenCount', 1],
    ['sketches', hasSketches ? oddSketchWords : 0],
    ['length', 1],
    ['input', 1],
    ['record', 1],
  ] as const

export function rowBytes(hasSketches: boolean): number {
  return 8 + 4 * columnsOf(hasSketches).reduce((sum, [, words]) => sum + words, 0)
}

/** The columns in memory that begins at a multiple of 8. */
export function blockOver(
  { buffer, byteOffset, byteLength }: Uint8Array,
  hasSketches: boolean,
): SurvivorBlock {
  const rows = byteLength / rowBytes(hasSketches)
  let at = byteOffset + 8 * rows
  const columns = columnsOf(hasSketches).map(([name, words]) => {
    const column = new Uint32Array(buffer, at, words * rows)
    at += 4 * words * rows
    return [name, column]
  })
  const named = Object.fromEntries(columns) as Omit<SurvivorBlock, 'rows' | 'offset'>
  return { rows, offset: new Float64Array(buffer, byteOffset, rows), ...named }
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
  const { sketches } = all.documents.shape
  const room = new Uint8Array(blockRows * rowBytes(sketches))
  for (let from = 0; from < survivors.length; from += blockRows) {
    const some = survivors.subarray(from, from + blockRows)
    const bytes = room.subarray(0, some.length * rowBytes(sketches))
    fillBlock(blockOver(bytes, sketches), some, all)
    log.append(bytes)
  }
}

function fillBlock(block: SurvivorBlock, survivors: Int32Array, all: Survivors): void {
  const { documents, described, firstInput } = all
  const { records, chunkBits, slots, shape } = documents
  for (let to = 0; to < survivors.length; to++) {
    const document = survivors[to]
    const chunk = chunkOf(documents, document)
    const row = rowOf(documents, document)
    const { exact, tokens, tokenCount } = described[slots[document] >>> chunkBits]
    copyWords(exact, 4 * row, block.exact, 4 * to, 4)
    copyWords(tokens, 4 * row, block.tokens, 4 * to, 4)
    block.tokenCount[to] = tokenCount[row]
    if (shape.sketches)
      copyWords(chunk.sketches, oddSketchWords * row, block.sketches, oddSketchWords * to, oddSketchWords)
    block.offset[to] = chunk.offset[row]
    block.length[to] = chunk.length[row]
    block.input[to] = firstInput + records.sourceOf(document)
    block.record[to] = records.numberOf(document)
  }
}

export function copyWords(
  from: Uint32Array,
  at: number,
  into: Uint32Array,
  to: number,
  words: number,
): void {
  for (let word = 0; word < words; word++) into[to + word] = from[at + word]
}
