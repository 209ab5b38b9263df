/**
 * Java's `String.split(regex)`: a text to the parts between the matches of a pattern.
 *
 * A match of nothing at the very beginning does not count, and empty parts at the end are dropped. So without
 * any match the whole text is the one part, also when it is empty.
 *
 * The pattern becomes a program of steps. Steps that fork try one way first, as Java does, and the first way
 * that leads to a match wins. Nothing that can be empty is repeated, so no way comes back to the same step at
 * the same place, and what has failed once there fails always: it is marked and never tried again.
 *
 * Source: Java SE 17 API, `String.split` and `Matcher.find`.
 * Ours: the marks. Java's own matcher can take exponential time.
 * Cost: O(p * n) time and p * n bits for a pattern of p steps and n units.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isIn, isPair } from '../../ground/java/code-points.ts'
import { programOf, type Step } from './pattern-program.ts'
import { PatternReader } from './pattern-reader.ts'
import { readPattern } from './pattern-syntax.ts'

/** 32 MiB. */
const maxMarks = 2 ** 28

/**
 * `text.split(regex)` of Java 17.
 *
 * @throws JavaException PatternSyntaxException for a pattern that Java refuses
 * @throws NearsameError OPTION_VALUE for one that is not supported, or too long for the text
 * @example splitAsJava('a,b,,', ',') // => ['a', 'b']
 * @example splitAsJava('a.b', '.') // => []
 * @example splitAsJava('a, b ;c', '\\s*[,;]\\s*') // => ['a', 'b', 'c']
 */
export function splitAsJava(text: string, regex: string): string[] {
  const parts = isLiteral(regex) ? text.split(regex.slice(-1)) : splitByPattern(text, regex)
  if (parts.length === 1) return parts
  let count = parts.length
  while (count > 0 && parts[count - 1] === '') count--
  return parts.slice(0, count)
}

/** One character that means itself, or a backslash and one that is no letter and no digit. */
function isLiteral(regex: string): boolean {
  return /^([^.$|()[{^?*+\\\ud800-\udfff]|\\[^0-9a-zA-Z\ud800-\udfff])$/.test(regex)
}

function splitByPattern(text: string, regex: string): string[] {
  const matcher = new Matcher(text, regex)
  const parts: string[] = []
  let partStart = 0
  let from = 0
  while (matcher.find(from)) {
    const { start, end } = matcher
    if (end > 0) {
      parts.push(text.slice(partStart, start))
      partStart = end
    }
    from = start === end ? end + 1 : end
  }
  return partStart === 0 ? [text] : [...parts, text.slice(partStart)]
}

class Matcher {
  start = 0
  end = 0
  readonly #text: string
  readonly #steps: readonly Step[]
  readonly #marks: Uint32Array

  constructor(text: string, regex: string) {
    const steps = programOf(readPattern(new PatternReader(regex)))
    const marks = steps.length * (text.length + 1)
    if (marks > maxMarks) throw tooLong(steps.length, text.length)
    this.#text = text
    this.#steps = steps
    this.#marks = new Uint32Array(Math.ceil(marks / 32))
  }

  /** The next match that starts at `from` or later. */
  find(from: number): boolean {
    for (let start = from; start <= this.#text.length; start++) {
      // The halves of a pair are parted only when a match of nothing was found before it.
      if (start > from && isPair(this.#text, start - 1)) continue
      const end = this.#matchAt(start)
      if (end < 0) continue
      this.start = start
      this.end = end
      // What led to the match has not failed. Only its last place is seen again, as the start of the next one.
      for (let step = 0; step < this.#steps.length; step++) this.#unmark(step, end)
      return true
    }
    return false
  }

  /** The end of the match that starts here, or -1. */
  #matchAt(start: number): number {
    const pending = [0, start]
    while (pending.length > 0) {
      const at = pending.pop() as number
      const number = pending.pop() as number
      if (!this.#mark(number, at)) continue
      const step = this.#steps[number]
      if (step.kind === 'match') return at
      if (step.kind === 'fork') pending.push(step.second, at, step.first, at)
      else {
        const next = this.#pass(step, at)
        if (next >= 0) pending.push(number + 1, next)
      }
    }
    return -1
  }

  /** The place behind what a step takes, or -1 if it takes nothing here. */
  #pass(step: Exclude<Step, { kind: 'fork' }>, at: number): number {
    if (step.kind === 'begin') return at === 0 ? at : -1
    if (step.kind === 'end') return this.#isEnd(at) ? at : -1
    const codePoint = this.#text.codePointAt(at)
    if (step.kind !== 'set' || codePoint === undefined || !isIn(step.set, codePoint)) return -1
    return at + (isPair(this.#text, at) ? 2 : 1)
  }

  /** The end, or before a last line terminator; not within `\r\n`. */
  #isEnd(at: number): boolean {
    const rest = this.#text.slice(at, at + 3)
    if (rest === '\n') return this.#text[at - 1] !== '\r'
    return rest === '' || rest === '\r\n' || /^[\r\u0085\u2028\u2029]$/.test(rest)
  }

  /** Whether the step was not marked at this place before. */
  #mark(step: number, at: number): boolean {
    const bit = at * this.#steps.length + step
    const isNew = ((this.#marks[bit >>> 5] >>> (bit & 31)) & 1) === 0
    this.#marks[bit >>> 5] |= 1 << (bit & 31)
    return isNew
  }

  #unmark(step: number, at: number): void {
    const bit = at * this.#steps.length + step
    this.#marks[bit >>> 5] &= ~(1 << (bit & 31))
  }
}

function tooLong(steps: number, units: number): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `sep and text with at most ${maxMarks} pairs of a step and a character`,
    got: `${steps} steps and ${units} characters`,
    fix: 'take a shorter sep, or a single character, which has no such bound',
  })
}
