/** A growing list of pairs of document numbers. Adding may replace `left` and `right`: read them again afterwards. */
import { withRoom } from '../../ground/lists/growing-lists.ts'

/** Pairs gathered in such a list before they are queued; also pairs considered for it before yielding. */
export const pairsAtOnce = 4096
export const looksAtOnce = 2 ** 16

// Seldom too small: a field that changes late makes the JIT compiler recompile these loops.
const firstRoom = 2 * pairsAtOnce

export class PairList {
  left = new Int32Array(firstRoom)
  right = new Int32Array(firstRoom)
  length = 0

  add(left: number, right: number): void {
    if (this.length === this.left.length) {
      this.left = withRoom(this.left, this.length + 1)
      this.right = withRoom(this.right, this.length + 1)
    }
    this.left[this.length] = left
    this.right[this.length++] = right
  }

  /** Drops unwanted pairs from place `from` on. */
  filter(from: number, isWanted: (left: number, right: number) => boolean): void {
    let kept = from
    for (let at = from; at < this.length; at++) {
      const left = this.left[at]
      const right = this.right[at]
      if (!isWanted(left, right)) continue
      this.left[kept] = left
      this.right[kept++] = right
    }
    this.length = kept
  }
}
