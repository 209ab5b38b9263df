/**
 * Values of a noggit parser: strings with escapes, words without quotes, and numbers of three types.
 *
 *     LONG       whole, in int64
 *     NUMBER     with point or exponent: a double
 *     BIGNUMBER  longer: more than 22 digits including a point, or whole and beyond int64
 *
 * Source: org.noggit.JSONParser of SolrJ 9.
 * Cost: the end of a string is found by `indexOf`, the next backslash once.
 */
import { isInt64 } from '../messages/solr-params.ts'
import { continuesWord, isDigit, MINUS, NoggitText, QUOTE } from './noggit-text.ts'

export const STRING = 1
export const LONG = 2
export const NUMBER = 3
export const BIGNUMBER = 4

const POINT = 0x2e
const ZERO = 0x30
const BACKSLASH = 0x5c
/** The one character that cannot be escaped: noggit confuses it with the event of that number. */
const notEscapable = 11

const escapes: ReadonlyMap<number, string> = new Map(
  Object.entries({ n: '\n', r: '\r', t: '\t', f: '\f', b: '\b' }).map(([name, value]) => [
    name.charCodeAt(0),
    value,
  ]),
)

export class NoggitValues extends NoggitText {
  /** Closing quote of the string; 0 for a word, whose beginning is in `word`. */
  protected terminator = QUOTE
  /** The last number as written; for a BIGNUMBER only after `readRestOfNumber`. */
  protected literal = ''
  #word = ''
  #numberStart = 0
  #hasFraction = false
  #hasExponent = false
  #nextBackslash = -1

  override append(text: string): void {
    super.append(text)
    this.#nextBackslash = -1
  }

  protected override goTo(position: number): void {
    super.goTo(position)
    this.#nextBackslash = -1
  }

  protected startWord(word: string): void {
    this.terminator = 0
    this.#word = word
  }

  protected readString(): string {
    if (this.terminator === 0) return this.#readWord()
    const from = this.at
    const end = this.text.indexOf(this.terminator === QUOTE ? '"' : "'", from)
    if (this.#nextBackslash < from) {
      const found = this.text.indexOf('\\', from)
      this.#nextBackslash = found < 0 ? Number.MAX_SAFE_INTEGER : found
    }
    if (end < this.#nextBackslash && end >= 0) {
      this.at = end + 1
      return this.text.slice(from, end)
    }
    return this.#readEscapedString()
  }

  #readEscapedString(): string {
    let value = ''
    let from = this.at
    for (;;) {
      const unit = this.read()
      if (unit === -1) throw this.refuse()
      if (unit === this.terminator) return value + this.text.slice(from, this.at - 1)
      if (unit === BACKSLASH) {
        value += this.text.slice(from, this.at - 1) + this.#readEscape()
        from = this.at
      }
    }
  }

  #readWord(): string {
    let value = this.#word
    for (;;) {
      const unit = this.read()
      if (unit === BACKSLASH) value += this.#readEscape()
      else if (continuesWord(unit)) value += String.fromCharCode(unit)
      else {
        this.stepBack(unit)
        return value
      }
    }
  }

  #readEscape(): string {
    const unit = this.read()
    if (unit === 0x75) {
      let code = 0
      for (let i = 0; i < 4; i++) code = code * 16 + this.#readHexDigit()
      return String.fromCharCode(code)
    }
    if (unit === notEscapable) throw this.refuse('Invalid character escape')
    return escapes.get(unit) ?? String.fromCharCode(unit)
  }

  #readHexDigit(): number {
    const unit = this.read()
    const digit = unit < 0x30 || unit > 0x66 ? Number.NaN : Number.parseInt(String.fromCharCode(unit), 16)
    if (Number.isNaN(digit)) throw this.refuse('invalid hex digit')
    return digit
  }

  /** Reads a number, or the beginning of a long one. Leading zeros are refused, except after a minus. */
  protected startNumber(first: number): number {
    this.#numberStart = this.at - 1
    this.#hasFraction = false
    this.#hasExponent = false
    if (first === MINUS && !isDigit(this.read())) throw this.refuse("expected digit after '-'")
    if (first === ZERO) {
      const unit = this.read()
      if (isDigit(unit)) throw this.refuse('Leading zeros not allowed')
      this.stepBack(unit)
      if (unit !== POINT) return this.#endNumber(LONG)
    }
    for (let left = 22; left > 0; left--) {
      const unit = this.read()
      if (unit === POINT) return this.#readFraction(left)
      if (isExponentMark(unit)) return this.#readExponent(left)
      if (!isDigit(unit)) {
        this.stepBack(unit)
        const isShort = this.at - this.#numberStart < 19
        const isLong = isShort || isInt64(BigInt(this.text.slice(this.#numberStart, this.at)))
        return this.#endNumber(isLong ? LONG : BIGNUMBER)
      }
    }
    return BIGNUMBER
  }

  protected stepBack(unit: number): void {
    if (unit !== -1) this.at--
  }

  #endNumber(event: number): number {
    this.literal = this.text.slice(this.#numberStart, this.at)
    return event
  }

  /** Reads at most `limit` more units; the rest is left pending. */
  #readFraction(limit: number): number {
    this.#hasFraction = true
    for (let left = limit; left > 0; left--) {
      const unit = this.read()
      if (isExponentMark(unit)) return this.#readExponent(left - 1)
      if (!isDigit(unit)) {
        this.stepBack(unit)
        return this.#endNumber(NUMBER)
      }
    }
    return BIGNUMBER
  }

  #readExponent(limit: number): number {
    this.#hasExponent = true
    let left = limit - 1
    let unit = this.read()
    if (unit === 0x2b || unit === MINUS) {
      unit = this.read()
      left--
    }
    if (!isDigit(unit)) throw this.refuse('missing exponent number')
    return this.#readExponentDigits(left)
  }

  #readExponentDigits(limit: number): number {
    for (let left = limit; left > 0; left--) {
      const unit = this.read()
      if (!isDigit(unit)) {
        this.stepBack(unit)
        return this.#endNumber(NUMBER)
      }
    }
    return BIGNUMBER
  }

  protected readRestOfNumber(): void {
    const unlimited = Number.MAX_SAFE_INTEGER
    if (this.#hasExponent) this.#readExponentDigits(unlimited)
    else if (this.#hasFraction) this.#readFraction(unlimited)
    else {
      let unit = this.read()
      while (isDigit(unit)) unit = this.read()
      if (unit === POINT) this.#readFraction(unlimited)
      else if (isExponentMark(unit)) this.#readExponent(unlimited)
      else {
        this.stepBack(unit)
        this.#endNumber(BIGNUMBER)
      }
    }
  }
}

function isExponentMark(unit: number): boolean {
  return unit === 0x65 || unit === 0x45
}
