/** A growing list of pairs of document numbers. Adding may replace `left` and `right`: read them again afterwards. */
import { withRoom } from '../../ground/lists/growing-lists.ts'

/** Pairs gathered in such a list before those that need no measuring are dropped and the others are queued. */
export const pairsAtOnce = 4096

/** Seldom too small: a field that changes late makes the JIT compiler recompile these loops. */
export const firstRoom = 2 * pairsAtOnce

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

  /** Drops unwanted pairs. */
  filter(isWanted: (left: number, right: number) => boolean): void {
    let kept = 0
    for (let at = 0; at < this.length; at++) {
      const left = this.left[at]
      const right = this.right[at]
      if (!isWanted(left, right)) continue
      this.left[kept] = left
      this.right[kept++] = right
    }
    this.length = kept
  }
}
