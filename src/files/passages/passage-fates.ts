/** Passage fates: which documents lose what, and which are dropped. */
import { sortedOrder } from '../../ground/lists/sorted-order.ts'
import type { FoundRows } from './passage-search.ts'

export interface Fates {
  /** [documents of the inputs] 1 if it is dropped: too little is left, or it has a contaminated item. */
  readonly isDropped: Uint8Array
  /** Runs of places cut out of a document: from, to, from, to, ...; empty if it stays as it is. */
  readonly cutsOf: (document: number) => Uint32Array
}

const none = new Uint32Array(0)

/**
 * @param left [documents] tokens outside of passages
 * @param wanted rows to cut out. Default: all
 */
export function fatesOf(
  { rows, order, places, tokens, against }: FoundRows,
  { cut, minLeft, left }: { cut: 'later' | 'all' | 'none'; minLeft: number; left: Uint32Array },
  wanted?: Uint8Array,
): Fates {
  const isDropped = new Uint8Array(tokens.length)
  if (against !== undefined && cut === 'none') {
    for (let row = 0; row < rows.count; row++)
      if (wanted?.[row] === 1) isDropped[order[places.documentOf(rows.at[row])]] = 1
    return { isDropped, cutsOf: () => none }
  }
  const isCutOut = (row: number) => wanted === undefined || wanted[row] === 1
  const cuts = cutPlaces(rows, isCutOut, cut === 'all' && against === undefined)
  const starts = new Map<number, [number, number]>()
  for (let i = 0; i < cuts.length; ) {
    const number = places.documentOf(cuts[i])
    const from = i
    const end = places.startOf(number + 1)
    while (i < cuts.length && cuts[i] < end) i += 2
    starts.set(order[number], [from, i])
    const lost = lengthOf(cuts.subarray(from, i))
    const isLate = cut === 'all' || against !== undefined
    const remaining =
      isLate && places.lengthOf(number) === tokens[order[number]]
        ? tokens[order[number]] - lost
        : left[order[number]]
    if (remaining < minLeft) isDropped[order[number]] = 1
  }
  if (cut === 'none') return { isDropped, cutsOf: () => none }
  const rank = new Int32Array(tokens.length)
  order.forEach((document, i) => {
    rank[document] = i
  })
  return {
    isDropped,
    cutsOf(document) {
      const range = starts.get(document)
      if (range === undefined) return none
      const start = places.startOf(rank[document])
      return cuts.slice(...range).map(place => place - start)
    },
  }
}

function lengthOf(cuts: Uint32Array): number {
  let length = 0
  for (let i = 0; i < cuts.length; i += 2) length += cuts[i + 1] - cuts[i]
  return length
}

/** Places of passages, joined: from, to, from, to, ...; ascending. @param withFirst whether first copies count */
function cutPlaces(
  rows: FoundRows['rows'],
  isCutOut: (row: number) => boolean,
  withFirst: boolean,
): Uint32Array {
  const wanted = Uint32Array.from({ length: rows.count }, (_, row) => row).filter(isCutOut)
  const count = wanted.length
  const fromOf = (i: number) => (i < count ? rows.at[wanted[i]] : rows.first[wanted[i - count]])
  const numbers = sortedOrder(
    Uint32Array.from({ length: withFirst ? 2 * count : count }, (_, i) => fromOf(i)),
  )
  const cuts = new Uint32Array(2 * numbers.length)
  let end = 0
  for (const i of numbers) {
    const from = fromOf(i)
    const to = from + (i < count ? rows.length[wanted[i]] : rows.copied[wanted[i - count]])
    if (end > 0 && from <= cuts[end - 1]) cuts[end - 1] = Math.max(cuts[end - 1], to)
    else {
      cuts[end++] = from
      cuts[end++] = to
    }
  }
  return cuts.slice(0, end)
}
