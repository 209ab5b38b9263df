/**
 * Key chains: whether a document shares enough keys with one document of a list, and not with several together.
 *
 *     head[column][slot of the key] ─▶ document ─▶ next one with a key of that slot …
 *
 * Ours: all of it. Cost: 8 bytes a key of the list; of a look-up, a step for each document of the list with a key
 * of the same slot, up to 512 steps. Error: where these are not enough, the answer is yes.
 */
import type { KeyBlock } from './key-blocks.ts'

const mostSteps = 512

export class KeyChains {
  readonly #list: KeyBlock
  readonly #weights: Uint16Array
  readonly #needed: number
  readonly #mask: number
  /** Column by column: the row of the list + 1, 0 if there is none. */
  readonly #head: Int32Array
  readonly #next: Int32Array
  /** Of each row of the list, what it shares with the document that is looked up. */
  readonly #shared: Uint16Array
  readonly #met = new Int32Array(mostSteps)

  /** @param weights what an equal word in each column counts @param needed sum of the weights of equal words */
  constructor(list: KeyBlock, weights: Uint16Array, needed: number) {
    const { rows, words } = list
    const slots = 2 ** Math.ceil(Math.log2(rows + 1))
    this.#list = list
    this.#weights = weights
    this.#needed = needed
    this.#mask = slots - 1
    this.#head = new Int32Array(weights.length * slots)
    this.#next = new Int32Array(words.length)
    this.#shared = new Uint16Array(rows)
    for (let column = 0; column < weights.length; column++) {
      for (let row = 0; row < rows; row++) {
        const at = column * rows + row
        const slot = column * slots + (words[at] & this.#mask)
        this.#next[at] = this.#head[slot]
        this.#head[slot] = row + 1
      }
    }
  }

  /** Whether a row of a block shares enough words with one row of the list. */
  isShared(block: KeyBlock, row: number): boolean {
    const { rows, words } = this.#list
    const shared = this.#shared
    let isFound = false
    let steps = 0
    let met = 0
    for (let column = 0; column < this.#weights.length && !isFound; column++) {
      const word = block.words[column * block.rows + row]
      let other = this.#head[column * (this.#mask + 1) + (word & this.#mask)] - 1
      for (; other >= 0 && !isFound; other = this.#next[column * rows + other] - 1) {
        if (++steps === mostSteps) isFound = true
        else if (words[column * rows + other] === word) {
          this.#met[met++] = other
          shared[other] += this.#weights[column]
          isFound = shared[other] >= this.#needed
        }
      }
    }
    for (let i = 0; i < met; i++) shared[this.#met[i]] = 0
    return isFound
  }
}
