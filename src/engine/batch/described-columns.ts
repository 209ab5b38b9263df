/**
 * Described columns: rows of `Kernels.describe` in chunks that are added as documents come, in memory and on files
 * alike.
 *
 * 40 bytes a document, 4 for each band, and 84 for the sketch of a text that may be measured; no JavaScript object per
 * document. Documents are numbered from 0.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { withRoom } from '../../ground/lists/growing-lists.ts'
import type { DocumentGroups } from '../cluster/candidates.ts'
import { type Chunk, type ChunkShape, newChunk, rowOf, writeKeys, writeRows } from '../columns/chunks.ts'
import type { Columns } from './columns.ts'

export class DescribedColumns implements Columns {
  count = 0
  chunks: Chunk[] = []
  slots = new Uint32Array(0)
  exactTwin?: Uint8Array
  groups?: DocumentGroups
  shape: ChunkShape

  constructor(shape: ChunkShape) {
    this.shape = shape
  }

  get bands(): number {
    return this.shape.bands
  }

  get chunkBits(): number {
    return this.shape.bits
  }

  /** Adds documents whose rows are written. @throws NearsameError MEMORY_EXHAUSTED */
  protected addSlots(first: number, count: number): void {
    if (first + count > 2 ** 32) throw tooManyRows()
    this.slots = withRoom(this.slots, this.count + count)
    for (let i = 0; i < count; i++) this.slots[this.count++] = first + i
  }

  /** Adds a document whose row is not written yet, behind all others. @returns its number */
  protected addRow(): number {
    const slot = this.count
    if (slot % 2 ** this.chunkBits === 0) this.chunks.push(newChunk(this.shape))
    this.addSlots(slot, 1)
    return slot
  }

  /**
   * Takes the described rows of the documents from `first` on, which were added one by one.
   *
   * @param bands keys in a row; left out unless `takesKeys`
   */
  protected takeRows(first: number, values: Uint32Array, bands: number, takesKeys: boolean): void {
    const { sketches } = this.shape
    const rows = { values, bands, takesKeys, sketches }
    const size = 2 ** this.chunkBits
    for (let document = first; document < this.count; ) {
      const row = document % size
      const count = Math.min(this.count - document, size - row)
      writeRows(this.chunks[Math.floor(document / size)], row, rows, document - first, count)
      document += count
    }
  }

  protected setKeys(document: number, keys: Uint32Array): void {
    const shape = { stride: 0, bands: this.bands, count: 1 }
    writeKeys(this.chunks[this.slots[document] >>> this.chunkBits], rowOf(this, document), keys, shape)
  }
}

function tooManyRows(): NearsameError {
  return new NearsameError('MEMORY_EXHAUSTED', {
    expected: 'fewer than 2^32 rows of documents',
    got: 'more',
    fix: 'divide the input and deduplicate what is kept of its parts',
  })
}
