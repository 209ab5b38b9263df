/**
 * Key filter: which survivors of earlier runs may have to do with new documents. All others need not be looked at.
 *
 *     new documents ─▶ keysOf ─▶ a list in kernel memory
 *     survivor         passes if it shares the keys of `agree` bands with one new document, or a word of a hash
 *
 * Few others pass: with an equal word of different hashes, or with very common keys; and with more than 65,536 new
 * documents those that share their keys with several of them (`Kernels.sharingRows`). None is missed.
 *
 * Ours: all of it. Cost: about 2 ns a key of a survivor; 16 to 32 bytes a key of a new document.
 */
import { inputOrder } from '../../engine/batch/columns.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import { sharingLayout, writeSharingPlan } from '../../texts/kernels/layout/sharing-plan.ts'
import type { Documents } from '../run/documents/documents.ts'
import type { Thread } from '../work/thread/thread.ts'
import { hashColumns, type KeyBlock, keyBlockRows, keysOf } from './key-blocks.ts'

/** REQUIRES: nothing else uses the kernel memory of the thread until all blocks are looked at. */
export class KeyFilter {
  readonly #space: Thread['space']
  readonly #plan: number
  readonly #block: number
  readonly #out: number

  /** @param agree minimum number of keys that a survivor shares with a new document, 1 or more */
  constructor({ sets, space }: Thread, documents: Documents, agree: number) {
    sets.clear()
    const columns = hashColumns + documents.bands
    const shape = { rows: documents.count, columns, alone: hashColumns, needed: agree }
    const layout = sharingLayout(sets.free, shape)
    this.#space = space
    this.#plan = layout.plan
    this.#block = layout.free
    this.#out = align64(this.#block + 4 * columns * keyBlockRows)
    space.reserve(this.#out + 4 * keyBlockRows)
    const { words } = keysOf(inputOrder(documents.count), documents, documents.chunks)
    space.words.set(words, layout.words / 4)
    writeSharingPlan(space.words, layout, shape)
    space.kernels.planSharing(this.#plan)
  }

  /** The rows of a block that may have to do with new documents, ascending. */
  rowsOf({ rows, words }: KeyBlock): Uint32Array {
    const { kernels } = this.#space
    this.#space.words.set(words, this.#block / 4)
    const found = kernels.sharingRows(this.#plan, this.#block, rows, this.#out)
    return this.#space.wordsAt(this.#out, found)
  }
}
