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
import { IntList } from './lists.ts'

export class Window {
  readonly documents: Int32Array
  size = 0
  readonly candidates: Candidates
  /** Membership m: its local group, its place, the membership before it in the same group (-1: none). */
  readonly locals = new IntList()
  readonly places = new IntList()
  readonly before = new IntList()
  /** The memberships of place p are [starts[p], starts[p + 1]). */
  readonly starts: Int32Array
  /** Local group: its number in the run, its latest membership. */
  readonly groups = new IntList()
  readonly latest = new IntList()
  readonly #localOf: Int32Array
  readonly #row: Int32Array
  readonly #stamps: Int32Array
  readonly #meetings: Uint8Array
  #stamp = 0
  #isSealed = false

  /** @param localOf [groups + 1] all -1: windows that are never filled at once may share it */
  constructor(candidates: Candidates, capacity: number, localOf = noLocals(candidates)) {
    this.candidates = candidates
    this.documents = new Int32Array(capacity)
    this.starts = new Int32Array(capacity + 1)
    this.#localOf = localOf
    this.#row = new Int32Array(candidates.most)
    this.#stamps = new Int32Array(capacity)
    this.#meetings = new Uint8Array(capacity)
  }

  get isFull(): boolean {
    return this.size === this.documents.length
  }

  /** Takes a document in, unless it has no group and so no candidate. @returns whether it did. */
  add(document: number): boolean {
    const count = this.candidates.groupsOf(document, this.#row)
    if (count === 0) return false
    const place = this.size++
    this.documents[place] = document
    for (let at = 0; at < count; at++) {
      const group = this.#row[at]
      let local = this.#localOf[group]
      if (local === -1) {
        local = this.groups.length
        this.#localOf[group] = local
        this.groups.push(group)
        this.latest.push(-1)
      }
      this.before.push(this.latest.at(local))
      this.latest.values[local] = this.locals.length
      this.locals.push(local)
      this.places.push(place)
    }
    this.starts[place + 1] = this.locals.length
    return true
  }

  /** Puts the places after `place` that share a group with it into `into`, each once, in no useful order. */
  laterPlaces(place: number, into: IntList): void {
    this.#startList(into)
    const end = this.starts[place + 1]
    for (let member = this.starts[place]; member < end; member++) {
      const newest = this.latest.at(this.locals.at(member))
      for (let at = newest; at !== member; at = this.before.at(at)) this.#list(this.places.at(at), into)
    }
  }

  /** Puts the places before `place` that share a group with it into `into`, each once, in no useful order. */
  earlierPlaces(place: number, into: IntList): void {
    this.#startList(into)
    const end = this.starts[place + 1]
    for (let member = this.starts[place]; member < end; member++) {
      for (let at = this.before.at(member); at !== -1; at = this.before.at(at))
        this.#list(this.places.at(at), into)
    }
  }

  #startList(into: IntList): void {
    into.length = 0
    this.#stamp++
  }

  /** Counts a meeting with a place; the one that makes a candidate puts it into the list. */
  #list(place: number, into: IntList): void {
    if (this.#stamps[place] !== this.#stamp) {
      this.#stamps[place] = this.#stamp
      this.#meetings[place] = 0
    }
    if (++this.#meetings[place] === this.candidates.agree) into.push(place)
  }

  /** Takes no more documents in, so that another window over the same `localOf` may. */
  seal(): void {
    for (let local = 0; local < this.groups.length; local++) this.#localOf[this.groups.at(local)] = -1
    this.#isSealed = true
  }

  /** Forgets the documents. */
  clear(): void {
    if (!this.#isSealed) this.seal()
    this.#isSealed = false
    this.size = 0
    this.#stamp = 0
    this.#stamps.fill(0)
    for (const list of [this.locals, this.places, this.before, this.groups, this.latest]) list.length = 0
  }
}

export function noLocals({ groups }: Candidates): Int32Array {
  return new Int32Array(groups + 1).fill(-1)
}
