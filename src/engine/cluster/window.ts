/**
 * Window: documents that are decided together, and which of them share groups.
 *
 * Documents have places 0, 1, ... in visiting order. The groups in the window get local numbers 0, 1, ..., so that the
 * data per group is small and cleared with the window. Each (place, group) is a membership; once the window is sealed,
 * the places of each group stand together, ascending:
 *
 *     local 0:  0 2 5  │  local 1:  0 1  │  local 2:  1 2 5  │ ...
 *
 * Ours: all of it. Cost: 12 bytes a membership, 4 bytes a group of the whole run.
 */
import { resized } from '../../ground/lists/growing-lists.ts'
import { release } from '../../ground/lists/release.ts'
import { areWithin, type Candidates, mostGroups } from './candidates.ts'
import { Meetings } from './meetings.ts'
import type { PairList } from './pair-list.ts'

/** Initial room for memberships of a document; unused room takes no memory. */
const usualGroups = 16

export class Window {
  readonly documents: Int32Array
  size = 0
  readonly candidates: Candidates
  /** The number of local groups. */
  groups = 0
  /** Membership m: its local group; longer than needed. */
  locals: Int32Array<ArrayBuffer>
  /** The memberships of place p are [starts[p], starts[p + 1]). */
  readonly starts: Int32Array
  /** Membership m: its cell among the places of its group; sealed. */
  #cells: Int32Array<ArrayBuffer>
  /** Group by group, its places; sealed. */
  places: Int32Array<ArrayBuffer>
  /** Local group: its number in the run; its size, once sealed the cell after its last. */
  #numbers: Int32Array<ArrayBuffer>
  #ends: Int32Array<ArrayBuffer>
  readonly #localOf: Int32Array<ArrayBuffer>
  readonly #meetings: Meetings

  /** @param localOf [groups + 1] all -1; windows may share it if only one is filled at a time */
  constructor(candidates: Candidates, capacity: number, localOf = noLocals(candidates)) {
    this.candidates = candidates
    this.documents = new Int32Array(capacity)
    this.starts = new Int32Array(capacity + 1)
    const room = usualGroups * capacity
    this.locals = new Int32Array(room)
    this.#cells = new Int32Array(room)
    this.places = new Int32Array(room)
    this.#numbers = new Int32Array(room)
    this.#ends = new Int32Array(room)
    this.#localOf = localOf
    this.#meetings = new Meetings(capacity, mostGroups(candidates))
  }

  get isFull(): boolean {
    return this.size === this.documents.length
  }

  /** Adds a document unless it has too few groups for a candidate. REQUIRES: not sealed. @returns whether it did */
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
      this.#ends[local]++
      this.locals[member] = local
    }
    this.starts[++this.size] = first + to - from
    return true
  }

  /** Makes room for at least `least` memberships, and as many local groups. */
  #grow(least: number): void {
    const room = Math.max(least, 2 * this.locals.length)
    this.locals = resized(this.locals, room)
    this.#cells = resized(this.#cells, room)
    this.places = resized(this.places, room)
    this.#numbers = resized(this.#numbers, room)
    this.#ends = resized(this.#ends, room)
  }

  /** The local number of a group; a new one if it has none. */
  #localFor(group: number): number {
    const known = this.#localOf[group]
    if (known !== -1) return known
    const local = this.groups++
    this.#localOf[group] = local
    this.#numbers[local] = group
    this.#ends[local] = 0
    return local
  }

  /** Closes the window for documents; another window with the same `localOf` may then be filled. */
  seal(): void {
    const ends = this.#ends
    let end = 0
    for (let local = 0; local < this.groups; local++) {
      this.#localOf[this.#numbers[local]] = -1
      const size = ends[local]
      ends[local] = end
      end += size
    }
    for (let place = 0; place < this.size; place++) {
      for (let member = this.starts[place]; member < this.starts[place + 1]; member++) {
        const cell = ends[this.locals[member]]++
        this.#cells[member] = cell
        this.places[cell] = place
      }
    }
  }

  /** [groups] the first cell of every local group among `places`. REQUIRES: sealed. */
  firstCells(): Int32Array {
    const cells = new Int32Array(this.groups)
    for (let local = 1; local < this.groups; local++) cells[local] = this.#ends[local - 1]
    return cells
  }

  /**
   * Adds the pairs of the document at `place` with all later ones that share enough groups with it, in no useful
   * order. REQUIRES: sealed.
   */
  laterPairs(place: number, into: PairList): void {
    const { documents } = this
    const meetings = this.#meetings
    meetings.begin(this.candidates.agree)
    for (let member = this.starts[place]; member < this.starts[place + 1]; member++) {
      meetings.meet(this.places, this.#cells[member] + 1, this.#ends[this.locals[member]])
    }
    const document = documents[place]
    for (let at = 0; at < meetings.found; at++) {
      const other = documents[meetings.met[at]]
      if (areWithin(this.candidates, document, other)) into.add(document, other)
    }
  }

  /**
   * The places before `place` that share enough groups with it, each once, in no useful order; perhaps a view that the
   * next call overwrites. REQUIRES: sealed.
   */
  earlierPlaces(place: number): Int32Array {
    const { documents } = this
    const meetings = this.#meetings
    meetings.begin(this.candidates.agree)
    for (let member = this.starts[place]; member < this.starts[place + 1]; member++) {
      const local = this.locals[member]
      meetings.meet(this.places, local === 0 ? 0 : this.#ends[local - 1], this.#cells[member])
    }
    const met = meetings.met.subarray(0, meetings.found)
    if (this.candidates.within === undefined) return met
    return met.filter(other => areWithin(this.candidates, documents[place], documents[other]))
  }

  /** Gives the memory back, that of `localOf`, too. */
  release(): void {
    for (const array of [this.locals, this.#cells, this.places, this.#numbers, this.#ends, this.#localOf])
      release(array)
  }

  /** Removes the documents. REQUIRES: sealed, or empty. */
  clear(): void {
    this.size = 0
    this.groups = 0
  }
}

export function noLocals({ groups }: Candidates): Int32Array<ArrayBuffer> {
  return new Int32Array(groups + 1).fill(-1)
}
