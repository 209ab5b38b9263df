/** Survivor rows: the survivors of an earlier run, read one by one, and as documents of a later run. */
import { oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import { frameHeadBytes, type LogFile } from '../progress/log-file.ts'
import type { RowRun } from '../thread/open-chunk.ts'
import { hashColumns, type KeyBlock } from './key-blocks.ts'
import { blockOver, blockRows, copyWords, rowBytes, type SurvivorBlock } from './survivor-blocks.ts'

/** A survivor of an earlier run: its row in a block. */
interface FoundSurvivor {
  readonly block: SurvivorBlock
  readonly row: number
}

/** The survivors of a run, by their numbers in it. */
export class SurvivorRows {
  readonly #log: LogFile
  readonly #count: number
  readonly #hasSketches: boolean
  /** The last frame that was read. */
  #frame = -1
  #block: SurvivorBlock | undefined

  /** @param count of all */
  constructor(log: LogFile, count: number, hasSketches: boolean) {
    this.#log = log
    this.#count = count
    this.#hasSketches = hasSketches
  }

  /** Undefined if the log has other bytes than were written. Valid until the next call. */
  find(survivor: number): FoundSurvivor | undefined {
    const frame = Math.floor(survivor / blockRows)
    if (frame !== this.#frame) {
      const bytes = rowBytes(this.#hasSketches)
      const rows = Math.min(blockRows, this.#count - frame * blockRows)
      const payload = this.#log.frameAt(frame * (frameHeadBytes + blockRows * bytes), rows * bytes)
      if (payload === undefined) return undefined
      this.#block = blockOver(payload, this.#hasSketches)
      this.#frame = frame
    }
    return { block: this.#block as SurvivorBlock, row: survivor % blockRows }
  }
}

/** Writes a survivor, and its keys from a row of their block, to a row of a chunk of 2^bits rows. */
export function takeRow(
  { block, row: from }: FoundSurvivor,
  keys: { readonly keys: KeyBlock; readonly row: number },
  { chunk, row }: Pick<RowRun, 'chunk' | 'row'>,
  bits: number,
): void {
  copyWords(block.exact, 4 * from, chunk.exact, 4 * row, 4)
  copyWords(block.tokens, 4 * from, chunk.tokens, 4 * row, 4)
  chunk.tokenCount[row] = block.tokenCount[from]
  const { rows, words } = keys.keys
  const bands = words.length / rows - hashColumns
  for (let band = 0; band < bands; band++)
    chunk.keys[band * 2 ** bits + row] = words[(hashColumns + band) * rows + keys.row]
  if (chunk.sketches.length > 0)
    copyWords(block.sketches, oddSketchWords * from, chunk.sketches, oddSketchWords * row, oddSketchWords)
  chunk.offset[row] = block.offset[from]
  chunk.length[row] = block.length[from]
}
