/**
 * Text arena: the bytes (WTF-8) of many texts, concatenated in a few large blocks, so that no text needs its own
 * object.
 *
 * Ours. Cost: the bytes, 12 more per text, and the unused ends of blocks: less than a sixteenth for short texts.
 */
import { IntList } from '../../ground/lists/growing-lists.ts'
import { encodeText } from '../text/text-bytes.ts'

const encoder = new TextEncoder()
const smallestBlock = 64 * 1024
// Large compared with most texts, small compared with the memory of a program that holds all of them.
const largestBlock = 16 * 2 ** 20

export class TextArena {
  #blocks: Uint8Array[] = []
  /** Bytes used in the last block. */
  #used = 0
  readonly #block = new IntList()
  readonly #from = new IntList()
  readonly #length = new IntList()

  /** Adds a text. @returns its length in bytes */
  add(text: string): number {
    if (!text.isWellFormed()) return this.addBytes(encodeText(text))
    // A UTF-16 unit takes at most three bytes in UTF-8.
    const room = this.#roomFor(3 * text.length)
    return this.#note(encoder.encodeInto(text, room).written)
  }

  /** Adds the bytes of a text, copied. */
  addBytes(bytes: Uint8Array): number {
    this.#roomFor(bytes.length).set(bytes)
    return this.#note(bytes.length)
  }

  /** The bytes of text number `index`; a view. */
  bytesOf(index: number): Uint8Array {
    const from = this.#from.at(index)
    return this.#blocks[this.#block.at(index)].subarray(from, from + this.#length.at(index))
  }

  #note(length: number): number {
    this.#block.push(this.#blocks.length - 1)
    this.#from.push(this.#used)
    this.#length.push(length)
    this.#used += length
    return length
  }

  #roomFor(most: number): Uint8Array {
    const last = this.#blocks.at(-1)
    if (last !== undefined && last.length - this.#used >= most) return last.subarray(this.#used)
    const usual = Math.min(largestBlock, smallestBlock * 2 ** this.#blocks.length)
    const block = new Uint8Array(Math.max(usual, most))
    this.#blocks.push(block)
    this.#used = 0
    return block
  }
}
