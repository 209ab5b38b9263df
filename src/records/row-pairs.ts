/**
 * Row pairs: from accepted pairs of groups to pairs of rows; decided pairs as they were decided.
 *
 * All pairs of a group and between two groups are listed or, where there are too many, for each row the one with the
 * first of the others. Where rows have one counterpart, a row is in one pair between two groups.
 */
import { sortInSteps } from '../breath/sort.ts'
import { inBlocks, type Steps } from '../breath/steps.ts'
import type { CandidatePairs } from './candidates.ts'
import type { PairDecision } from './decision/decide.ts'
import { matchOnce } from './match-once.ts'
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
/** About a millisecond of entries in a map. */
const pairsAStep = 8192

/** Accepted pairs of groups, and rows of one group, as pairs of rows. */
export function* expandPairs(
  groups: RowGroups,
  pairs: CandidatePairs,
  decision: PairDecision,
  decisions: ReadonlyMap<number, number>,
): Steps<RowPairs> {
  const { groupOf, members, isAcross, twins, equalBlanks } = groups
  const rows = groupOf.length
  const listed = new ListedPairs(rows, decisions)
  // Rows of one counterpart are taken by what was accepted, then by the pairs of groups, then by their equals.
  const isOnce = isAcross && decision.rule !== 'all'
  const addBetween = (a: readonly number[], b: readonly number[], similarity: number): void =>
    isOnce ? listed.addOnce(a, b, similarity) : listed.addAll(a, b, similarity)
  if (!isAcross) {
    for (const group of [...members, ...equalBlanks.map(([rows]) => rows)]) {
      listed.addWithin(group)
      yield* listed.step()
    }
  }
  const { found } = listed
  const identical = found.size
  const chosen = similaritiesOf(groups, pairs, decision)
  yield
  const similarityOf = (row: number, other: number): number => {
    const a = Math.min(groupOf[row], groupOf[other])
    const b = Math.max(groupOf[row], groupOf[other])
    const isSame = (a === b && a >= 0) || twins.get(a) === b
    return isSame ? 1 : (chosen.get(a * members.length + b) ?? 0)
  }
  for (const [key, verdict] of decisions) {
    const [row, other] = [Math.floor(key / rows), key % rows]
    if (verdict === 1 && !found.has(key)) listed.accept(row, other, similarityOf(row, other))
  }
  for (const [pair, similarity] of chosen) {
    addBetween(members[Math.floor(pair / members.length)], members[pair % members.length], similarity)
    yield* listed.step()
  }
  if (isAcross) for (const [a, b] of equalBlanks) addBetween(a, b, 1)
  for (const [a, b] of twins) {
    addBetween(members[a], members[b], 1)
    yield* listed.step()
  }
  const keys = yield* sortInSteps(Float64Array.from(found.keys()))
  const similarity = new Float64Array(keys.length)
  yield* inBlocks(keys.length, pairsAStep, (from, to) => {
    for (let p = from; p < to; p++) similarity[p] = found.get(keys[p]) ?? 0
  })
  return {
    left: Int32Array.from(keys, key => Math.floor(key / rows)),
    right: Int32Array.from(keys, key => key % rows),
    similarity,
    firstOf: isAcross || decisions.size > 0 ? undefined : firstRows(groups),
    identical,
    isShortened: listed.isShortened,
  }
}

/** The accepted pairs of groups, as `left * groups + right`, with their similarities. */
function similaritiesOf(
  { members, twins }: RowGroups,
  { left, right }: CandidatePairs,
  { accepted, scores }: PairDecision,
): Map<number, number> {
  const similarities = new Map<number, number>()
  for (let p = 0; p < accepted.length; p++) {
    if (accepted[p] === 0) continue
    const isSame = twins.get(left[p]) === right[p]
    similarities.set(left[p] * members.length + right[p], isSame ? 1 : Math.min(1, scores[p]))
  }
  return similarities
}

/** Pairs of rows as they are found; rejected ones are left out. */
class ListedPairs {
  /** `left * rows + right` to the similarity. */
  readonly found = new Map<number, number>()
  isShortened = false
  #stepped = 0
  readonly #rows: number
  /** Rows of accepted pairs, and of those between groups whose rows have one counterpart. */
  readonly #taken = new Set<number>()
  readonly #decisions: ReadonlyMap<number, number>

  constructor(rows: number, decisions: ReadonlyMap<number, number>) {
    this.#rows = rows
    this.#decisions = decisions
  }

  /** Ends a step where many pairs were found since the last one. */
  *step(): Steps<void> {
    if (this.found.size - this.#stepped < pairsAStep) return
    this.#stepped = this.found.size
    yield
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

  /** As many pairs between two groups as can be such that no row is in two, nor in one that is there. */
  addOnce(a: readonly number[], b: readonly number[], similarity: number): void {
    const [lefts, rights] = [a, b].map(group => group.filter(row => !this.#taken.has(row)))
    const isRejected = (left: number, right: number) => this.#isRejected(left, right)
    for (const [left, right] of matchOnce(lefts, rights, isRejected)) this.accept(left, right, similarity)
  }

  /** A pair that takes its rows. */
  accept(a: number, b: number, similarity: number): void {
    this.#taken.add(a).add(b)
    this.#add(a, b, similarity)
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
