/**
 * Extraction: from the bytes of a record in kernel memory to its raw decoded text in kernel memory.
 *
 * The kernel reads JSON lines whose wanted fields are plain names, without making a string; every other record, and
 * every record that the kernel refuses, goes through its `RecordReader`, which decides and writes the error. Texts of
 * tables are where their rows say.
 */
import { isBlankUtf8, nullText } from '../../../ground/blank-text.ts'
import { isNearsameError, type NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { urlTextOf } from '../../../methods/contract/page-url.ts'
import { encodeText } from '../../../texts/text/text-bytes.ts'
import type { Workspace } from '../../../texts/workspace/workspace.ts'
import type { SourceFormat } from '../../formats/format.ts'
import { readerOf } from '../../formats/formats.ts'
import type { ParsedRecord, RecordReader } from '../../formats/record-format.ts'
import { RowFields } from './row-fields.ts'
import type { Lines, TextRange } from './text-range.ts'
import type { WantedKeys } from './wanted-keys.ts'

export type TextFilter = (text: Uint8Array) => Uint8Array

/** What the options say of texts. */
export interface TextRules {
  /** Applied to the decoded text, for `html`. */
  readonly filter: TextFilter | undefined
  /** Texts that count as null, beside blank ones. */
  readonly nullTexts: readonly Buffer[]
  /** The field whose value stands for a missing text; '' for none. */
  readonly urlField: string
}

/**
 * Names that the kernel looks for in a source of this format; none if the kernel cannot read it. A field wanted twice
 * would make texts longer than their records, for which the kernel has no room.
 */
export function kernelKeys(format: SourceFormat): readonly string[] {
  if (!('choice' in format) || 'header' in format || format.encoding !== undefined) return []
  const { id, text } = format.choice
  const isServed = new Set(text).size === text.length && ![...text, id].some(name => name.includes('.'))
  return isServed ? [...text, id] : []
}

const plainTexts: TextRules = { filter: undefined, nullTexts: [], urlField: '' }

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export class Extractor {
  readonly format: RecordReader
  readonly #space: Workspace
  readonly #keys: WantedKeys
  readonly #textFields: number
  readonly #rows: RowFields | undefined
  readonly #filter: TextFilter | undefined
  readonly #nullTexts: readonly Buffer[]
  readonly #urlField: string

  constructor(
    space: Workspace,
    wanted: WantedKeys,
    spec: SourceFormat,
    { filter, nullTexts, urlField }: TextRules = plainTexts,
  ) {
    this.#nullTexts = nullTexts
    this.#urlField = urlField
    this.#space = space
    this.#keys = wanted
    this.format = readerOf(spec)
    this.#filter = filter
    const keys = kernelKeys(spec)
    this.#rows = 'columns' in spec ? RowFields.of(space, spec) : undefined
    const isKnown =
      this.#rows === undefined && keys.length > 0 && keys.join('\n') === wanted.names.join('\n')
    this.#textFields = 'choice' in spec && isKnown ? spec.choice.text.length : 0
  }

  /**
   * Sets `range` to the text of the record at [from, to): in place, or decoded at `out`.
   * The caller has reserved to - from + 64 bytes at `out`.
   *
   * @returns undefined, or the error of the record
   */
  text(from: number, to: number, out: number, range: TextRange): NearsameError | undefined {
    const error = this.#text(from, to, out, range)
    const isMissing =
      error === undefined ? this.isNull(range.from, range.to) : error.code === 'TEXT_MISSING'
    if (!isMissing) return error
    const url = this.#urlText(from, to)
    if (url === undefined) return error ?? nullText()
    this.#put(encodeText(url), out, range)
    return undefined
  }

  /** What stands for the missing text of a record, whose other values are right. */
  #urlText(from: number, to: number): string | undefined {
    if (this.#urlField === '') return undefined
    const fields = this.format.fields(this.#space.bytes.slice(from, to))
    return fields && urlTextOf(fields, this.#urlField)
  }

  /** Whether the text at [from, to) counts as null. */
  isNull(from: number, to: number): boolean {
    const { bytes } = this.#space
    if (isBlankUtf8(bytes, from, to)) return true
    for (const text of this.#nullTexts)
      if (text.length === to - from && text.equals(bytes.subarray(from, to))) return true
    return false
  }

  #text(from: number, to: number, out: number, range: TextRange): NearsameError | undefined {
    if (this.#fastText(from, to, out, range)) {
      if (this.#filter === undefined) return undefined
      this.#put(this.#filter(this.#space.bytes.subarray(range.from, range.to)), out, range)
      return undefined
    }
    const parsed = this.parse(from, to)
    if (isNearsameError(parsed)) return parsed
    this.#put(this.#filter === undefined ? parsed.text : this.#filter(parsed.text), out, range)
    return undefined
  }

  /** Puts a text at `out`. @param text may be a view of kernel memory */
  #put(text: Uint8Array, out: number, range: TextRange): void {
    const end = out + text.length + 64
    let bytes = text
    // Earlier texts may have been longer than their records and have used this room.
    if (end > this.#space.bytes.length) {
      bytes = text.slice() // growing detaches a view
      this.#space.reserve(end)
    }
    this.#space.bytes.set(bytes, out)
    range.from = out
    range.to = out + text.length
    range.free = range.to + 64
  }

  /**
   * Texts of lines as the kernel finds them, record after record, up to the first that needs `text`; none for several
   * fields, other formats, a filter or a field for missing texts. Decoded ones are put at `out`, as `text` does.
   *
   * @param texts address for u32 {from, to} of each, then the first free address; the 64 bytes after it may be
   *   overwritten
   * @returns the number of records taken
   */
  texts({ bounds, count }: Lines, out: number, texts: number): number {
    if (this.#filter !== undefined || this.#urlField !== '') return 0
    if (this.#rows !== undefined) return this.#rows.texts({ bounds, count }, out, texts)
    if (this.#textFields !== 1) return 0
    const { at, names } = this.#keys
    return this.#space.kernels.jsonTexts(bounds, count, at, names.length, out, texts)
  }

  /**
   * The id of the record at [from, to), null if it has none; needs no parse of the record if the id is a plain string
   * or an integer.
   *
   * @returns undefined if the caller must parse the record
   */
  id(from: number, to: number): string | number | null | undefined {
    if (this.#rows !== undefined) return this.#rows.id(from)
    const { bytes, words } = this.#space
    if (this.#textFields === 0 || this.#keys.names.length !== this.#textFields + 1) return undefined
    if (!this.#find(from, to)) return undefined
    const at = this.#keys.resultAt / 4 + 3 * this.#textFields
    const [type, valueFrom, valueTo] = words.subarray(at, at + 3)
    if (type === 0 || type === 3) return null
    if (type === 1) return decoder.decode(bytes.subarray(valueFrom, valueTo))
    if (type !== 4 || valueTo - valueFrom > 15) return undefined
    const digits = decoder.decode(bytes.subarray(valueFrom, valueTo))
    return /^(0|-?[1-9]\d*)$/.test(digits) ? Number(digits) : undefined
  }

  /** The record's values, or its error. */
  parse(from: number, to: number): ParsedRecord | NearsameError {
    try {
      return this.format.parse(this.#space.bytes.subarray(from, to))
    } catch (error) {
      if (isNearsameError(error)) return error
      throw error
    }
  }

  /** @returns false if the format must read the record itself */
  #fastText(from: number, to: number, out: number, range: TextRange): boolean {
    if (this.#rows !== undefined) return this.#rows.text(from, to, out, range)
    const { textLength } = this.format
    if (textLength !== undefined) {
      range.free = out
      return this.#plainText(from, to, textLength, range)
    }
    if (this.#textFields === 0 || !this.#find(from, to)) return false
    const { kernels, words } = this.#space
    const result = this.#keys.resultAt / 4
    if (this.#textFields === 1) {
      const type = words[result]
      if (type === 1) {
        range.from = words[result + 1]
        range.to = words[result + 2]
        range.free = out
        return true
      }
      if (type !== 2) return false
      range.from = out
      range.to = kernels.unescapeJson(words[result + 1], words[result + 2], out)
      range.free = range.to + 64
      return true
    }
    return this.#joinTexts(out, range)
  }

  /** The text of a record that is one, where it is. */
  #plainText(
    from: number,
    to: number,
    textLength: (record: Uint8Array) => number,
    range: TextRange,
  ): boolean {
    const record = this.#space.bytes.subarray(from, to)
    if (record.includes(0) || this.#space.kernels.validUtf8(from, to) < to) return false
    range.from = from
    range.to = from + textLength(record)
    return true
  }

  /** Whether the kernel accepts the record; its results are at `resultAt` of the keys. */
  #find(from: number, to: number): boolean {
    const { at, names, resultAt } = this.#keys
    return this.#space.kernels.jsonRecord(from, to, at, names.length, resultAt) === 0
  }

  /** Several fields: decodes the present ones one after the other, with a line feed between them. */
  #joinTexts(out: number, range: TextRange): boolean {
    const { kernels, words, bytes } = this.#space
    let end = out
    let found = 0
    for (let i = 0; i < this.#textFields; i++) {
      const [type, valueFrom, valueTo] = words.subarray(this.#keys.resultAt / 4 + 3 * i)
      if (type === 0 || type === 3) continue
      if (type === 4) return false
      if (found++ > 0) bytes[end++] = 10
      end = kernels.unescapeJson(valueFrom, valueTo, end)
    }
    range.from = out
    range.to = end
    range.free = end + 64
    return found > 0
  }
}
