/**
 * Text of a noggit parser: UTF-16 units one by one from pieces of text, its blanks and words, its errors.
 *
 * An error message ends with the faulty unit, its position from 0, and the text before and after it in a buffer of
 * 8192 units. At the end of the text the buffer is empty.
 *
 * Source: org.noggit.JSONParser of SolrJ 9; `Character.isWhitespace`, `isLetter`, `isJavaIdentifierStart` and
 * `isJavaIdentifierPart` of Java 17.
 * Ours: pieces. If one ends too early, `needMore` is thrown.
 */

import { JavaException } from '../../methods/java/java-exception.ts'
import { isJavaWhitespace, isLetterOrDigit } from '../../texts/java/characters.ts'

/** Thrown when the text ends before `isComplete` is set. */
export const needMore: object = Object.freeze({ needMore: true })

/** Java class of the errors. */
export const parseException = 'org.noggit.JSONParser$ParseException'

const bufferSize = 8192
/** Units kept before the next one, for messages. */
const keptBefore = 80
const shownAfter = 40
export const QUOTE = 0x22
export const APOSTROPHE = 0x27
export const MINUS = 0x2d
const HASH = 0x23
const ASTERISK = 0x2a
const SLASH = 0x2f

const numeral = /\p{Nd}/u
const startsOfWords = /[\p{Nl}\p{Sc}\p{Pc}]/u
const unitsOfWords = /[\p{Nl}\p{Sc}\p{Pc}\p{Mn}\p{Mc}\p{Cf}]/u
/** First and last of the marks and signs added in Unicode 14 to 17, which Java 17 does not know. */
const unknownUnits = [
  0x890, 0x891, 0x897, 0x89f, 0x8ca, 0x8d2, 0xc3c, 0xc3c, 0xcf3, 0xcf3, 0xece, 0xece, 0x1715, 0x1715,
].concat([0x180f, 0x180f, 0x1ac1, 0x1add, 0x1ae0, 0x1aeb, 0x1dfa, 0x1dfa, 0x20c0, 0x20c1])

function isUnknown(unit: number): boolean {
  return unknownUnits.some((from, i) => i % 2 === 0 && unit >= from && unit <= unknownUnits[i + 1])
}

/** Java's white space, and the no-break space. */
export function isBlank(unit: number): boolean {
  return isJavaWhitespace(unit) || unit === 0xa0
}

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

/** `Character.isLetter`. */
export function isLetter(unit: number): boolean {
  return unit >= 0 && isLetterOrDigit(unit) && !numeral.test(String.fromCharCode(unit))
}

export function startsWord(unit: number): boolean {
  if (unit < 0 || isLetter(unit)) return unit >= 0
  const text = String.fromCharCode(unit)
  return startsOfWords.test(text) && !isUnknown(unit)
}

/** Units that may continue a word: parts of Java identifiers, point, hyphen, slash. */
export function continuesWord(unit: number): boolean {
  if (unit < 0) return false
  if (isLetterOrDigit(unit) || (unit >= 0x2d && unit <= SLASH)) return true
  if (unit >= 0x20 && unit < 0x7f) return unit === 0x24 || unit === 0x5f
  const text = String.fromCharCode(unit)
  if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0)) return !isBlank(unit)
  return unitsOfWords.test(text) && !isUnknown(unit)
}

export class NoggitText {
  /** Set when no more text will come. */
  isComplete = false
  protected text = ''
  /** Index of the next unit. */
  protected at = 0
  /** Whether the end of the text has been seen. */
  protected hasEnded = false
  /** Units and lines read and dropped. */
  #dropped = 0
  #droppedLines = 0
  #lineStart = 0

  append(text: string): void {
    const from = Math.max(0, this.at - keptBefore)
    for (let i = this.text.indexOf('\n'); i >= 0 && i < from; i = this.text.indexOf('\n', i + 1)) {
      this.#droppedLines++
      this.#lineStart = this.#dropped + i + 1
    }
    this.text = this.text.slice(from) + text
    this.#dropped += from
    this.at -= from
  }

  /** Number of units read. */
  position(): number {
    return this.#dropped + this.at
  }

  protected goTo(position: number): void {
    this.at = position - this.#dropped
    this.hasEnded = false
  }

  /** Line and column of the last unit read, from 1. */
  place(): string {
    const last = this.hasEnded ? this.at : Math.max(0, this.at - 1)
    const lines = this.text.slice(0, last).split('\n')
    const column = lines.length > 1 ? (lines.at(-1) ?? '').length : this.#dropped + last - this.#lineStart
    return `line ${this.#droppedLines + lines.length}, column ${column + 1}`
  }

  /** The next unit; -1 at the end. */
  protected read(): number {
    return this.at < this.text.length ? this.text.charCodeAt(this.at++) : this.end()
  }

  protected end(): number {
    if (!this.isComplete) throw needMore
    this.hasEnded = true
    return -1
  }

  /** The next unit outside blanks and comments, as far as noggit skips them. */
  protected readPastBlanks(first: number): number {
    let unit = first
    for (;;) {
      // A mask over the lowest six bits: blanks with other bits, such as U+2003, are left to the caller.
      const low = unit & 63
      if (
        low !== 0 &&
        low !== 9 &&
        low !== 10 &&
        low !== 13 &&
        low !== 32 &&
        low !== HASH &&
        low !== SLASH
      ) {
        return unit
      }
      if (unit > 0x20) {
        if (unit === SLASH) this.skipComment()
        else if (unit === HASH) this.skipLine()
        else if (!isBlank(unit)) return unit
      }
      unit = this.read()
    }
  }

  protected skipLine(): void {
    for (;;) {
      const unit = this.read()
      if (unit === 0x0a || unit === 0x0d || unit === -1) return
    }
  }

  /** Skips, after a slash, to the end of the line or comment. An unclosed comment ends with the text. */
  protected skipComment(): void {
    let unit = this.read()
    if (unit === SLASH) {
      this.skipLine()
      return
    }
    if (unit !== ASTERISK) throw this.refuse('Invalid comment: expected //, /*, or #')
    unit = this.read()
    while (unit !== -1) {
      const isStar = unit === ASTERISK
      unit = this.read()
      if (isStar && unit === SLASH) return
    }
  }

  /** An error at the last unit read, or at the end. */
  protected refuse(message?: string): JavaException {
    // The message shows the text that follows.
    if (!this.isComplete && this.text.length < this.at + shownAfter) throw needMore
    return new JavaException(parseException, this.#messageOf(message))
  }

  #messageOf(message: string | undefined): string {
    if (this.hasEnded) {
      return `${message ?? 'Unexpected EOF'}: char=(EOF),position=${this.#dropped + this.text.length} AFTER=''`
    }
    const at = Math.max(0, this.at - 1)
    const position = this.#dropped + at
    const start = Math.max(0, position - (position % bufferSize) - this.#dropped)
    const end = Math.min(position - (position % bufferSize) + bufferSize - this.#dropped, this.text.length)
    const before = this.text.slice(Math.max(at - 60, start), Math.min(at + 1, end))
    const after = this.text.slice(at + 1, Math.min(at + shownAfter, end))
    const what = `char=${this.text[at]},position=${position}`
    const context = `AFTER='${onOneLine(before)}' BEFORE='${onOneLine(after)}'`
    return `${message ?? 'JSON Parse Error'}: ${what} ${context}`
  }
}

function onOneLine(text: string): string {
  return text.replace(/[ \t-\r]+/g, ' ')
}
