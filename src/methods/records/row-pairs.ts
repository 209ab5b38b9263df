/**
 * Row pairs: from accepted pairs of groups to pairs of rows; decisions of a person hold.
 *
 * Lists all pairs of a group and between two groups or, if there are too many, for each row the one with the first of
 * the others. If rows have one counterpart, a row is in one pair between two groups.
 */
import type { Steps } from '../../ground/breath/steps.ts'
import type { CandidatePairs } from './candidates/candidates.ts'
import type { PairSelection } from './decision/decide.ts'
import { ListedPairs, type PairColumns } from './listed-pairs.ts'
import { firstRows, type RowGroups } from './row-groups.ts'

/** Pairs of rows, by left, then right. */
export interface RowPairs extends PairColumns {
  /** For each row the first row with the same words; undefined for two lists, and if single rows were decided. */
  readonly firstOf: Int32Array | undefined
  /** The number of pairs with the same compared text, in one list. */
  readonly identical: number
  /** Whether groups were too large to list all of their pairs. */
  readonly isShortened: boolean
}

/** Accepted pairs of groups, and rows of one group, as pairs of rows. */
export function* expandPairs(
  groups: RowGroups,
  pairs: CandidatePairs,
  decision: PairSelection,
  judgements: ReadonlyMap<number, number>,
): Steps<RowPairs> {
  const listed = new ListedPairs(groups.groupOf.length, judgements)
  if (!groups.isAcross) {
    for (const group of [...groups.members, ...groups.equalBlanks.map(([rows]) => rows)]) {
      listed.addWithin(group)
      yield* listed.step()
    }
  }
  const identical = listed.found.size
  const chosen = similaritiesOf(groups, pairs, decision)
  yield
  acceptJudged(listed, groups, chosen, judgements)
  // If rows have one counterpart: accepted pairs take theirs first, then pairs of groups, then equal rows.
  const isOnce = groups.isAcross && decision.rule !== 'all'
  yield* addBetweenGroups(groups, chosen, (a, b, similarity) => {
    if (isOnce) listed.addOnce(a, b, similarity)
    else listed.addAll(a, b, similarity)
    return listed.step()
  })
  return {
    ...(yield* listed.inOrder()),
    firstOf: groups.isAcross || judgements.size > 0 ? undefined : firstRows(groups),
    identical,
    isShortened: listed.isShortened,
  }
}

/** Adds the pairs that a person accepted, with the similarity of their groups. */
function acceptJudged(
  listed: ListedPairs,
  { groupOf, members, twins }: RowGroups,
  chosen: ReadonlyMap<number, number>,
  judgements: ReadonlyMap<number, number>,
): void {
  const similarityOf = (row: number, other: number): number => {
    const a = Math.min(groupOf[row], groupOf[other])
    const b = Math.max(groupOf[row], groupOf[other])
    const isSame = (a === b && a >= 0) || twins.get(a) === b
    return isSame ? 1 : (chosen.get(a * members.length + b) ?? 0)
  }
  for (const [key, verdict] of judgements) {
    const [row, other] = [Math.floor(key / groupOf.length), key % groupOf.length]
    if (verdict === 1 && !listed.found.has(key)) listed.accept(row, other, similarityOf(row, other))
  }
}

/** Adds the pairs of different groups: first the accepted ones, then equal ones across two lists. */
function* addBetweenGroups(
  { members, isAcross, equalBlanks, twins }: RowGroups,
  chosen: ReadonlyMap<number, number>,
  add: (a: readonly number[], b: readonly number[], similarity: number) => Steps<void>,
): Steps<void> {
  for (const [pair, similarity] of chosen) {
    yield* add(members[Math.floor(pair / members.length)], members[pair % members.length], similarity)
  }
  if (isAcross) for (const [a, b] of equalBlanks) yield* add(a, b, 1)
  for (const [a, b] of twins) yield* add(members[a], members[b], 1)
}

/** The accepted pairs of groups, as `left * groups + right`, with their similarities. */
function similaritiesOf(
  { members, twins }: RowGroups,
  { left, right }: CandidatePairs,
  { accepted, scores }: PairSelection,
): Map<number, number> {
  const similarities = new Map<number, number>()
  for (let p = 0; p < accepted.length; p++) {
    if (accepted[p] === 0) continue
    const isSame = twins.get(left[p]) === right[p]
    similarities.set(left[p] * members.length + right[p], isSame ? 1 : Math.min(1, scores[p]))
  }
  return similarities
}
