/**
 * Whole characters: pieces of text that contain no halves of characters, which a parser would join with whatever
 * follows. Solr reads `?` in their place, since it receives all texts as bytes.
 */
import { encodable } from '../../texts/java/encodings.ts'

export class WholeCharacters {
  /** The first half of a character at the end of a piece; the next piece may begin with the second. */
  #held = ''

  /** The decided part of the text so far that has not been returned. */
  push(text: string): string {
    const all = this.#held + text
    const isCut = /[\ud800-\udbff]$/.test(all)
    this.#held = isCut ? all.slice(-1) : ''
    return encodable(isCut ? all.slice(0, -1) : all)
  }

  /** The rest after the last piece. */
  end(): string {
    const left = encodable(this.#held)
    this.#held = ''
    return left
  }
}
