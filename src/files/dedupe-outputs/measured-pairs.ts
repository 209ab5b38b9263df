/** Matches found while clustering, for `dedupe --pairs`: kept as flat columns, sorted at the end. */
import { kinds, type Outcome } from '../../engine/batch/columns.ts'
import { DoubleList, IntList } from '../../ground/lists/growing-lists.ts'
import { type PairRows, pairOrder } from '../../ground/pair-rows/pair-rows.ts'

export class MeasuredPairs {
  readonly #least: number
  readonly #same: number
  readonly #left = new IntList()
  readonly #right = new IntList()
  readonly #similarity = new DoubleList()
  readonly #jaccard = new DoubleList()

  add = (left: number, right: number, similarity: number): void => {
    if (!(similarity < this.#least)) this.#push(left, right, similarity)
  }

  #push(left: number, right: number, similarity: number): void {
    this.#left.push(left)
    this.#right.push(right)
    this.#similarity.push(similarity)
  }

  /** @param limits minimum similarity of a match, and the similarity of equal texts */
  constructor({ least, same }: { readonly least: number; readonly same: number }) {
    this.#least = least
    this.#same = same
  }

  /**
   * The measured matches, and each document as similar to its survivor as an equal text, by position. Where signatures
   * decided, each removed document with its survivor.
   *
   * @param representative for each document, the measured one of its group of equal texts
   */
  rows({ survivor, similarity, kind, jaccard, judged }: Outcome, representative: Int32Array): PairRows {
    for (let document = 0; document < kind.length; document++) {
      const isNear = jaccard === undefined && kind[document] === kinds.near
      const isJudged = judged?.[document] === 1
      const isMeasured = isNear && representative[document] === document && !isJudged
      if (kind[document] === kinds.kept || isMeasured) continue
      const [left, right] = [document, survivor[document]].sort((a, b) => a - b)
      const value = isNear || isJudged ? similarity[document] : this.#same
      if (isJudged) this.#push(left, right, value)
      else this.add(left, right, value)
      if (jaccard !== undefined) this.#jaccard.push(jaccard[document])
    }
    return this.#sorted(kind.length, jaccard !== undefined)
  }

  #sorted(count: number, bySignature: boolean): PairRows {
    const left = this.#left.values.subarray(0, this.#left.length)
    const right = this.#right.values.subarray(0, this.#right.length)
    // A pair that was measured may also be one that a person decided.
    const order = pairOrder(left, right, count).filter(
      (row, at, all) => at === 0 || left[row] !== left[all[at - 1]] || right[row] !== right[all[at - 1]],
    )
    const doubles = ({ values }: DoubleList) => Float64Array.from(order, i => values[i])
    return {
      left: order.map(i => left[i]),
      right: order.map(i => right[i]),
      similarity: doubles(this.#similarity),
      ...(bySignature ? { jaccard: doubles(this.#jaccard) } : {}),
    }
  }
}
