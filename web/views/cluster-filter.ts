/** Cluster filter: which clusters are listed, and in which order; one pass over columns, quick for 100,000 clusters. */
import { memberKinds } from '../../src/online/index/documents/index-types.ts'
import { type Findings, rangeOf, sizeOf } from '../data/findings.ts'
import { idKey } from '../data/ids.ts'

/** Of each cluster what the list sorts and filters by. */
export interface Summary {
  readonly sizes: Int32Array
  /** The lowest known similarity of a member with the survivor; NaN if none is known. */
  readonly lowest: Float64Array
  /** Bits of the kinds of its members beside the survivor. */
  readonly kinds: Uint8Array
}

/** The kinds of removed members that occur. */
export function presentKinds(summary: Summary): readonly string[] {
  const all = summary.kinds.reduce((bits, each) => bits | each, 0)
  return memberKinds.filter((_, kind) => kind > 0 && (all & (1 << kind)) !== 0)
}

export function summaryOf({ clusters }: Findings): Summary {
  const count = clusters.ends.length
  const summary = {
    sizes: new Int32Array(count),
    lowest: new Float64Array(count),
    kinds: new Uint8Array(count),
  }
  for (let cluster = 0; cluster < count; cluster++) {
    const [from, end] = rangeOf(clusters, cluster)
    summary.sizes[cluster] = sizeOf(clusters, cluster)
    let lowest = Number.NaN
    for (let member = from + 1; member < end; member++) {
      summary.kinds[cluster] |= 1 << clusters.kinds[member]
      const value = clusters.similarities[member]
      if (!(value >= lowest)) lowest = Number.isNaN(value) ? lowest : value
    }
    summary.lowest[cluster] = lowest
  }
  return summary
}

export const sorts = {
  size: 'largest first',
  small: 'smallest first',
  low: 'least similar first',
  high: 'most similar first',
  listed: 'as listed',
} as const

export interface Filter {
  readonly id: string
  readonly kind: string
  readonly source: string
  readonly rule: string
  readonly leastSize: number
  /** Undefined: any. */
  readonly mostSize: number | undefined
  /** Only clusters whose lowest similarity is in [from, to]. */
  readonly from: number
  readonly to: number
  readonly sort: string
  /** Rows whose text has the searched words; undefined: no search. */
  readonly rows?: ReadonlySet<number> | undefined
}

export function readFilter(query: URLSearchParams): Filter {
  const number = (name: string, start: number) => {
    const value = Number(query.get(name) ?? start)
    return Number.isFinite(value) ? value : start
  }
  return {
    id: query.get('id') ?? '',
    kind: query.get('kind') ?? '',
    source: query.get('source') ?? '',
    rule: query.get('rule') ?? '',
    leastSize: number('size', 2),
    mostSize: query.get('most') ? number('most', Number.MAX_SAFE_INTEGER) : undefined,
    from: number('from', 0),
    to: number('to', 1),
    sort: query.get('sort') ?? 'size',
  }
}

/** Numbers of the clusters that pass, in order. */
export function filtered(findings: Findings, summary: Summary, filter: Filter): Int32Array {
  const { clusters, ids, sources, sourceNames, ruleNames } = findings
  const kind = memberKinds.indexOf(filter.kind as (typeof memberKinds)[number])
  // Rows without a source have -1, which no source is.
  const source = sourceNames.includes(filter.source) ? sourceNames.indexOf(filter.source) : -2
  const rule = ruleNames.indexOf(filter.rule)
  const id = filter.id.toLowerCase()
  // A source that nothing has is typed by hand: it passes nothing.
  const hasSource = filter.source !== ''
  const isAny = (cluster: number, test: (member: number) => boolean) => {
    const [from, end] = rangeOf(clusters, cluster)
    for (let member = from; member < end; member++) if (test(member)) return true
    return false
  }
  const { mostSize = Number.POSITIVE_INFINITY } = filter
  const isWide = filter.from <= 0 && filter.to >= 1
  const found = new Int32Array(summary.sizes.length)
  let count = 0
  for (let cluster = 0; cluster < found.length; cluster++) {
    if (summary.sizes[cluster] < filter.leastSize || summary.sizes[cluster] > mostSize) continue
    if (kind > 0 && (summary.kinds[cluster] & (1 << kind)) === 0) continue
    const lowest = summary.lowest[cluster]
    if (!isWide && !(lowest >= filter.from && lowest <= filter.to)) continue
    if (hasSource && !isAny(cluster, member => sources[clusters.members[member]] === source)) continue
    if (
      rule !== -1 &&
      !isAny(cluster, member => clusters.rules[member] === rule && clusters.kinds[member] !== 0)
    )
      continue
    const { rows } = filter
    if (rows !== undefined && !isAny(cluster, member => rows.has(clusters.members[member]))) continue
    if (
      id !== '' &&
      !isAny(cluster, member => String(ids[clusters.members[member]]).toLowerCase().includes(id))
    )
      continue
    found[count++] = cluster
  }
  return sorted(found.subarray(0, count), summary, filter.sort)
}

function sorted(found: Int32Array, { sizes, lowest }: Summary, sort: string): Int32Array {
  const last = (value: number) => (Number.isNaN(value) ? 2 : value)
  if (sort === 'size') return found.sort((a, b) => sizes[b] - sizes[a] || a - b)
  if (sort === 'small') return found.sort((a, b) => sizes[a] - sizes[b] || a - b)
  if (sort === 'low') return found.sort((a, b) => last(lowest[a]) - last(lowest[b]) || a - b)
  if (sort === 'high') return found.sort((a, b) => last(-lowest[a]) - last(-lowest[b]) || a - b)
  return found
}

/** The key of a cluster in an address: that of its survivor. */
export function clusterKey({ clusters, ids }: Findings, cluster: number): string {
  return idKey(ids[clusters.members[rangeOf(clusters, cluster)[0]]])
}
