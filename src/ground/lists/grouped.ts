/**
 * Grouped: from the groups of every item to the items of every group, by counting sort.
 *
 *     items of group g:  members[starts[g]] ... members[starts[g + 1] - 1], in the order of the items
 *
 * Ours: all of it. Cost: 4 bytes a group and 4 a membership; two passes.
 */
import { atOnce, inBlocks, type Steps } from '../breath/steps.ts'

export interface Lists {
  /** [groups + 1] */
  readonly starts: Int32Array<ArrayBuffer>
  readonly members: Int32Array<ArrayBuffer>
}

/** Concatenated lists: list i is `members` [starts[i], starts[i + 1]). */
interface GivenLists {
  readonly starts: Int32Array | Uint32Array | Float64Array
  readonly members: Int32Array | Uint32Array
}

/** That many look-ups take less than a millisecond. */
const itemsAStep = 2 ** 15
const listsAStep = 2 ** 10

/**
 * Items by their group.
 *
 * @param groupOf [count] numbers below `groups`
 * @param order the order of the items within a group; undefined: ascending
 */
export function grouped(groupOf: Int32Array, groups: number, order?: Int32Array): Lists {
  return atOnce(groupedInSteps(groupOf, groups, order))
}

export function* groupedInSteps(groupOf: Int32Array, groups: number, order?: Int32Array): Steps<Lists> {
  const room = roomFor(groups)
  yield* count(groupOf, groupOf.length, room)
  const next = laid(room)
  const members = new Int32Array(order?.length ?? groupOf.length)
  yield* inBlocks(members.length, itemsAStep, (from, to) => {
    if (order === undefined) for (let item = from; item < to; item++) members[next[groupOf[item]]++] = item
    else for (let at = from; at < to; at++) members[next[groupOf[order[at]]]++] = order[at]
  })
  return { starts: room.subarray(0, groups + 1), members }
}

/** Pairs by both sides: pair p is in the groups `left[p]` and `right[p]`. */
export function* pairsBySideInSteps(left: Int32Array, right: Int32Array, groups: number): Steps<Lists> {
  const room = roomFor(groups)
  yield* count(left, left.length, room)
  yield* count(right, right.length, room)
  const next = laid(room)
  const members = new Int32Array(2 * left.length)
  yield* inBlocks(left.length, itemsAStep, (from, to) => {
    for (let pair = from; pair < to; pair++) {
      members[next[left[pair]]++] = pair
      members[next[right[pair]]++] = pair
    }
  })
  return { starts: room.subarray(0, groups + 1), members }
}

/** Inverts lists: for each number below `groups`, the items whose list contains it. */
export function* turnedInSteps(
  { starts, members: numbers }: GivenLists,
  groups: number,
  order?: Int32Array,
): Steps<Lists> {
  const items = starts.length - 1
  const room = roomFor(groups)
  yield* count(numbers, starts[items], room)
  const next = laid(room)
  const members = new Int32Array(starts[items])
  yield* inBlocks(order?.length ?? items, listsAStep, (from, to) => {
    for (let place = from; place < to; place++) {
      const item = order === undefined ? place : order[place]
      for (let at = starts[item]; at < starts[item + 1]; at++) members[next[numbers[at]]++] = item
    }
  })
  return { starts: room.subarray(0, groups + 1), members }
}

/** Starts of concatenated lists with these lengths, and the end of the last one: [lengths + 1]. */
export function startsOf(lengths: ArrayLike<number>): Int32Array<ArrayBuffer> {
  const starts = new Int32Array(lengths.length + 1)
  for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i] + lengths[i]
  return starts
}

/** Sizes are counted two places after their group, so that filling a group advances the entry with its start. */
function roomFor(groups: number): Int32Array<ArrayBuffer> {
  return new Int32Array(groups + 2)
}

/** Counts the first `length` of some group numbers. */
function count(groupOf: Int32Array | Uint32Array, length: number, room: Int32Array): Steps<void> {
  return inBlocks(length, itemsAStep, (from, to) => {
    for (let at = from; at < to; at++) room[groupOf[at] + 2]++
  })
}

/** Write positions of each group: a view, which leaves the group starts one place before it. */
function laid(room: Int32Array<ArrayBuffer>): Int32Array {
  for (let group = 2; group < room.length; group++) room[group] += room[group - 1]
  return room.subarray(1)
}
