/**
 * Findings: what a run or a collection found, in the one shape that all views read. Clusters come as a list that is read
 * part by part, because a collection may have a million of them: a report file has one part, a server as many as are
 * looked at.
 */

import type { ReplayColumns } from '../../src/files/report-page/report-data.ts'
import { sharedOptions } from '../../src/methods/contract/method.ts'
import { type MethodName, methodNamed } from '../../src/methods/methods.ts'
import type { memberKinds } from '../../src/online/index/documents/index-types.ts'
import type { ClusterFilter } from './cluster-filter.ts'
import type { Id } from './ids.ts'
import type { ReviewStore } from './reviews.ts'

/** A document as lists and addresses name it. */
export interface FoundDocument {
  readonly id: Id
  /** Names it in an address; unlike that of any other document, even where ids repeat. */
  readonly key: string
}

export interface Member extends FoundDocument {
  readonly kind: (typeof memberKinds)[number]
  /** With the survivor; NaN if it is not known. */
  readonly similarity: number
  /** Undefined if it is not known. */
  readonly source: string | undefined
  /** The rule that decided; undefined for a survivor, or if rules are not known. */
  readonly rule: string | undefined
}

export interface Cluster {
  /** Number of documents, also of those that are not listed. */
  readonly documents: number
  /** The survivor first. */
  readonly members: readonly Member[]
  /** The lowest known similarity of a member with the survivor; NaN if none is known. */
  readonly lowest: number
  /** Whether a member is less similar to the survivor than matches are: only other members join the two. */
  readonly isChained: boolean
}

/** Two documents of a list, by their places, and their similarity. */
export interface KnownPair {
  readonly a: number
  readonly b: number
  readonly similarity: number
}

/** The next clusters of a list. */
export interface ClusterPart {
  readonly clusters: readonly Cluster[]
  /** Number of clusters in the whole list; undefined if it is not known yet. */
  readonly total: number | undefined
  /** What was searched so far; empty if nothing was. */
  readonly note: string
  readonly isEnd: boolean
}

type Options = Readonly<Record<string, unknown>>

export type ShownText = { readonly text: string; readonly isCut: boolean } | { readonly absent: string }

export interface FoundReplay extends ReplayColumns {
  /** The document of a row; undefined for one of which nothing else is known here. */
  documentOf(row: number): FoundDocument | undefined
}

export interface Findings {
  readonly title: string
  readonly options: Options
  /** Number of documents, also of those in no cluster; undefined if not known. */
  readonly documents?: number
  readonly threshold: number
  readonly measure: string
  /** All sources; undefined if they are not known before all clusters are read. */
  readonly sourceNames?: readonly string[]
  readonly ruleNames: readonly string[]
  /** Clusters of the run that a report file has left out. */
  readonly omitted: number
  /** Clusters that pass, in order; each part is read when it is asked for. The last one says that it is the end. */
  clusters(filter: ClusterFilter, signal: AbortSignal): AsyncGenerator<ClusterPart, void>
  /** Undefined if there is none with this key. */
  documentOf(key: string): FoundDocument | undefined
  /** Undefined for a document in none. @throws Refused */
  clusterOf(document: FoundDocument, signal: AbortSignal): Promise<Cluster | undefined>
  /** Pairs among documents that the run or the server knows; asked for by views that cannot measure. */
  knownPairs(documents: readonly FoundDocument[], signal: AbortSignal): Promise<readonly KnownPair[]>
  /** All pairs from a threshold on, which no view but that of the threshold waits for. */
  replay(signal: AbortSignal): Promise<FoundReplay | { readonly absent: string }>
  /** Where a document stands in the input, `file:record`; undefined if not known. */
  placeOf(document: FoundDocument): string | undefined
  textOf(document: FoundDocument, signal?: AbortSignal): Promise<ShownText>
  /** The answer of the server on two documents; undefined where the page must find it by itself. */
  readonly explain?:
    | ((a: FoundDocument, b: FoundDocument, signal: AbortSignal) => Promise<unknown>)
    | undefined
  readonly reviews: ReviewStore
  /** The address of a view. */
  readonly path: readonly string[]
}

/** @param members the survivor first @param documents of the cluster, also those that are not listed */
export function clusterOfMembers(members: readonly Member[], documents: number): Cluster {
  let lowest = Number.NaN
  for (const { kind, similarity } of members)
    if (kind !== 'kept' && !(similarity >= lowest) && !Number.isNaN(similarity)) lowest = similarity
  const isChained = members.some(
    ({ kind, similarity, rule }) => kind === 'near' && Number.isNaN(similarity) && rule !== 'decision',
  )
  return { documents, members, lowest, isChained }
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
