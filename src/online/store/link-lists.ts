/** Link lists: the links of each document, as linked lists in columns that reuse freed nodes. */
import { NumberColumn } from '../../ground/lists/growing-lists.ts'
import type { ClusterLink } from './store.ts'

export class LinkLists {
  /** First node of a document's list; a node is a number from 1. */
  readonly #first = new NumberColumn(Uint32Array)
  readonly #other = new NumberColumn(Uint32Array)
  readonly #next = new NumberColumn(Uint32Array)
  #free = 0
  #nodes = 0

  add({ a, b }: ClusterLink): void {
    this.#push(a, b)
    this.#push(b, a)
  }

  remove({ a, b }: ClusterLink): void {
    this.#drop(a, b)
    this.#drop(b, a)
  }

  /** Removes all links of a document. */
  removeAll(document: number): void {
    for (const other of this.othersOf(document)) this.remove({ a: document, b: other })
  }

  othersOf(document: number): number[] {
    const found: number[] = []
    for (let node = this.#first.get(document); node !== 0; node = this.#next.get(node)) {
      found.push(this.#other.get(node))
    }
    return found
  }

  /** All links that touch these documents, each once, ordered by (a, b). */
  of(documents: readonly number[]): ClusterLink[] {
    const wanted = new Set(documents)
    const found: ClusterLink[] = []
    for (const document of wanted) {
      for (const other of this.othersOf(document)) {
        // A link of two wanted documents comes up twice; take it at its lower end.
        if (other < document && wanted.has(other)) continue
        found.push({ a: Math.min(document, other), b: Math.max(document, other) })
      }
    }
    return found.sort((x, y) => x.a - y.a || x.b - y.b)
  }

  #push(document: number, other: number): void {
    const node = this.#free === 0 ? ++this.#nodes : this.#free
    if (node === this.#free) this.#free = this.#next.get(node)
    this.#other.set(node, other)
    this.#next.set(node, this.#first.get(document))
    this.#first.set(document, node)
  }

  #drop(document: number, other: number): void {
    let before = 0
    for (let node = this.#first.get(document); node !== 0; node = this.#next.get(node)) {
      if (this.#other.get(node) === other) {
        if (before === 0) this.#first.set(document, this.#next.get(node))
        else this.#next.set(before, this.#next.get(node))
        this.#next.set(node, this.#free)
        this.#free = node
        return
      }
      before = node
    }
  }
}
