/**
 * Reader of a Java regular expression: where it stands, and how what it finds is refused.
 *
 * Positions count code points, as in the messages of Java, although the mark below one is moved by as many
 * columns.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { JavaException } from '../../ground/java/java-exception.ts'

export class PatternReader {
  readonly #pattern: string
  readonly #characters: readonly string[]
  at = 0
  /** Groups that are open here. */
  depth = 0

  constructor(pattern: string) {
    this.#pattern = pattern
    this.#characters = [...pattern]
  }

  get length(): number {
    return this.#characters.length
  }

  get isAtEnd(): boolean {
    return this.at >= this.#characters.length
  }

  /** The next character, or one further on; empty at the end. */
  peek(ahead = 0): string {
    return this.#characters[this.at + ahead] ?? ''
  }

  take(): string {
    return this.#characters[this.at++] ?? ''
  }

  accept(character: string): boolean {
    if (this.peek() !== character) return false
    this.at++
    return true
  }

  /** The exception of Java 17: what is wrong, where, the pattern, and a mark below the place if it lies within. */
  refusal(what: string, index: number): JavaException {
    const where = index < 0 ? '' : ` near index ${index}`
    const mark = index >= 0 && index < this.#pattern.length ? `\n${' '.repeat(index)}^` : ''
    const message = `${what}${where}\n${this.#pattern}${mark}`
    return new JavaException('java.util.regex.PatternSyntaxException', message)
  }

  /** For what Java takes and this reader does not. */
  unsupported(what: string): NearsameError {
    return new NearsameError('OPTION_VALUE', {
      expected: 'sep to be made of characters, classes, groups, alternatives and simple repetitions',
      got: `${what} in ${JSON.stringify(this.#pattern)}`,
      fix: 'write sep in a simpler way',
    })
  }
}
