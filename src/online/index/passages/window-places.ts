/**
 * Window places: for each window of a checked text the first place among stored documents, exactly.
 *
 *     window       0 1 2 3 4 5 6
 *     class        0 1 2 0 1 5 6      first window with the same tokens
 *     document     7 7 7 . . 9 -      of a class; 0: not found
 *
 * Hashes propose equal windows, the tokens decide. Consecutive windows overlap, so all but the first of them are
 * compared by their last token.
 */
import { FirstPlaces } from '../../../texts/passages/first-places.ts'
import { haveSameTokens } from '../../../texts/passages/placed-text.ts'
import type { PassageTexts, WindowedText, WindowPostings } from '../matching/passage-texts.ts'

export class WindowPlaces {
  readonly asked: WindowedText & WindowPostings
  readonly least: number
  readonly windows: number
  /** [windows] first window with the same tokens. */
  readonly classes: Uint32Array
  /** [windows] number of the first document with a class; 0: none. */
  readonly documents: Uint32Array
  /** [windows] its first token there. */
  readonly at: Uint32Array
  /** [postings] number of classes that are not found. */
  readonly open: Uint32Array
  readonly #table = new FirstPlaces()

  private constructor(asked: WindowedText & WindowPostings, least: number) {
    this.asked = asked
    this.least = least
    this.windows = asked.hashes.length / 2
    this.classes = new Uint32Array(this.windows)
    this.documents = new Uint32Array(this.windows)
    this.at = new Uint32Array(this.windows)
    this.open = new Uint32Array(asked.postings.length)
  }

  /** Undefined if different windows have equal hashes. */
  static of(texts: PassageTexts, text: string, salt: number): WindowPlaces | undefined {
    const places = new WindowPlaces(texts.asked(text, salt), texts.least)
    return places.#classify() ? places : undefined
  }

  #classify(): boolean {
    const { asked, classes, open, windows } = this
    const last = new Uint32Array(windows)
    // Windows that are as far behind an equal one as those before them share all but one token with these.
    let distance = 0
    for (let i = 0; i < windows; i++) {
      const first = this.#table.noteFirst(asked.hashes[2 * i], asked.hashes[2 * i + 1], i)
      classes[i] = first
      const before = last[first]
      last[first] = i
      if (first === i) {
        open[asked.places[i]]++
        distance = 0
        continue
      }
      const isNext = i - before === distance
      distance = i - before
      if (!this.#isEqual(before, asked, i, isNext)) return false
    }
    return true
  }

  /** Whether window i has the tokens of a text from `at` on. @param isNext all but the last are known to be equal */
  #isEqual(i: number, { placed }: WindowedText, at: number, isNext: boolean): boolean {
    const skipped = isNext ? this.least - 1 : 0
    return haveSameTokens(this.asked.placed, i + skipped, placed, at + skipped, this.least - skipped)
  }

  /** The class of a window of another text, if there is one with its hash; else -1. */
  classOf({ hashes }: WindowedText, window: number): number {
    return this.#table.firstOf(hashes[2 * window], hashes[2 * window + 1])
  }

  /**
   * Notes a document as the first place of the classes that stand in it and are not found yet.
   *
   * @param isAsked whether the documents that may have a class are being looked through, in order
   * @returns false if different windows have equal hashes
   */
  note(number: number, text: WindowedText, isAsked: (found: number) => boolean): boolean {
    const { classes, documents, at, open, asked } = this
    // The window of the checked text that stands at the place before, if it is known to.
    let before = -2
    for (let place = 0; 2 * place < text.hashes.length; place++) {
      const found = this.classOf(text, place)
      const isWanted = found >= 0 && documents[found] === 0 && isAsked(found)
      if (!isWanted) {
        before = -2
        continue
      }
      const isNext = before >= 0 && classes[before + 1] === found
      const window = isNext ? before + 1 : found
      if (!this.#isEqual(window, text, place, isNext)) return false
      documents[found] = number
      at[found] = place
      open[asked.places[found]]--
      before = window
    }
    return true
  }

  /** Whether `length` tokens from window i on stand in a text from `at` on. */
  hasRun(i: number, length: number, text: WindowedText, at: number): boolean {
    const last = length - this.least
    const isInside = 2 * (at + last) < text.hashes.length
    if (!isInside || this.classOf(text, at + last) !== this.classes[i + last]) return false
    return haveSameTokens(this.asked.placed, i, text.placed, at, length)
  }
}
