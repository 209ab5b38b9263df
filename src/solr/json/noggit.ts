/**
 * Noggit: Solr's lenient JSON as a sequence of events.
 *
 * Beyond JSON it accepts comments (`#`, `//`, C style), single quotes, unquoted names and words, a backslash before
 * any character, raw control characters in strings, superfluous commas, and no comma before a name.
 *
 * Source: org.noggit.JSONParser of SolrJ 9 with its default flags, compared event by event, quirks included: a
 * superfluous comma before a closing brace gives ARRAY_END.
 * Ours: returning to a `mark` when a piece of text ends too early, and a nesting limit.
 * Cost: strings are searched with `indexOf`, so long ones cost next to nothing.
 */
import {
  APOSTROPHE,
  continuesWord,
  isBlank,
  isDigit,
  isLetter,
  MINUS,
  QUOTE,
  startsWord,
} from './noggit-text.ts'
import { BIGNUMBER, LONG, NoggitValues, NUMBER, STRING } from './noggit-values.ts'

export const BOOLEAN = 5
export const NULL = 6
export const OBJECT_START = 7
export const OBJECT_END = 8
export const ARRAY_START = 9
export const ARRAY_END = 10
export const EOF = 11

/** Names of the events by number, as in Solr's messages; 0 is no event. */
export const eventNames: readonly string[] =
  ' ,STRING,LONG,NUMBER,BIGNUMBER,BOOLEAN,NULL,OBJECT_START,OBJECT_END,ARRAY_START,ARRAY_END,EOF'.split(',')

/** Maximum nesting, far beyond sensible documents. */
const maxDepth = 1000

// The last thing read in the innermost container; 0 outside all containers.
const AT_OBJECT = 1
const AT_ARRAY = 2
const AFTER_ELEMENT = 3
const AFTER_NAME = 4
const AFTER_VALUE = 5

const COMMA = 0x2c
const CLOSE_BRACKET = 0x5d
const CLOSE_BRACE = 0x7d

/** A position to return to. */
interface NoggitMark {
  readonly position: number
  readonly depth: number
  readonly state: number
}

/** Reads events. A value is read on request, or skipped by the next event. */
export class Noggit extends NoggitValues {
  #state = 0
  #depth = 0
  readonly #stack = new Uint8Array(maxDepth)
  /** The event of the value not read yet. */
  #pending = 0
  #isTrue = false

  mark(): NoggitMark {
    return { position: this.position(), depth: this.#depth, state: this.#state }
  }

  /** REQUIRES: no value was pending at the mark; the containers around it are still open. */
  reset({ position, depth, state }: NoggitMark): void {
    this.goTo(position)
    this.#depth = depth
    this.#state = state
    this.#pending = 0
  }

  /** Whether the string of the last event is the name of a member. */
  wasKey(): boolean {
    return this.#state === AFTER_NAME
  }

  /** Skips the value of the last event, if it has not been read. */
  skip(): void {
    if (this.#pending === STRING) this.readString()
    else if (this.#pending === BIGNUMBER) this.readRestOfNumber()
    this.#pending = 0
  }

  next(): number {
    if (this.#pending !== 0) this.skip()
    switch (this.#state) {
      case AT_OBJECT: {
        let unit = this.#readPast(QUOTE)
        while (unit === COMMA) unit = this.#readPast(QUOTE)
        return this.#memberName(unit)
      }
      case AFTER_NAME:
        if (this.#readPast(0x3a) !== 0x3a) throw this.refuse("Expected key,value separator ':'")
        this.#state = AFTER_VALUE
        return this.#value(this.read())
      case AFTER_VALUE:
        return this.#afterValue()
      case AT_ARRAY: {
        const unit = this.readPastBlanks(this.read())
        if (unit === CLOSE_BRACKET) return this.#leave(ARRAY_END)
        this.#state = AFTER_ELEMENT
        return this.#value(unit)
      }
      case AFTER_ELEMENT: {
        const unit = this.#readPast(COMMA)
        if (unit === COMMA) return this.#value(this.read())
        if (unit === CLOSE_BRACKET) return this.#leave(ARRAY_END)
        throw this.refuse("Expected ',' or ']'")
      }
      default:
        return this.#value(this.read())
    }
  }

  /** The next unit after blanks, where `expected` or a space is likely. */
  #readPast(expected: number): number {
    let unit = this.read()
    while (unit === 0x20) unit = this.read()
    return unit === expected ? unit : this.readPastBlanks(unit)
  }

  #afterValue(): number {
    for (;;) {
      const unit = this.#readPast(COMMA)
      if (unit === CLOSE_BRACE) return this.#leave(OBJECT_END)
      if (unit !== COMMA) {
        if (unit !== QUOTE && unit !== APOSTROPHE && !isLetter(unit))
          throw this.refuse("Expected ',' or '}'")
        this.at--
      }
      const name = this.#readPast(QUOTE)
      // A second comma may stand where the first one could: a name need not follow.
      if (name !== COMMA) return this.#memberName(name)
    }
  }

  #memberName(unit: number): number {
    if (unit === CLOSE_BRACE) return this.#leave(OBJECT_END)
    this.#startString(unit)
    this.#state = AFTER_NAME
    this.#pending = STRING
    return STRING
  }

  #startString(unit: number): void {
    this.terminator = unit
    if (unit === QUOTE || unit === APOSTROPHE) return
    if (!startsWord(unit)) throw this.refuse(this.hasEnded ? 'Expected quoted string' : undefined)
    this.startWord(String.fromCharCode(unit))
  }

  #enter(state: number, event: number): number {
    if (this.#depth === maxDepth) throw this.refuse(`Nested more than ${maxDepth} levels deep`)
    this.#stack[this.#depth++] = this.#state
    this.#state = state
    return event
  }

  #leave(event: number): number {
    this.#state = this.#stack[--this.#depth]
    return event
  }

