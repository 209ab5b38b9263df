/**
 * Postings: the documents of each term, as a linked list through three flat arrays.
 *
 * A chain is in the order of the documents, the order of additions. Arrays double when full.
 */
import { withRoom } from '../../../ground/lists/growing-lists.ts'

const none = 0xffffffff

export class Postings {
  /** The end of a chain. */
  static readonly end = none
  /** The number of a term that no document has. */
  static readonly unknown = none

  // By posting; reread these fields after an `add`, which may replace the arrays.
  document = new Uint32Array(64)
  next = new Uint32Array(64)
  readonly #terms = new Map<string, number>()
  // By term.
  #first = new Uint32Array(64)
  #last = new Uint32Array(64)
  #count = new Uint32Array(64)
  #postings = 0

  /** The number of a term, or `Postings.unknown`. */
  numberOf(term: string): number {
    return this.#terms.get(term) ?? none
  }

  /** The number of documents with the term. */
  countOf(term: number): number {
    return term === none ? 0 : this.#count[term]
  }

  /** The first posting of the term, or `Postings.end`. */
  firstOf(term: number): number {
    return term === none ? none : this.#first[term]
  }

  /** Adds the terms of the next document. Returns the number of different ones. */
  add(terms: Iterable<string>, document: number): number {
    const before = this.#postings
    for (const term of terms) this.#addTerm(this.#known(term), document)
    return this.#postings - before
  }

  #known(text: string): number {
    const known = this.#terms.get(text)
    if (known !== undefined) return known
    const term = this.#terms.size
    this.#terms.set(text, term)
    this.#first = withRoom(this.#first, term + 1)
    this.#last = withRoom(this.#last, term + 1)
    this.#count = withRoom(this.#count, term + 1)
    this.#first[term] = none
    this.#last[term] = none
    return term
  }

  #addTerm(term: number, document: number): void {
    const last = this.#last[term]
    // If this document already has the term, its posting is the last of the chain.
    if (last !== none && this.document[last] === document) return
    const at = this.#postings++
    this.document = withRoom(this.document, at + 1)
    this.next = withRoom(this.next, at + 1)
    this.document[at] = document
    this.next[at] = none
    if (last === none) this.#first[term] = at
    else this.next[last] = at
    this.#last[term] = at
    this.#count[term]++
  }
}
