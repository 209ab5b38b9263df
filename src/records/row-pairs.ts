/**
 * Row pairs: from accepted pairs of groups to pairs of rows; decided pairs as they were decided.
 *
 * All pairs of a group and between two groups are listed or, where there are too many, for each row the one with the
 * first of the others. Where rows have one counterpart, a row is in one pair between two groups.
 */
import type { CandidatePairs } from './candidates.ts'
import type { Decision } from './decision/decide.ts'
import { firstRows, type RowGroups } from './row-groups.ts'

/** Pairs of rows, by left, then right. */
export interface RowPairs {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly similarity: Float64Array
  /** The first row of the same words as each row; undefined for two lists, and where single rows were decided. */
  readonly firstOf: Int32Array | undefined
  /** How many of them are of the same compared text, in one list. */
  readonly identical: number
  /** Whether groups were too large to name all of their pairs. */
  readonly isShortened: boolean
}

/** Groups of more rows than this, and two groups of more pairs, are not expanded into all their pairs. */
const largestGroup = 1000

/** Accepted pairs of groups, and rows of one group, as pairs of rows. */
export function expandPairs(
  groups: RowGroups,
  pairs: CandidatePairs,
  decision: Decision,
  decisions: ReadonlyMap<number, number>,
): RowPairs {
  const { groupOf, members, isAcross, twins, equalBlanks } = groups
  const rows = groupOf.length
  const listed = new ListedPairs(rows, decisions)
  const isOnce = decision.rule === 'greedy'
  const addBetween = (a: readonly number[], b: readonly number[], similarity: number): void =>
    isOnce ? listed.addOnce(a, b, similarity) : listed.addAll(a, b, similarity)
  if (!isAcross) {
    for (const group of members) listed.addWithin(group)
    for (const [group] of equalBlanks) listed.addWithin(group)
  }
  const { found } = listed
  const identical = found.size
  const scoreOf = new Map<number, number>()
  for (let p = 0; p < decision.accepted.length; p++) {
    const isSame = twins.get(pairs.left[p]) === pairs.right[p]
    const similarity = isSame ? 1 : Math.min(1, decision.scores[p])
    if (decision.accepted[p] === 0) continue
    addBetween(members[pairs.left[p]], members[pairs.right[p]], similarity)
    if (decisions.size > 0) scoreOf.set(pairs.left[p] * members.length + pairs.right[p], similarity)
  }
  for (const [key, verdict] of decisions) {
    if (verdict === 1 && !found.has(key)) {
      const a = groupOf[Math.floor(key / rows)]
      const b = groupOf[key % rows]
      const score = scoreOf.get(Math.min(a, b) * members.length + Math.max(a, b))
      found.set(key, (a === b && a >= 0) || twins.get(Math.min(a, b)) === Math.max(a, b) ? 1 : (score ?? 0))
    }
  }
  // Under one-to-one a row that is in a pair stays in that one.
  const isFree = isOnce ? freeRows(found.keys(), rows) : () => true
  const across = [
    ...(isAcross ? equalBlanks : []),
    ...Array.from(twins, ([a, b]) => [members[a], members[b]] as const),
  ]
  for (const [a, b] of across) addBetween(a.filter(isFree), b.filter(isFree), 1)
  const keys = Float64Array.from(found.keys()).sort()
  return {
    left: Int32Array.from(keys, key => Math.floor(key / rows)),
    right: Int32Array.from(keys, key => key % rows),
    similarity: Float64Array.from(keys, key => found.get(key) ?? 0),
    firstOf: isAcross || decisions.size > 0 ? undefined : firstRows(groups),
    identical,
    isShortened: listed.isShortened,
  }
}

/** Whether a row is in none of the pairs, given as `left * rows + right`. */
function freeRows(pairs: Iterable<number>, rows: number): (row: number) => boolean {
  const taken = new Set<number>()
  for (const pair of pairs) taken.add(Math.floor(pair / rows)).add(pair % rows)
  return row => !taken.has(row)
}

/** Pairs of rows as they are found; rejected ones are left out. */
class ListedPairs {
  /** `left * rows + right` to the similarity. */
  readonly found = new Map<number, number>()
  isShortened = false
  readonly #rows: number
  readonly #decisions: ReadonlyMap<number, number>

  constructor(rows: number, decisions: ReadonlyMap<number, number>) {
    this.#rows = rows
    this.#decisions = decisions
  }

  /** The pairs of a group. */
  addWithin(group: readonly number[]): void {
    if (group.length > largestGroup) this.#addFirsts(group, group, 1)
    else
      for (let a = 0; a < group.length; a++)
        for (let b = a + 1; b < group.length; b++) this.#add(group[a], group[b], 1)
  }

  /** The pairs between two groups. */
  addAll(a: readonly number[], b: readonly number[], similarity: number): void {
    if (a.length * b.length > largestGroup) {
      this.#addFirsts(a, b, similarity)
      this.#addFirsts(b, a, similarity)
    } else for (const left of a) for (const right of b) this.#add(left, right, similarity)
  }

  /** Pairs between two groups such that no row is in two. */
  addOnce(a: readonly number[], b: readonly number[], similarity: number): void {
    for (let k = 0; k < Math.min(a.length, b.length); k++) this.#add(a[k], b[k], similarity)
  }

  /** For each row the pair with the first of the others that it was not told apart from. */
  #addFirsts(group: readonly number[], others: readonly number[], similarity: number): void {
    this.isShortened = true
    for (const row of group) {
      const first = others.find(other => other !== row && !this.#isRejected(row, other))
      if (first !== undefined) this.#add(row, first, similarity)
    }
  }

  #add(a: number, b: number, similarity: number): void {
    if (!this.#isRejected(a, b)) this.found.set(this.#keyOf(a, b), similarity)
  }

  #isRejected(a: number, b: number): boolean {
    return this.#decisions.get(this.#keyOf(a, b)) === -1
  }

  #keyOf(a: number, b: number): number {
    return Math.min(a, b) * this.#rows + Math.max(a, b)
  }
}