  /** The event of the value that begins with `first`, after optional blanks and superfluous commas. */
  #value(first: number): number {
    for (let unit = first; ; ) {
      switch (unit) {
        case 0x20:
        case 0x09:
        case 0x0d:
        case 0x0a:
          unit = this.readPastBlanks(this.read())
          continue
        case QUOTE:
        case APOSTROPHE:
          this.terminator = unit
          return this.#await(STRING)
        case 0x7b:
          return this.#enter(AT_OBJECT, OBJECT_START)
        case 0x5b:
          return this.#enter(AT_ARRAY, ARRAY_START)
        case 0x74:
          return this.#wordOr('true', BOOLEAN)
        case 0x66:
          return this.#wordOr('false', BOOLEAN)
        case 0x6e:
          return this.#wordOr('null', NULL)
        case 0x2f:
          this.skipComment()
          break
        case 0x23:
          this.skipLine()
          break
        case CLOSE_BRACKET:
          if (this.#state !== AFTER_ELEMENT) throw this.refuse('Unexpected array closer ]')
          return this.#leave(ARRAY_END)
        case CLOSE_BRACE:
          if (this.#state !== AFTER_VALUE) throw this.refuse('Unexpected object closer }')
          return this.#leave(ARRAY_END)
        case COMMA:
          if (this.#state !== AFTER_ELEMENT && this.#state !== AFTER_VALUE)
            throw this.refuse('Unexpected comma')
          break
        case -1:
          if (this.#depth > 0) throw this.refuse('Premature EOF')
          return EOF
        default:
          if (isDigit(unit) || unit === MINUS) return this.#await(this.startNumber(unit))
          if (!isBlank(unit)) {
            this.#startString(unit)
            return this.#await(STRING)
          }
      }
      unit = this.read()
    }
  }

  #await(event: number): number {
    this.#pending = event
    return event
  }

  /** `event` if the word ends as expected; any other word is a string. */
  #wordOr(expected: string, event: number): number {
    this.#isTrue = expected === 'true'
    for (let i = 1; i < expected.length; i++) {
      if (this.read() !== expected.charCodeAt(i)) {
        this.startWord(expected.slice(0, i))
        if (!this.hasEnded) this.at--
        return this.#await(STRING)
      }
    }
    const unit = this.read()
    if (!continuesWord(unit)) {
      if (!this.hasEnded) this.at--
      return this.#await(event)
    }
    this.startWord(expected + String.fromCharCode(unit))
    return this.#await(STRING)
  }

  /** The string of the last event, or of the next one. */
  string(): string {
    this.#expect(STRING)
    return this.readString()
  }

  /** The number of the last event, or of the next one, as written. */
  number(): string {
    if (this.#pending === 0) this.next()
    const event = this.#pending
    if (event === BIGNUMBER) this.readRestOfNumber()
    else if (event !== LONG && event !== NUMBER) throw this.refuse('Unexpected 0')
    this.#pending = 0
    return this.literal
  }

  /** A whole number in int64, as written. */
  long(): string {
    this.#expect(LONG)
    return this.literal
  }

  boolean(): boolean {
    this.#expect(BOOLEAN)
    return this.#isTrue
  }

  null(): null {
    this.#expect(NULL)
    return null
  }

  #expect(event: number): void {
    if (this.#pending === 0) this.next()
    if (this.#pending !== event) throw this.refuse('type mismatch')
    this.#pending = 0
  }
}
