/**
 * Described columns: rows of `Kernels.describe` as columns that grow at their end, in memory and on files alike.
 *
 * 36 bytes a document, 4 for each band, and 84 for the sketch of a text that may be measured; no JavaScript object per
 * document. Documents are numbered from 0.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type NumberArray, resized } from '../../ground/lists/growing-lists.ts'
import {
  bandKeysWord,
  describeStride,
  oddSketchWords,
  tokenCountWord,
  tokenHashWord,
} from '../../texts/kernels/layout/plan-layout.ts'
import type { DocumentGroups } from '../cluster/candidates.ts'
import type { Columns } from './columns.ts'

export class DescribedColumns implements Columns {
  count = 0
  exact = new Uint32Array(0)
  tokens = new Uint32Array(0)
  tokenCount = new Uint32Array(0)
  exactTwin?: Uint8Array
  groups?: DocumentGroups
  keys = new Uint32Array(0)
  /** [count * oddSketchWords] for bounds of similarities; empty unless texts are sketched. */
  sketches = new Uint32Array(0)
  readonly bands: number
  readonly #hasSketches: boolean
  #capacity = 0

  constructor(bands: number, hasSketches: boolean) {
    this.bands = bands
    this.#hasSketches = hasSketches
  }

  /** The number of documents that fit without growing. */
  protected get capacity(): number {
    return this.#capacity
  }

  /**
   * Makes room for `expected` documents in all, or for fewer, but at least `least`, if the system refuses: untouched
   * room costs no memory, yet some systems grant no more of it than they have.
   *
   * @throws NearsameError MEMORY_EXHAUSTED
   */
  protected makeRoom(expected: number, least: number): void {
    for (let capacity = Math.max(expected, least); ; capacity = Math.max(least, Math.ceil(capacity / 4))) {
      try {
        this.resize(capacity)
        this.#capacity = capacity
        return
      } catch (cause) {
        if (!(cause instanceof RangeError)) throw cause
        if (capacity === least) throw noRoom(least, cause)
      }
    }
  }

  /** Grows all columns. */
  protected resize(capacity: number): void {
    this.exact = roomier(this.exact, 4 * capacity)
    this.tokens = roomier(this.tokens, 4 * capacity)
    this.tokenCount = roomier(this.tokenCount, capacity)
    this.keys = roomier(this.keys, this.bands * capacity)
    if (this.#hasSketches) this.sketches = roomier(this.sketches, oddSketchWords * capacity)
  }

  /**
   * Takes the rows of the documents from `first` on.
   *
   * @param bandsOfRow keys in a row; they are left out if they are not those of the columns
   */
  protected takeRows(first: number, rows: Uint32Array, bandsOfRow: number, takesKeys: boolean): void {
    const stride = describeStride(bandsOfRow, this.#hasSketches)
    const sketchWords = stride - bandKeysWord - bandsOfRow
    const bands = takesKeys ? bandsOfRow : 0
    const { exact, tokens, tokenCount, keys, sketches } = this
    for (let row = 0, document = first; row < rows.length; row += stride, document++) {
      for (let word = 0; word < 4; word++) {
        exact[4 * document + word] = rows[row + word]
        tokens[4 * document + word] = rows[row + tokenHashWord + word]
      }
      tokenCount[document] = rows[row + tokenCountWord]
      const key = document * bands
      const keysAt = row + bandKeysWord
      for (let band = 0; band < bands; band++) keys[key + band] = rows[keysAt + band]
      const sketch = document * sketchWords
      const from = keysAt + bandsOfRow
      for (let word = 0; word < sketchWords; word++) sketches[sketch + word] = rows[from + word]
    }
  }
}

/** The array, or a `resized` one if it is too short. */
export function roomier<T extends NumberArray>(array: T, length: number): T {
  return array.length < length ? resized(array, length) : array
}

function noRoom(documents: number, cause: RangeError): NearsameError {
  return new NearsameError('MEMORY_EXHAUSTED', {
    expected: `room for what is kept of ${documents} documents`,
    got: cause.message,
    fix: 'free some memory, or divide the input and deduplicate what is kept of its parts',
    cause,
  })
}
