/**
 * Findings: what a run or a collection found, in the one shape that all views read. Columns, because there may be
 * 100,000 clusters: a document is a row, a cluster is a range of members, the survivor first.
 */

import type { KnownPairs, ReplayColumns } from '../../src/files/report-page/report-data.ts'
import { sharedOptions } from '../../src/methods/contract/method.ts'
import { type MethodName, methodNamed } from '../../src/methods/methods.ts'
import { type Id, idKey } from './ids.ts'
import type { ReviewStore } from './reviews.ts'

export interface ClusterColumns {
  /** Of the run; more than there are here if a report file left some out. */
  readonly total: number
  /** Members of each cluster, if there may be more than are listed. */
  readonly sizes?: ArrayLike<number>
  readonly ends: ArrayLike<number>
  readonly members: ArrayLike<number>
  /** Places in `memberKinds`. */
  readonly kinds: ArrayLike<number>
  readonly similarities: ArrayLike<number>
  /** Of each member the rule that decided, as a place in `ruleNames`; empty if rules are not known. */
  readonly rules: ArrayLike<number>
}

type Options = Readonly<Record<string, unknown>>

export type ShownText = { readonly text: string; readonly isCut: boolean } | { readonly absent: string }

export interface Findings {
  readonly title: string
  readonly options: Options
  /** Number of documents, also of those in no cluster; undefined if not known. */
  readonly documents?: number
  readonly threshold: number
  readonly measure: string
  readonly ids: readonly Id[]
  /** Of each row where it came from, as a place in `sourceNames`; empty if not known. */
  readonly sources: ArrayLike<number>
  readonly sourceNames: readonly string[]
  readonly clusters: ClusterColumns
  readonly ruleNames: readonly string[]
  /** Set while the rest of the clusters is still being read. */
  readonly isPartial?: boolean
  /** Pairs that are known with their similarity; asked for by views that cannot measure. */
  knownPairs(): Promise<KnownPairs>
  /** All pairs from a threshold on, which no view but that of the threshold waits for. */
  replay(signal: AbortSignal): Promise<ReplayColumns | { readonly absent: string }>
  /** Where a row stands in the input, `file:record`; undefined if not known. */
  placeOf(row: number): string | undefined
  textOf(row: number, signal?: AbortSignal): Promise<ShownText>
  /** The answer of the server on two rows; undefined where the page must find it by itself. */
  readonly explain?: ((a: number, b: number, signal: AbortSignal) => Promise<unknown>) | undefined
  /** Rows whose text contains the words. @param onProgress gets the number of texts searched so far */
  rowsWith(
    words: string,
    signal: AbortSignal,
    onProgress: (searched: number) => void,
  ): Promise<{ readonly rows: ReadonlySet<number>; readonly note: string }>
  readonly reviews: ReviewStore
  /** The address of a view. */
  readonly path: readonly string[]
}

/** Members of a cluster: places in the columns, [from, end). */
export function rangeOf(
  { ends }: Pick<ClusterColumns, 'ends'>,
  cluster: number,
): readonly [from: number, end: number] {
  return [cluster === 0 ? 0 : ends[cluster - 1], ends[cluster]]
}

/** Documents in a cluster, also those that are not listed. */
export function sizeOf(clusters: ClusterColumns, cluster: number): number {
  const [from, end] = rangeOf(clusters, cluster)
  return clusters.sizes?.[cluster] ?? end - from
}

/** What the similarities of a method are, for a reader. @param decidedBy what a model of records has learnt */
export function measureOf(options: Options, decidedBy?: string): string {
  const { method, measure, near } = options as { method: MethodName; measure: string; near: boolean }
  const { decides } = methodNamed(method)
  if (near === false || decides.kind === 'measure' || decides.kind === 'signature') return measure
  if (decides.kind === 'trials') return 'agreed-trials'
  if (decides.measure !== 'records') return decides.measure
  return decidedBy === 'columns' ? 'probability' : 'similarity of the records'
}

/** Rows by the key of their id. */
export function rowsByKey(ids: readonly Id[]): Map<string, number> {
  return new Map(ids.map((id, row) => [idKey(id), row]))
}

function only(names: readonly string[], options: Options): object {
  return Object.fromEntries(
    names.flatMap(name => (Object.hasOwn(options, name) ? [[name, options[name]]] : [])),
  )
}

/** The options under which the library compares two texts as the findings did. */
export function comparingOptions(options: Options): object {
  return only([...sharedOptions, 'near', 'method', 'params'], options)
}

/** The options that say what words are. */
export function wordRule(options: Options): object {
  return only(['fold', 'symbols'], options)
}

/** The options that say what words and shingles are. */
export function cuttingOptions(options: Options): object {
  return only(['shingle', 'fold', 'symbols'], options)
}
