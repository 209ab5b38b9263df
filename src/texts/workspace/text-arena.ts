/**
 * Text arena: the bytes (WTF-8) of many texts, one behind the other in a few large blocks, so that no text is an
 * object of its own.
 *
 * Ours. Cost: the bytes, 12 more a text, and the unused ends of blocks: less than a sixteenth for short texts.
 */
import { IntList } from '../../ground/lists/growing-lists.ts'
import { encodeText } from '../text/text-bytes.ts'

const encoder = new TextEncoder()
const smallestBlock = 64 * 1024
// Large beside most texts, small beside what a program that holds all of them needs anyway.
const largestBlock = 16 * 2 ** 20

export class TextArena {
  #blocks: Uint8Array[] = []
  /** Bytes used of the last block. */
  #used = 0
  readonly #block = new IntList()
  readonly #from = new IntList()
  readonly #length = new IntList()

  /** Takes a text in. @returns its length in bytes */
  add(text: string): number {
    if (!text.isWellFormed()) return this.addBytes(encodeText(text))
    // UTF-8 takes at most three bytes for each of JavaScript's units.
    const room = this.#roomFor(3 * text.length)
    return this.#note(encoder.encodeInto(text, room).written)
  }

  /** Takes the bytes of a text in, as a copy. */
  addBytes(bytes: Uint8Array): number {
    this.#roomFor(bytes.length).set(bytes)
    return this.#note(bytes.length)
  }

  /** The bytes of text number `index`; a view. */
  bytesOf(index: number): Uint8Array {
    const from = this.#from.at(index)
    return this.#blocks[this.#block.at(index)].subarray(from, from + this.#length.at(index))
  }

  lengthOf(index: number): number {
    return this.#length.at(index)
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
