/** Listed clusters: a list of clusters in a view, which reads the next part when somebody comes near its end. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type ClusterFilter, sorted } from './cluster-filter.ts'
import type { Cluster, ClusterPart, Findings } from './findings.ts'

interface ReadParts extends Omit<ClusterPart, 'clusters'> {
  readonly parts: readonly (readonly Cluster[])[]
}

export interface ListedClusters extends ReadParts {
  /** Of all parts. */
  readonly clusters: readonly Cluster[]
  /** Whether nothing was found yet, and the list goes on. */
  readonly isSearching: boolean
  readonly failure: unknown
  /** Reads the next part, if there is one and none is being read. */
  more(): void
  /** Begins again. */
  again(): void
}

const nothing: ReadParts = { parts: [], total: undefined, note: '', isEnd: false }

/** How long the list of a former filter may stay while the first part of the next is read. */
const staleMs = 200

export function useClusters(findings: Findings, filter: ClusterFilter | undefined): ListedClusters {
  const [read, setRead] = useState(nothing)
  const [failure, setFailure] = useState<unknown>()
  const [times, setTimes] = useState(0)
  const more = useRef(() => {})
  useEffect(() => {
    if (filter === undefined) return
    const stop = new AbortController()
    const timer = setTimeout(() => setRead(nothing), staleMs)
    const show = (next: ReadParts) => {
      clearTimeout(timer)
      setRead(next)
    }
    more.current = partReader(findings.clusters(filter, stop.signal), stop.signal, show, setFailure)
    setFailure(undefined)
    more.current()
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [findings, JSON.stringify(filter), times])
  const clusters = useMemo(() => {
    const all = read.parts.flat()
    return filter === undefined || filter.words === '' ? all : sorted(all, filter.sort)
  }, [read])
  return {
    ...read,
    clusters,
    isSearching: failure === undefined && clusters.length === 0 && !read.isEnd,
    failure,
    more: () => more.current(),
    again: () => setTimes(times + 1),
  }
}

/** Reads the next parts, until something is found or all is searched. */
function partReader(
  list: AsyncGenerator<ClusterPart, void>,
  signal: AbortSignal,
  show: (read: ReadParts) => void,
  fail: (error: unknown) => void,
): () => Promise<void> {
  let [read, isReading] = [nothing, false]
  return async () => {
    if (isReading) return
    isReading = true
    try {
      for (let found = 0; found === 0 && !read.isEnd; ) {
        const { value: part } = await list.next()
        if (signal.aborted || part === undefined) return
        const { clusters, ...known } = part
        read = { ...known, parts: [...read.parts, clusters] }
        found = clusters.length
        show(read)
      }
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
    isReading = false
  }
}
