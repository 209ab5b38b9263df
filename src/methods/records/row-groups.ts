/**
 * Row groups: rows of the same compared text; all other stages see each group as one record.
 *
 *     groupOf  [rows]      the group of a row, -1 for a blank one      first  the first row of each group, ascending
 *
 * Rows of two lists are grouped within their list, so groups of the first list come first; a group of each may have
 * the same text. Blank rows of equal text are pairs, but no evidence about other rows.
 */
import { forEachInSteps, type Steps } from '../../ground/breath/steps.ts'
import { wordlessKey } from './candidates/record-text.ts'

export interface RowGroups {
  readonly groupOf: Int32Array
  readonly first: readonly number[]
  readonly members: readonly (readonly number[])[]
  /** For two lists: from a group of the first list to the group of the second with the same text. */
  readonly twins: ReadonlyMap<number, number>
  /** The first group of the second list; 0 for one list. */
  readonly split: number
  /** Whether there are two lists, and pairs across them are wanted. */
  readonly isAcross: boolean
  readonly blanks: number
  /** Blank rows of equal text in each list; with one list, all are in the first. */
  readonly equalBlanks: readonly (readonly [readonly number[], readonly number[]])[]
}

/** Groups by text and list, in the order of their first rows. */
export function* groupRows(
  texts: readonly string[],
  compared: readonly string[],
  split?: number,
): Steps<RowGroups> {
  const groupOf = new Int32Array(texts.length).fill(-1)
  const equalBlanks = new Map<string, [number[], number[]]>()
  const members: number[][] = []
  const twins = new Map<number, number>()
  let seen = new Map<string, number>()
  let seenBefore: ReadonlyMap<string, number> = new Map()
  let splitGroup = 0
  let blanks = 0
  yield* forEachInSteps(texts, (text, row) => {
    if (row === split) {
      seenBefore = seen
      seen = new Map()
      splitGroup = members.length
    }
    if (text.trim() === '') {
      blanks++
      const equal = equalBlanks.get(text) ?? [[], []]
      equalBlanks.set(text, equal)
      equal[split !== undefined && row >= split ? 1 : 0].push(row)
      return
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
  })
  const first = members.map(rows => rows[0])
  const blankRows = [...equalBlanks.values()]
  const groups = { groupOf, members, twins, first, split: splitGroup, isAcross: split !== undefined }
  return { ...groups, blanks, equalBlanks: blankRows }
}

/** If one of two lists has no words, only blank rows of the other can match it. */
export function blanksOnly(groups: RowGroups): RowGroups {
  return { ...groups, groupOf: groups.groupOf.map(() => -1), members: [], first: [], twins: new Map() }
}

/** Groups as the columns decide: equal rows across two lists are candidates like others, groups of `isThin` none. */
export function decidedGroups(groups: RowGroups, isThin: (group: number) => boolean): RowGroups {
  const members = groups.members.map((rows, group) => (isThin(group) ? rows.slice(0, 1) : rows))
  const others = groups.members.flatMap((rows, group) => (isThin(group) ? rows.slice(1) : []))
  return { ...groups, members: [...members, ...others.map(row => [row])], twins: new Map() }
}

/** For each row of one list, the first row with the same words, or with the same blank text. */
export function firstRows({ groupOf, members, equalBlanks }: RowGroups): Int32Array {
  const firstOf = new Int32Array(groupOf.length)
  for (const group of [...members, ...equalBlanks.map(([rows]) => rows)])
    for (const row of group) firstOf[row] = group[0]
  return firstOf
}
