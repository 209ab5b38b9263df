/**
 * Item rows: where whole items stand in documents, without the common ones.
 *
 * An item is common if it stands in at least ten documents and in more than a share of all: "yes" is no leak, a
 * question of six words is. Copies of an item that overlap or touch at equal distances are one passage, whose period
 * this is.
 */
import { WordList } from '../../ground/lists/growing-lists.ts'
import type { PassageRows } from './passage-rows.ts'

/** Documents in which an item stands at least, to be common. */
const fewestDocuments = 10

/** Copies of an item in a document, the last of which begins at `last`. */
interface Copies {
  readonly from: number
  last: number
  readonly item: number
  readonly length: number
  period: number
}

export class ItemRows {
  /** [passages] five numbers: place, length, place of the item, its length, period. */
  readonly #rows = new WordList()
  /** Documents that have an item, by its place. */
  readonly #documents = new Map<number, number>()
  #count = 0

  /** Adds the next document. @param found three numbers for each copy: its token, the place of the item, its length */
  add(start: number, found: ArrayLike<number>): void {
    this.#count++
    const open = new Map<number, Copies>()
    // Copies of one item come in the order of the text.
    for (let i = 0; i < found.length; i += 3) {
      const [at, item, length] = [start + found[i], found[i + 1], found[i + 2]]
      const copies = open.get(item)
      const distance = copies === undefined ? 0 : at - copies.last
      if (copies !== undefined && distance <= length && [0, distance].includes(copies.period)) {
        copies.period = distance
        copies.last = at
        continue
      }
      if (copies !== undefined) this.#push(copies)
      open.set(item, { from: at, last: at, item, length, period: 0 })
    }
    for (const [item, copies] of open) {
      this.#push(copies)
      this.#documents.set(item, (this.#documents.get(item) ?? 0) + 1)
    }
  }

  #push({ from, last, item, length, period }: Copies): void {
    for (const value of [from, last + length - from, item, length, period]) this.#rows.push(value)
  }

  /** Documents that have each common item, by its place. @param share of all documents */
  commonItems(share: number): Map<number, number> {
    const isCommon = (documents: number) => documents >= fewestDocuments && documents > share * this.#count
    return new Map([...this.#documents].filter(([, documents]) => isCommon(documents)))
  }

  /** The passages, in no order. @param common items whose places are left out */
  finish(common: ReadonlyMap<number, number>): PassageRows {
    const all = this.#rows.taken()
    const starts = Uint32Array.from({ length: all.length / 5 }, (_, i) => 5 * i).filter(
      i => !common.has(all[i + 2]),
    )
    const column = (offset: number) => starts.map(i => all[i + offset])
    return {
      count: starts.length,
      ...{ at: column(0), length: column(1), first: column(2), copied: column(3), period: column(4) },
    }
  }
}
