/** Row fields: the texts and ids of rows of a table (`formats/table/`) in kernel memory, where they are plain. */
import { isUtf8 } from 'node:buffer'
import { decodeText } from '../../../texts/text/text-bytes.ts'
import type { Workspace } from '../../../texts/workspace/workspace.ts'
import type { TableFormat } from '../../formats/format.ts'
import { lengthAt, rowValueAt, textKind, valueHead } from '../../formats/table/row-values.ts'
import type { Lines, TextRange } from './text-range.ts'

export class RowFields {
  readonly #space: Workspace
  /** Numbers of columns; of the id -1 if there is none. */
  readonly #texts: readonly number[]
  readonly #id: number

  private constructor(space: Workspace, texts: readonly number[], id: number) {
    this.#space = space
    this.#texts = texts
    this.#id = id
  }

  /** Undefined if a field is a path into a column, or a text is wanted twice. */
  static of(space: Workspace, { choice, columns }: TableFormat): RowFields | undefined {
    const { id, text } = choice
    const isServed = [...text, id].every(name => columns.includes(name) || !name.includes('.'))
    if (!isServed || new Set(text).size < text.length) return undefined
    const place = (name: string) => columns.lastIndexOf(name)
    return new RowFields(
      space,
      text.map(place).filter(column => column >= 0),
      place(id),
    )
  }

  /** As `Extractor.texts`. */
  texts({ bounds, count }: Lines, out: number, texts: number): number {
    if (this.#texts.length !== 1) return 0
    const [column] = this.#texts
    const { bytes, words } = this.#space
    let found = 0
    for (; found < count; found++) {
      const from = words[bounds / 4 + found]
      const at = rowValueAt(bytes, from, column)
      if (bytes[at] !== textKind || !isUtf8(bytes.subarray(from, words[bounds / 4 + found + 1]))) break
      words[texts / 4 + 2 * found] = at + valueHead
      words[texts / 4 + 2 * found + 1] = at + valueHead + lengthAt(bytes, at + 1)
    }
    words[texts / 4 + 2 * found] = out
    return found
  }

  /** Sets `range` to the text of a row, as `Extractor.text` does. @returns false if the format must read the row */
  text(from: number, to: number, out: number, range: TextRange): boolean {
    const { bytes } = this.#space
    if (this.#texts.length === 0 || !isUtf8(bytes.subarray(from, to))) return false
    let end = out
    for (const column of this.#texts) {
      const at = rowValueAt(bytes, from, column)
      const start = at + valueHead
      range.from = start
      range.to = start + lengthAt(bytes, at + 1)
      range.free = out
      if (bytes[at] !== textKind) {
        if (bytes[start] === nullStart && this.#texts.length > 1) continue
        return false
      }
      if (this.#texts.length === 1) return true
      if (end > out) bytes[end++] = 10
      else if (range.from === range.to) return false // an empty text that others may follow
      bytes.copyWithin(end, range.from, range.to)
      end += range.to - range.from
    }
    range.from = out
    range.to = end
    range.free = end + 64
    return end > out
  }

  /** As `Extractor.id`; integers have no other form than the shortest. */
  id(from: number): string | number | null | undefined {
    if (this.#id < 0) return null
    const { bytes } = this.#space
    const at = rowValueAt(bytes, from, this.#id)
    const start = at + valueHead
    const length = lengthAt(bytes, at + 1)
    const value = () => decodeText(bytes.subarray(start, start + length))
    if (bytes[at] === textKind) return value()
    if (bytes[start] === nullStart) return null
    return length <= 15 && /^-?\d+$/.test(value()) ? Number(value()) : undefined
  }
}

/** The first byte of null, and of no other JSON. */
const nullStart = 0x6e
