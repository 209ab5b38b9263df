/**
 * Extraction: from the bytes of a record in kernel memory to its raw decoded text in kernel memory.
 *
 * JSON lines whose wanted fields are plain names take the kernel's way, without a string being made; every
 * other record, and every record that the kernel refuses, goes through its `RecordFormat`, which has the last word
 * and the words for the error.
 */
import { isNearsameError, type NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Workspace } from '../../texts/workspace/workspace.ts'
import { type FormatSpec, recordFormat } from '../formats/formats.ts'
import type { ParsedRecord, RecordFormat } from '../formats/record-format.ts'
import type { WantedKeys } from './wanted-keys.ts'

/** Where a text lies; `free` is the first address after what was written for it. */
export interface TextRange {
  from: number
  to: number
  free: number
}

/** Records in kernel memory, one behind the other between `count` + 1 addresses (u32) at `bounds`. */
interface Lines {
  readonly bounds: number
  readonly count: number
}

export type TextFilter = (text: Uint8Array) => Uint8Array

/**
 * Names that the kernel looks for in a source of this format; none: the kernel cannot serve it. A field that is wanted
 * twice makes texts longer than their records, for which the kernel has no room.
 */
export function kernelKeys(format: FormatSpec): readonly string[] {
  if (format.name !== 'jsonl') return []
  const { id, text } = format.choice
  const isServed = new Set(text).size === text.length && ![...text, id].some(name => name.includes('.'))
  return isServed ? [...text, id] : []
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export class Extractor {
  readonly format: RecordFormat
  readonly #space: Workspace
  readonly #keys: WantedKeys
  readonly #textFields: number
  readonly #filter: TextFilter | undefined

  /** @param filter applied to the decoded text, for `html` */
  constructor(space: Workspace, wanted: WantedKeys, spec: FormatSpec, filter?: TextFilter) {
    this.#space = space
    this.#keys = wanted
    this.format = recordFormat(spec)
    this.#filter = filter
    const keys = kernelKeys(spec)
    const isKnown = keys.length > 0 && keys.join('\n') === wanted.names.join('\n')
    this.#textFields = 'choice' in spec && isKnown ? spec.choice.text.length : 0
  }

  /**
   * Puts the text of the record at [from, to) into `range`: where it stands, or decoded at `out`.
   * The caller has reserved to - from + 64 bytes at `out`.
   *
   * @returns undefined, or what is wrong with the record
   */
  text(from: number, to: number, out: number, range: TextRange): NearsameError | undefined {
    if (this.#textFields > 0 && this.#fastText(from, to, out, range)) {
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
    // Texts before this one may have been longer than their records, and taken its room.
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
   * Texts of lines as the kernel finds them, record after record, until one that `text` must see; of several fields, of
   * other formats and of texts to be filtered there are none. Decoded ones stand at `out`, as `text` puts them.
   *
   * @param texts where u32 {from, to} of each goes, and behind them the first address that is free; 64 bytes there
   *   may be written over
   * @returns how many were taken
   */
  texts({ bounds, count }: Lines, out: number, texts: number): number {
    if (this.#textFields !== 1 || this.#filter !== undefined) return 0
    const { at, names } = this.#keys
    return this.#space.kernels.jsonTexts(bounds, count, at, names.length, out, texts)
  }

  /**
   * The id of the record at [from, to), null when it has none: without parsing the record where the id is a plain
   * string or a whole number.
   *
   * @returns undefined when the record must be parsed for it
   */
  id(from: number, to: number): string | number | null | undefined {
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

  /** The record's values, or what is wrong with it. */
  parse(from: number, to: number): ParsedRecord | NearsameError {
    try {
      return this.format.parse(this.#space.bytes.subarray(from, to))
    } catch (error) {
      if (isNearsameError(error)) return error
      throw error
    }
  }

  /** @returns false when the format must look at the record itself */
  #fastText(from: number, to: number, out: number, range: TextRange): boolean {
    if (!this.#find(from, to)) return false
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

  /** Whether the kernel takes the record; what it finds is at `resultAt` of the keys. */
  #find(from: number, to: number): boolean {
    const { at, names, resultAt } = this.#keys
    return this.#space.kernels.jsonRecord(from, to, at, names.length, resultAt) === 0
  }

  /** Several fields: the present ones decoded one behind the other, a line feed between them. */
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
