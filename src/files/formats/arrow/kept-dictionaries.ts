/**
 * Dictionaries of kept batches: those of one file stay as they are. A stream may replace one, and every file has its
 * own; a file cannot replace one, so values that are new go behind those before, and indices move.
 *
 *     first file   a b c        second file   c d        output   a b c ┊ c d      its index 1 becomes 4
 */
import { createHash } from 'node:crypto'
import { ArrowDamage, arrowSchema } from './arrow-error.ts'
import { type ArrowColumn, isValid } from './batch.ts'
import type { FlatTable } from './flatbuffer.ts'
import { integerAt, lacking } from './print-json.ts'
import type { ArrowField } from './schema.ts'

/** Values of a dictionary that came together: their number, and that of the first of them. */
interface Values {
  readonly from: number
  readonly count: number
}

/** By dictionary, its values in the output, by the hash of their bytes. */
export type WrittenDictionaries = Map<number, Map<string, Values>>

export class KeptDictionaries {
  readonly #name: string
  readonly #written: WrittenDictionaries
  /** By dictionary, the values of this file, in order. */
  readonly #read = new Map<number, Values[]>()

  /** @param name of the file in messages @param written of the files before, which grows */
  constructor(name: string, written: WrittenDictionaries) {
    this.#name = name
    this.#written = written
  }

  /**
   * Adds values.
   *
   * @param header their batch
   * @returns whether the output has others before them; undefined if it has these
   */
  add(id: number, header: FlatTable, body: Buffer, isDelta: boolean): boolean | undefined {
    const count = header.long(0)
    if (count < 0) throw new ArrowDamage(`a dictionary of ${count} values`)
    const hash = createHash('sha256').update(header.structs(1, 16)).update(header.structs(2, 16))
    const key = hash.update(body).digest('base64')
    const written = this.#written.get(id) ?? new Map<string, Values>()
    this.#written.set(id, written)
    const known = written.get(key)
    const values = known ?? { from: endOf([...written.values()]), count }
    written.set(key, values)
    const read = isDelta ? (this.#read.get(id) ?? []) : []
    this.#read.set(id, [...read, values])
    return known === undefined ? written.size > 1 : undefined
  }

  /** Whether this file has values of a dictionary. */
  has(id: number): boolean {
    return this.#read.has(id)
  }

  /** Whether all values of a dictionary have the numbers that they have in this file. */
  isUnmoved(id: number): boolean {
    let from = 0
    for (const values of this.#read.get(id) ?? []) {
      if (values.from !== from) return false
      from += values.count
    }
    return true
  }

  /** The indices of a column, those of nulls as zeros. @throws NearsameError ARROW_SCHEMA if the output has too many */
  indicesOf({ id, index }: NonNullable<ArrowField['dictionary']>, column: ArrowColumn): Buffer {
    const read = this.#read.get(id) ?? []
    const indexOf = integerAt(index, column.data)
    const { size, isSigned } = index
    const most = 2 ** (8 * size - (isSigned ? 1 : 0)) - 1
    const moved = Buffer.alloc(size * column.length)
    for (let place = 0; place < column.length; place++) {
      if (!isValid(column, place)) continue
      const found = movedIndex(read, Number(indexOf(place)))
      if (found === undefined) lacking(id)
      if (found > most)
        throw arrowSchema(
          `more than ${most + 1} values of a dictionary, for all that its indices can name`,
          this.#name,
          'name the kept records .jsonl or .parquet, or write the column without a dictionary',
          'dictionaries that go into one file',
        )
      if (size === 8) moved.writeBigInt64LE(BigInt(found), 8 * place)
      else moved.writeUIntLE(found, size * place, size)
    }
    return moved
  }
}

function movedIndex(read: readonly Values[], index: number): number | undefined {
  let left = index
  for (const { from, count } of read) {
    if (left >= 0 && left < count) return from + left
    left -= count
  }
  return undefined
}

function endOf(values: readonly Values[]): number {
  return values.reduce((end, { from, count }) => Math.max(end, from + count), 0)
}
