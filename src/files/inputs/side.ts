/**
 * A side of a run: inputs whose records have the same fields. `match` has two, every other job has one.
 *
 * The starts of its inputs show which field holds the text (`shown-fields.ts`). The other side of `match` takes the
 * fields of A if it has one of them, else it shows its own.
 */
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { areColumns } from '../../ground/json/column-fields.ts'
import { type InputFormat, type InputOptions, inAgainst } from '../../ground/options/input-options.ts'
import { formats } from '../formats/formats.ts'
import { noTextColumn } from '../formats/no-text-field.ts'
import type { TextlessRecords } from '../formats/warc/textless.ts'
import type { HeadOptions, SourceHead } from './beginning.ts'
import { type ColumnMap, checkMapped, namesInB } from './column-map.ts'
import type { Input } from './resolve/input.ts'
import { ShownFields } from './shown-fields.ts'

interface OtherSide {
  readonly side: Side
  /** Names of this side for columns of that. */
  readonly map: ColumnMap
}

/** What the job says of the fields. */
export interface SideRules {
  /** Whether the method reads the fields of a record one by one. */
  readonly columns: boolean
  /** Whether an error may offer the method that does. */
  readonly offersRecords: boolean
  /** The text fields that an earlier run found. */
  readonly known?: readonly string[] | undefined
}

export class Side {
  /** The first source with a head that shows fields. */
  head: SourceHead | undefined
  readonly isAgainst: boolean
  readonly textless: TextlessRecords = new Map()
  readonly given: InputOptions
  readonly #rules: SideRules
  readonly #other: OtherSide | undefined
  #text: readonly string[] | undefined
  #shown: ShownFields | undefined
  /** Those of the last source: the next one is nearly always in the same encoding. */
  #options: HeadOptions | undefined

  /** @param other the side before it */
  constructor(given: InputOptions, rules: SideRules, other?: OtherSide) {
    this.given = given
    this.#rules = rules
    this.#other = other
    this.#text = rules.known
    this.isAgainst = other !== undefined
  }

  /** The input options, with the text fields, for a source in this encoding. REQUIRES: `decide` */
  optionsIn(encoding: string): HeadOptions {
    if (this.#options?.encoding === encoding) return this.#options
    const columns = areColumns({ text: this.given.text, columns: this.#rules.columns })
    this.#options = { ...this.given, encoding, text: this.text, needsText: true, map: this.#map, columns }
    return this.#options
  }

  /** REQUIRES: `decide` */
  get text(): readonly string[] {
    return this.#text ?? ['text']
  }

  /** The text fields, if the records have shown them. */
  get guessed(): readonly string[] | undefined {
    return this.given.text === undefined && this.#shown !== undefined && this.#shown.names.size > 0
      ? this.#text
      : undefined
  }

  get isDecided(): boolean {
    return this.#text !== undefined
  }

  get #map(): ColumnMap {
    return this.#other?.map ?? new Map()
  }

  /** Text fields of the side before it, by their names in this one. */
  get #preferred(): readonly string[] {
    return namesInB(this.#map, this.#other?.side.text ?? [])
  }

  /** Text fields that the options name; undefined if records must show them. */
  get #named(): readonly string[] | undefined {
    const { text } = this.given
    if (text === undefined) return undefined
    if (this.#map.size > 0) return this.#preferred
    return areColumns({ text, columns: false }) ? undefined : text
  }

  /** What the starts of its inputs have shown so far. REQUIRES: the side before it is decided */
  get shown(): ShownFields {
    const { text, id } = this.given
    const { columns } = this.#rules
    this.#shown ??= new ShownFields({ text, id, preferred: this.#preferred, columns })
    return this.#shown
  }

  /** Whether no other start is needed to decide. */
  isEnough(format: InputFormat): boolean {
    if (!formats[format].showsFields) return true
    const named = this.#named
    if (this.#map.size > 0) return false
    if (named === undefined) return this.shown.isEnough
    return !formats[format].hasSchema || this.shown.hasOneOf(named)
  }

  /**
   * Decides which fields hold the text.
   *
   * @param first the first input
   * @throws NearsameError TEXT_FIELD, OPTION_VALUE
   */
  decide({ name, format }: Pick<Input, 'name' | 'format'>): void {
    const { names } = this.shown
    const named = this.#named
    if (names.size > 0) checkMapped(this.#map, [...names], name)
    const isShown = formats[format].hasSchema && names.size > 0 // a stream shows its schema with its rows
    if (named !== undefined && isShown && !this.shown.hasOneOf(named))
      throw noTextColumn(named, [...names], name)
    this.#text = named ?? this.shown.textFields(this.#rules.offersRecords)
  }

  /** Takes note of the head of a source. */
  add(head: SourceHead): void {
    if (head.isEmpty !== true) this.head ??= head
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
