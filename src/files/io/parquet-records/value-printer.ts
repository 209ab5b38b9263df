/**
 * Value printer: the value of a column in the next row as JSON, whatever its nesting, from the levels of its leaves.
 *
 *     optional    definition level below its own: null
 *     repeated    below its own: empty; else elements, as long as the next entry repeats at its level
 *
 * The first leaf below a list or struct says whether it is there; the others must agree.
 *
 * Source: Apache Parquet format 2.11, "Nested Encoding", and "Nested Types" in LogicalTypes.md.
 */
import type { SchemaTree } from 'hyparquet'
import type { readerInside } from '../parquet/parquet-inside.ts'
import type { LeafCursor } from './leaf-cursor.ts'
import { jsonLatin1, leafPrinter } from './parquet-json.ts'

/** Prints the value in the next row, and passes its entries. */
type ValuePrinter = () => string

type Shapes = Pick<Awaited<ReturnType<typeof readerInside>>, 'isListLike' | 'isMapLike'>

/** Levels from which entries belong to a node. */
interface Levels {
  readonly definition: number
  readonly repetition: number
}

/** @param cursors those of the leaves below, in order */
export function valuePrinter(
  column: SchemaTree,
  cursors: readonly LeafCursor[],
  shapes: Shapes,
): ValuePrinter {
  return new ColumnPrinter(cursors, shapes).of(column)
}

/** Makes the printers of the nodes of a column, in the order of its leaves. */
class ColumnPrinter {
  readonly #cursors: readonly LeafCursor[]
  readonly #shapes: Shapes
  /** Leaves whose printers are made. */
  #leaf = 0

  constructor(cursors: readonly LeafCursor[], shapes: Shapes) {
    this.#cursors = cursors
    this.#shapes = shapes
  }

  of(column: SchemaTree): ValuePrinter {
    return this.#printerOf(column, { definition: 0, repetition: 0 })
  }

  #printerOf(node: SchemaTree, above: Levels): ValuePrinter {
    const { repetition_type: repetition } = node.element
    if (repetition === 'REPEATED') return this.#listPrinter(node, above)
    if (repetition !== 'OPTIONAL') return this.#innerPrinter(node, above)
    const own = { ...above, definition: above.definition + 1 }
    const from = this.#leaf
    const print = this.#innerPrinter(node, own)
    return node.children.length === 0
      ? print
      : unlessAbsent('null', this.#cursors.slice(from, this.#leaf), own, print)
  }

  /** Of a node that is there. */
  #innerPrinter(node: SchemaTree, own: Levels): ValuePrinter {
    if (node.children.length === 0) return leafValue(this.#cursors[this.#leaf++], leafPrinter(node.element))
    const [repeated] = node.children
    if (this.#shapes.isListLike(node))
      return this.#listPrinter(repeated, own, repeated.children.length === 1)
    if (this.#shapes.isMapLike(node)) return this.#listPrinter(repeated, own, false, true)
    return this.#structPrinter(node, own)
  }

  /** @param isAround whether the repeated node is one around the elements; `isMap`: around keys and values */
  #listPrinter(repeated: SchemaTree, above: Levels, isAround = false, isMap = false): ValuePrinter {
    const own = { definition: above.definition + 1, repetition: above.repetition + 1 }
    const from = this.#leaf
    const print = isMap
      ? this.#pairPrinter(repeated, own)
      : isAround
        ? this.#printerOf(repeated.children[0], own)
        : this.#innerPrinter(repeated, own)
    const below = this.#cursors.slice(from, this.#leaf)
    const elements = () => {
      const printed = [print()]
      for (; below[0].repetition === own.repetition; printed.push(print()))
        for (const cursor of below) if (cursor.repetition !== own.repetition) throw unlike()
      const all = printed.join(',')
      return isMap ? `{${all}}` : `[${all}]`
    }
    return unlessAbsent(isMap ? '{}' : '[]', below, own, elements)
  }

  #pairPrinter({ children: [key, value] }: SchemaTree, own: Levels): ValuePrinter {
    const [printKey, printValue] = [this.#printerOf(key, own), this.#printerOf(value, own)]
    return () => {
      const name = printKey()
      return `${name.startsWith('"') ? name : `"${name}"`}:${printValue()}`
    }
  }

  #structPrinter({ children }: SchemaTree, own: Levels): ValuePrinter {
    const fields = children.map(child => ({
      key: jsonLatin1(child.element.name),
      print: this.#printerOf(child, own),
    }))
    return () => `{${fields.map(({ key, print }) => `${key}:${print()}`).join(',')}}`
  }
}

function leafValue(cursor: LeafCursor, print: ReturnType<typeof leafPrinter>): ValuePrinter {
  return () => (cursor.take() ? print(cursor.found) : 'null')
}

function unlessAbsent(
  absent: string,
  below: readonly LeafCursor[],
  { definition }: Levels,
  print: ValuePrinter,
): ValuePrinter {
  return () => {
    if (below[0].definition >= definition) return print()
    for (const cursor of below) cursor.skip(definition - 1)
    return absent
  }
}

function unlike(): Error {
  return new Error('lists of different lengths in one column')
}
