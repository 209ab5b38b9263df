/**
 * A side of a run: inputs whose records have the same fields. `match` has two, every other job has one.
 *
 * The first record of a side shows which field holds the text. The other side of `match` takes the fields of A if it
 * has one of them, else it shows its own.
 */
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type InputOptions, inAgainst } from '../../ground/options/input-options.ts'
import { noTextField } from '../formats/formats.ts'
import { type ColumnMap, namesInB } from './column-map.ts'
import type { HeadOptions, SourceHead } from './first-record.ts'

interface OtherSide {
  readonly side: Side
  /** Names of this side for columns of that. */
  readonly map: ColumnMap
}

export class Side {
  /** The first source with a head that shows fields. */
  head: SourceHead | undefined
  readonly isAgainst: boolean
  readonly #given: InputOptions
  readonly #columns: boolean
  readonly #other: OtherSide | undefined
  /** The text fields, as soon as they are known. */
  #text: readonly string[] | undefined
  /** Fields of the first record, if it did not show which of them holds the text. */
  #undecided: readonly string[] | undefined

  /**
   * @param columns whether the method reads the fields of a record one by one
   * @param other the side before it
   */
  constructor(given: InputOptions, columns: boolean, other?: OtherSide) {
    this.#given = given
    this.#columns = columns
    this.#other = other
    this.isAgainst = other !== undefined
  }

  /** The input options, with the text fields as soon as they are known. */
  get options(): HeadOptions {
    const map: ColumnMap = this.#other?.map ?? new Map()
    const preferred = namesInB(map, this.#other?.side.text ?? [])
    const given = this.#given.text
    const text = this.text ?? (map.size > 0 && given !== undefined ? preferred : given)
    return { ...this.#given, text, preferred, map, columns: this.#columns }
  }

  get text(): readonly string[] | undefined {
    return this.#text
  }

  /** Takes note of what the start of a source shows. */
  add(head: SourceHead): void {
    if (head.isEmpty !== true) this.head ??= head
    if (head.undecided !== undefined && head.undecided.length > 0) this.#undecided ??= head.undecided
    else if (head.undecided === undefined && head.isEmpty !== true && 'choice' in head.format)
      this.setText(head.format.choice.text)
  }

  setText(text: readonly string[]): void {
    this.#text ??= text
  }

  /** @throws NearsameError TEXT_FIELD if no record has shown the text */
  checkDecided(): void {
    if (this.#text === undefined && this.#undecided !== undefined)
      throw this.named(noTextField(this.#undecided))
  }

  /** The error of a source, in the names of the options of its side. */
  named(error: unknown): unknown {
    return this.isAgainst && isNearsameError(error) ? ofAgainst(error) : error
  }
}

/** An error about the other side, in the names of its options. */
export function ofAgainst({ code, parts }: NearsameError): NearsameError {
  return new NearsameError(code, {
    ...parts,
    expected: inAgainst(parts.expected),
    fix: inAgainst(parts.fix),
  })
}
