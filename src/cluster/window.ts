/**
 * Window: some documents that are decided together, and who among them shares a group with whom.
 *
 * Documents have places 0, 1, ... in visiting order. The groups met in the window get local numbers 0, 1, ...,
 * so that what is kept per group is small and forgotten with the window. Every (place, group) is a
 * membership; those of a group are chained, latest first:
 *
 *     local 0:  m7 (place 5) ─▶ m3 (place 2) ─▶ m0 (place 0)
 *
 * Ours: all of it. Cost: 12 bytes a membership, 4 bytes a group of the whole run.
 */
import type { Candidates } from './candidates.ts'
import { type IntList, resized } from './lists.ts'
import type { PairList } from './pair-list.ts'

/** Memberships that there is room for at first. */
const firstRoom = 1024

export class Window {
  readonly documents: Int32Array
  size = 0
  readonly candidates: Candidates
  /** Local groups. */
  groups = 0
  /** Membership m: its local group; longer than needed. */
  locals = new Int32Array(firstRoom)
  /** The memberships of place p are [starts[p], starts[p + 1]). */
  readonly starts: Int32Array
  /** Membership m: its place, the membership before it in the same group (-1: none). */
  #places = new Int32Array(firstRoom)
  #before = new Int32Array(firstRoom)
  /** Local group: its number in the run, its latest membership. */
  #numbers = new Int32Array(firstRoom)
  #latest = new Int32Array(firstRoom)
  readonly #localOf: Int32Array
  readonly #stamps: Int32Array
  readonly #meetings: Uint16Array
  #stamp = 0
  #isSealed = false

  /** @param localOf [groups + 1] all -1: windows that are never filled at once may share it */
  constructor(candidates: Candidates, capacity: number, localOf = noLocals(candidates)) {
    this.candidates = candidates
    this.documents = new Int32Array(capacity)
    this.starts = new Int32Array(capacity + 1)
    this.#localOf = localOf
    this.#stamps = new Int32Array(capacity)
    this.#meetings = new Uint16Array(capacity)
  }

  get isFull(): boolean {
    return this.size === this.documents.length
  }

  /** Takes a document in, unless it has too few groups for a candidate. @returns whether it did. */
  add(document: number): boolean {
    const { starts, numbers } = this.candidates
    const from = starts[document]
    const to = starts[document + 1]
    if (to - from < this.candidates.agree) return false
    const first = this.starts[this.size]
    if (first + to - from > this.locals.length) this.#grow(first + to - from)
    this.documents[this.size] = document
    for (let at = from, member = first; at < to; at++, member++) {
      const local = this.#localFor(numbers[at])
      this.#before[member] = this.#latest[local]
      this.#latest[local] = member
      this.locals[member] = local
      this.#places[member] = this.size
    }
    this.starts[++this.size] = first + to - from
    return true
  }

  /** Makes room for at least `least` memberships, and as many local groups. */
  #grow(least: number): void {
    const room = Math.max(least, 2 * this.locals.length)
    this.locals = resized(this.locals, room)
    this.#places = resized(this.#places, room)
    this.#before = resized(this.#before, room)
    this.#numbers = resized(this.#numbers, room)
    this.#latest = resized(this.#latest, room)
  }

  /** The local number of a group, a new one where it has none. */
  #localFor(group: number): number {
    const known = this.#localOf[group]
    if (known !== -1) return known
    const local = this.groups++
    this.#localOf[group] = local
    this.#numbers[local] = group
    this.#latest[local] = -1
    return local
  }

  /** Adds the pairs of the document at `place` with all later ones that share a group with it, in no useful order. */
  laterPairs(place: number, into: PairList): void {
    const { locals, documents } = this
    const latest = this.#latest
    const before = this.#before
    const places = this.#places
    const document = documents[place]
    this.#stamp++
    const end = this.starts[place + 1]
    for (let member = this.starts[place]; member < end; member++) {
      for (let at = latest[locals[member]]; at !== member; at = before[at]) {
        if (this.#isMet(places[at])) into.add(document, documents[places[at]])
      }
    }
  }

  /** Puts the places before `place` that share a group with it into `into`, each once, in no useful order. */
  earlierPlaces(place: number, into: IntList): void {
    into.length = 0
    this.#stamp++
    const end = this.starts[place + 1]
    for (let member = this.starts[place]; member < end; member++) {
      for (let at = this.#before[member]; at !== -1; at = this.#before[at]) {
        if (this.#isMet(this.#places[at])) into.push(this.#places[at])
      }
    }
  }

  /** Counts a meeting with a place. @returns whether it is the one that makes a candidate */
  #isMet(place: number): boolean {
    const met = this.#stamps[place] === this.#stamp ? this.#meetings[place] + 1 : 1
    this.#stamps[place] = this.#stamp
    this.#meetings[place] = met
    return met === this.candidates.agree
  }

  /** Takes no more documents in, so that another window over the same `localOf` may. */
  seal(): void {
    for (let local = 0; local < this.groups; local++) this.#localOf[this.#numbers[local]] = -1
    this.#isSealed = true
  }

  /** Forgets the documents. */
  clear(): void {
    if (!this.#isSealed) this.seal()
    this.#isSealed = false
    this.size = 0
    this.groups = 0
    this.#stamp = 0
    this.#stamps.fill(0)
  }
}

export function noLocals({ groups }: Candidates): Int32Array {
  return new Int32Array(groups + 1).fill(-1)
}
