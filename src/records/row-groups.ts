/**
 * Row groups: rows of the same compared text, which are one record to everything else, and back to pairs of rows.
 *
 *     groupOf  [rows]      the group of a row, -1 for a blank one      first  the first row of each group, ascending
 *
 * Rows of two lists are grouped within their list, so groups of the first list come first; a group of each may be of
 * the same text. Blank rows say nothing about the others: those of equal text are pairs, and no evidence.
 */
import type { CandidatePairs } from './candidates.ts'
import type { Decision } from './decision/decide.ts'
import { wordlessKey } from './record-text.ts'

export interface RowGroups {
  readonly groupOf: Int32Array
  readonly first: readonly number[]
  readonly members: readonly (readonly number[])[]
  /** Of two lists: the group of the second list that has the text of a group of the first. */
  readonly twins: ReadonlyMap<number, number>
  /** The first group of the second list; 0 for one list. */
  readonly split: number
  /** Whether there are two lists, and pairs across them are wanted. */
  readonly isAcross: boolean
  readonly blanks: number
  /** Blank rows of equal text, in each of the lists; all in the first where there is one. */
  readonly equalBlanks: readonly (readonly [readonly number[], readonly number[]])[]
}

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

/** Groups of more rows than this are not expanded into all their pairs. */
export const largestGroup = 1000

/** Groups by text and list, in the order of their first rows. */
export function groupRows(
  texts: readonly string[],
  compared: readonly string[],
  split?: number,
): RowGroups {
  const groupOf = new Int32Array(texts.length).fill(-1)
  const equalBlanks = new Map<string, [number[], number[]]>()
  const members: number[][] = []
  const twins = new Map<number, number>()
  let seen = new Map<string, number>()
  let seenBefore: ReadonlyMap<string, number> = new Map()
  let splitGroup = 0
  let blanks = 0
  for (let row = 0; row < texts.length; row++) {
    if (row === split) {
      seenBefore = seen
      seen = new Map()
      splitGroup = members.length
    }
    const text = texts[row]
    if (text.trim() === '') {
      blanks++
      const equal = equalBlanks.get(text) ?? [[], []]
      equalBlanks.set(text, equal)
      equal[split !== undefined && row >= split ? 1 : 0].push(row)
      continue
    }
    const key = compared[row] !== '' ? compared[row] : wordlessKey(text)
    let group = seen.get(key)
    if (group === undefined) {
      group = members.length
      seen.set(key, group)
      members.push([])
      const twin = seenBefore.get(key)
      if (twin !== undefined) twins.set(twin, group)
    }
    members[group].push(row)
    groupOf[row] = group
  }
  const first = members.map(rows => rows[0])
  const blankRows = [...equalBlanks.values()]
  const groups = { groupOf, members, twins, first, split: splitGroup, isAcross: split !== undefined }
  return { ...groups, blanks, equalBlanks: blankRows }
}

/** Where one of two lists has no words, nothing of the other is like it but what is blank. */
export function blanksOnly(groups: RowGroups): RowGroups {
  return { ...groups, groupOf: groups.groupOf.map(() => -1), members: [], first: [], twins: new Map() }
}

/** Whether a row is in none of the pairs, given as `left * rows + right`. */
function freeRows(pairs: Iterable<number>, rows: number): (row: number) => boolean {
  const taken = new Set<number>()
  for (const pair of pairs) taken.add(Math.floor(pair / rows)).add(pair % rows)
  return row => !taken.has(row)
}

/** Adds all pairs of a group, of a large one only those with its first row. @returns whether it is one */
function addWithin(
  group: readonly number[],
  add: (a: number, b: number, similarity: number) => void,
): boolean {
  const isLarge = group.length > largestGroup
  const lefts = isLarge ? 1 : group.length
  for (let a = 0; a < lefts; a++) for (let b = a + 1; b < group.length; b++) add(group[a], group[b], 1)
  return isLarge
}

/** The first row of the same words of each row, or of the same blank text, in one list. */
function firstRows({ groupOf, members, equalBlanks }: RowGroups): Int32Array {
  const firstOf = new Int32Array(groupOf.length)
  for (const group of [...members, ...equalBlanks.map(([rows]) => rows)])
    for (const row of group) firstOf[row] = group[0]
  return firstOf
}

/** Accepted pairs of groups, and rows of one group, as pairs of rows; decided pairs as they were decided. */
export function expandPairs(
  groups: RowGroups,
  pairs: CandidatePairs,
  decision: Decision,
  decisions: ReadonlyMap<number, number>,
): RowPairs {
  const { groupOf, members, isAcross, twins, equalBlanks } = groups
  const rows = groupOf.length
  const found = new Map<number, number>()
  let isShortened = false
  const add = (a: number, b: number, similarity: number): void => {
    const key = Math.min(a, b) * rows + Math.max(a, b)
    if (decisions.get(key) !== -1) found.set(key, similarity)
  }
  const addProduct = (a: readonly number[], b: readonly number[], similarity: number): void => {
    const isLarge = a.length * b.length > largestGroup
    if (isLarge) isShortened = true
    if (decision.rule === 'greedy') {
      for (let k = 0; k < Math.min(a.length, b.length); k++) add(a[k], b[k], similarity)
    } else if (isLarge) add(a[0], b[0], similarity)
    else for (const left of a) for (const right of b) add(left, right, similarity)
  }
  if (!isAcross) {
    for (const group of [...members, ...equalBlanks.map(([rows]) => rows)])
      if (addWithin(group, add)) isShortened = true
  }
  const identical = found.size
  const scoreOf = new Map<number, number>()
  for (let p = 0; p < decision.accepted.length; p++) {
    const isSame = twins.get(pairs.left[p]) === pairs.right[p]
    const similarity = isSame ? 1 : Math.min(1, decision.scores[p])
    if (decision.accepted[p] === 0) continue
    addProduct(members[pairs.left[p]], members[pairs.right[p]], similarity)
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
  const isFree = decision.rule === 'greedy' ? freeRows(found.keys(), rows) : () => true
  const across = [
    ...(isAcross ? equalBlanks : []),
    ...Array.from(twins, ([a, b]) => [members[a], members[b]] as const),
  ]
  for (const [a, b] of across) addProduct(a.filter(isFree), b.filter(isFree), 1)
  const keys = Float64Array.from(found.keys()).sort()
  return {
    left: Int32Array.from(keys, key => Math.floor(key / rows)),
    right: Int32Array.from(keys, key => key % rows),
    similarity: Float64Array.from(keys, key => found.get(key) ?? 0),
    firstOf: isAcross || decisions.size > 0 ? undefined : firstRows(groups),
    identical,
    isShortened,
  }
}
