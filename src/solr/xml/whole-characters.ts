/**
 * Whole characters: pieces of a text without halves of characters, which a parser would take together with whatever
 * follows. Solr gets `?` for them, as all texts come to it in bytes.
 */
import { encodable } from '../../ground/java/encodings.ts'

export class WholeCharacters {
  /** A first half at the end of a piece, whose second half may begin the next. */
  #held = ''

  /** What can be told of the text so far, and has not been. */
  push(text: string): string {
    const all = this.#held + text
    const isCut = /[\ud800-\udbff]$/.test(all)
    this.#held = isCut ? all.slice(-1) : ''
    return encodable(isCut ? all.slice(0, -1) : all)
  }

  /** What is left after the last piece. */
  end(): string {
    const left = encodable(this.#held)
    this.#held = ''
    return left
  }
}
