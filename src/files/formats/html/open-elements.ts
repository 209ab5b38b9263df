/**
 * Open elements: the stack of an HTML parser with its top first, in place of the parser's array.
 *
 * The parser of `htmlparser2` adds and removes at index 0 and searches from there, each of which costs the depth. Here
 * each costs O(1), so parsing is linear however deeply elements are nested.
 */
import type { Parser } from 'htmlparser2'

class TopFirst<T> {
  /** Bottom first. */
  readonly #items: T[] = []
  /** For each value, its indexes in `#items`, ascending. */
  readonly #places = new Map<T, number[]>()

  constructor(items: readonly T[]) {
    for (const item of items.toReversed()) this.unshift(item)
  }

  get length(): number {
    return this.#items.length
  }

  get 0(): T | undefined {
    return this.#items.at(-1)
  }

  unshift(item: T): void {
    const places = this.#places.get(item)
    if (places === undefined) this.#places.set(item, [this.#items.length])
    else places.push(this.#items.length)
    this.#items.push(item)
  }

  shift(): T | undefined {
    const item = this.#items.pop()
    if (item === undefined) return undefined
    const places = this.#places.get(item)
    places?.pop()
    if (places?.length === 0) this.#places.delete(item)
    return item
  }

  includes(item: T): boolean {
    return this.#places.has(item)
  }

  /** Distance from the top of the value nearest to it, or -1. */
  indexOf(item: T): number {
    const place = this.#places.get(item)?.at(-1)
    return place === undefined ? -1 : this.#items.length - 1 - place
  }
}

/** The members of a parser that its types keep private. */
interface Insides {
  stack: TopFirst<string>
  foreignContext: TopFirst<number>
  onend: () => void
}

/**
 * Makes the depth of elements cost a parser nothing. REQUIRES: nothing has been parsed; the parser is not reset.
 *
 * @param onClose called for each element still open at the end, inner ones first
 */
export function nestFreely(parser: Parser, onClose: (name: string) => void): void {
  const insides = parser as unknown as Insides
  const { stack, foreignContext } = parser as unknown as { stack: string[]; foreignContext: number[] }
  const open = new TopFirst(stack)
  insides.stack = open
  insides.foreignContext = new TopFirst(foreignContext)
  // The parser's own reads the array by index.
  insides.onend = () => {
    for (let name = open.shift(); name !== undefined; name = open.shift()) onClose(name)
  }
}
