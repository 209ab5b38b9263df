/** Rare sets: the parts of some documents' shingle sets that a prefix filter reads. */
import { evenly } from '../../../ground/lists/evenly.ts'
import { WordList } from '../../../ground/lists/growing-lists.ts'
import { joined } from '../../../ground/lists/joined.ts'
import { longestPrefix } from '../../../texts/similarity/prefix-filter.ts'

/** Set i belongs to the i-th requested document. */
export interface RareSets {
  /** [count] distinct shingles of each set. */
  readonly sizes: Uint32Array
  /** [count + 1] the members of set i are `members` [starts[i], starts[i + 1]). */
  readonly starts: Uint32Array
  /** Shingles as 32 bits, rarest first; `longestPrefix` says how many of each set. */
  readonly members: Uint32Array
}

/** Lists of documents, two or more in each. */
export interface RareGroups {
  /** [rare groups + 1] group r is `documents` [starts[r], starts[r + 1]). */
  readonly starts: Int32Array
  readonly documents: Int32Array
}

/** Reads documents again, usually in other threads. */
export interface RareShingles {
  /**
   * Orders the shingles of all these documents by one rarity, and returns the rarest of each.
   *
   * @param documents document numbers, ascending
   */
  read(documents: Int32Array, threshold: number): Promise<RareSets>

  /**
   * The shingles of each document that are among `members`, and perhaps a few others.
   *
   * @param documents document numbers, ascending
   * @param members shingles as 32 bits
   */
  among(documents: Int32Array, members: Uint32Array): Promise<MemberLists>
}

/** Shingles as 32 bits: list i belongs to the i-th requested document, and is `members` [starts[i], starts[i + 1]). */
export type MemberLists = Pick<RareSets, 'starts' | 'members'>

/** Sets of consecutive documents. */
export type SomeRareSets = Pick<RareSets, 'sizes' | 'members'>

/** Collects rare sets, one after the other. */
export class RareSetList {
  readonly #threshold: number
  readonly #sizes: Uint32Array
  readonly #members = new WordList()
  #sets = 0

  /** @param count expected number of sets */
  constructor(threshold: number, count: number) {
    this.#threshold = threshold
    this.#sizes = new Uint32Array(count)
  }

  /** Adds a set of `size` distinct shingles. @param rarestOf its rarest ones, in order; perhaps a view */
  add(size: number, rarestOf: (many: number) => Uint32Array): void {
    if (size > 0) this.#members.append(rarestOf(longestPrefix(this.#threshold, size)))
    this.#sizes[this.#sets++] = size
  }

  finish(): SomeRareSets {
    return { sizes: this.#sizes, members: this.#members.taken().slice() }
  }
}

/** All sets of the parts, in their order. */
export function joinedSets(parts: readonly SomeRareSets[], threshold: number): RareSets {
  const sizes = joined(parts.map(part => part.sizes))
  const starts = new Uint32Array(sizes.length + 1)
  for (let i = 0; i < sizes.length; i++) starts[i + 1] = starts[i] + longestPrefix(threshold, sizes[i])
  return { sizes, starts, members: joined(parts.map(part => part.members)) }
}

/** Collects lists of members, one after the other, as their lengths and members. */
export class MemberListParts {
  readonly #lengths: Uint32Array
  readonly #members = new WordList()
  #lists = 0

  /** @param count expected number of lists */
  constructor(count: number) {
    this.#lengths = new Uint32Array(count)
  }

  add(members: Uint32Array): void {
    this.#members.append(members)
    this.#lengths[this.#lists++] = members.length
  }

  finish(): SomeMemberLists {
    return { lengths: this.#lengths, members: this.#members.taken().slice() }
  }
}

/** Lists of consecutive documents. */
export interface SomeMemberLists {
  readonly lengths: Uint32Array
  readonly members: Uint32Array
}

/** All lists of the parts, in their order. */
export function joinedLists(parts: readonly SomeMemberLists[]): MemberLists {
  const lengths = joined(parts.map(part => part.lengths))
  const starts = new Uint32Array(lengths.length + 1)
  for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i] + lengths[i]
  return { starts, members: joined(parts.map(part => part.members)) }
}

/** Number of documents whose shingles are counted: enough to know what is common among thousands. */
const mostCounted = 4096

/** The documents whose shingles are counted, spread evenly over all. */
export function countedOf(documents: Int32Array): Int32Array {
  return evenly(documents, mostCounted)
}
