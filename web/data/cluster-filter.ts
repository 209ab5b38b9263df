/** Cluster filter: which clusters are listed, and in which order. */
import { removedKinds } from '../../src/online/index/documents/index-types.ts'
import type { Cluster } from './findings.ts'

export const sorts = {
  size: 'largest first',
  small: 'smallest first',
  low: 'least similar first',
  high: 'most similar first',
  listed: 'as listed',
} as const

type Sort = keyof typeof sorts

export interface ClusterFilter {
  /** A part of the text or of the id of a member, in any case; empty: any. */
  readonly words: string
  /** Of the other three: empty for any. */
  readonly kind: string
  readonly source: string
  readonly rule: string
  /** Whole numbers from 1 on; undefined: any. */
  readonly leastSize: number
  readonly mostSize: number | undefined
  /** Only clusters whose lowest similarity is in [from, to]; 0 and 1: any. */
  readonly from: number
  readonly to: number
  readonly sort: Sort
}

/** The filter in an address. */
export function readFilter(query: URLSearchParams): ClusterFilter {
  const number = (name: string, start: number) => {
    const value = Number(query.get(name) ?? start)
    return Number.isFinite(value) ? Math.max(0, value) : start
  }
  const size = (name: string, start: number) => Math.max(1, Math.floor(number(name, start)))
  const oneOf = <T extends string>(name: string, known: readonly T[]) =>
    known.find(each => each === query.get(name))
  return {
    words: query.get('text') ?? '',
    kind: oneOf('kind', removedKinds) ?? '',
    source: query.get('source') ?? '',
    rule: query.get('rule') ?? '',
    leastSize: size('size', 2),
    mostSize: query.get('most') ? size('most', 2) : undefined,
    from: number('from', 0),
    to: number('to', 1),
    sort: oneOf('sort', Object.keys(sorts) as Sort[]) ?? 'size',
  }
}

/** Clusters with near duplicates, the most doubtful first. */
export const doubtful: ClusterFilter = { ...readFilter(new URLSearchParams()), kind: 'near', sort: 'low' }

/** Whether only clusters within a range of similarity pass. */
export const hasRange = ({ from, to }: ClusterFilter) => from > 0 || to < 1

/** Whether a cluster passes all filters but that of words. */
export function passes({ documents, members, lowest, isChained }: Cluster, filter: ClusterFilter): boolean {
  const { kind, source, rule, leastSize, mostSize = Number.POSITIVE_INFINITY, from, to } = filter
  return (
    documents >= leastSize &&
    documents <= mostSize &&
    (kind === '' || members.some(member => member.kind === kind)) &&
    (source === '' || members.some(member => member.source === source)) &&
    (rule === '' || members.some(member => member.rule === rule)) &&
    (!hasRange(filter) || (isChained ? from === 0 : lowest >= from && lowest <= to))
  )
}

/** @param clusters as listed */
export function sorted(clusters: readonly Cluster[], sort: Sort): readonly Cluster[] {
  const last = (value: number) => (Number.isNaN(value) ? 2 : value)
  // Nothing is more doubtful than what only a chain joins.
  const least = ({ lowest, isChained }: Cluster) => (isChained ? -1 : lowest)
  if (sort === 'size') return clusters.toSorted((a, b) => b.documents - a.documents)
  if (sort === 'small') return clusters.toSorted((a, b) => a.documents - b.documents)
  if (sort === 'low') return clusters.toSorted((a, b) => last(least(a)) - last(least(b)))
  if (sort === 'high') return clusters.toSorted((a, b) => last(-least(a)) - last(-least(b)))
  return clusters
}
