/** Types of the calls of an index and their results. */
import type { DocumentId, TextDocument } from '../../../engine/library/document.ts'
import type { MeasureName } from '../../../methods/contract/measures.ts'
import type { LearntModel } from '../../../methods/contract/record-columns.ts'
import type { GivenResultOptions } from '../../../methods/options/result-options.ts'

import type { CollectionPassages } from './passage-types.ts'

/** Options of creating a collection; opening it again compares them with those it was created with. */
export interface IndexOptions extends GivenResultOptions {
  /**
   * Fields that make up the text, `b.c` for a path, joined by one line feed; missing fields are skipped. Default:
   * `text`.
   */
  readonly text?: readonly string[] | undefined
  /**
   * Whether the store keeps documents as given; without it matches are measured on stored shingle sets. Default:
   * true.
   */
  readonly storeText?: boolean | undefined
  /** Also finds passages of a checked text in stored documents; needs `storeText`. Default: no passages. */
  readonly passages?: CollectionPassages | undefined
}

/** The fields that the index itself reads. */
interface ReadFields {
  /** Id of the document, a string or a number. Default: a random UUID. */
  readonly id?: DocumentId | undefined
  /**
   * When it expires: a time such as `2030-01-31T12:00:00Z` (any zone, but not without one), a day in UTC, or
   * milliseconds since 1970. Default: never.
   */
  readonly expiresAt?: string | number | undefined
}

/** A document as a caller gives it. */
export interface GivenIndexDocument extends ReadFields {
  readonly [field: string]: unknown
}

/** The same as a parameter: also takes objects of an interface or a class, which lack an index signature. */
export type AnyIndexDocument =
  | GivenIndexDocument
  | (ReadFields & {
      /** The text, or a part of it. Default: none, other fields make it up. */
      readonly text?: unknown
    })

export const duplicateChoices = ['add', 'reject', 'skip', 'replace'] as const

/** What happens to a document that matches a stored one. Only `replace` replaces a document of the same id. */
export type OnDuplicate = (typeof duplicateChoices)[number]

export interface AddOptions {
  /**
   * What happens to a document that matches one in the index: `add` it anyway, `reject` or `skip` it, or let it
   * `replace` its matches. Default: add.
   */
  readonly onDuplicate?: OnDuplicate | undefined
}

/** A document of the collection that a text matches. */
export interface IndexMatch {
  readonly id: DocumentId
  /** By the measure in `measure`. */
  readonly similarity: number
  readonly measure: MeasureName
  /** The exact Jaccard of the shingle sets, if the signatures are equal. */
  readonly jaccard?: number
  readonly cluster: number
}

export interface AddResult {
  readonly id: DocumentId | null
  /**
   * `exists`: a document has its id, and `onDuplicate` is "add" or "reject"; `rejected`: it matches another document,
   * and `onDuplicate` is "reject". Neither is added.
   */
  readonly status: 'added' | 'replaced' | 'skipped' | 'exists' | 'rejected' | 'bad'
  /** What it matched before it was added, best first. */
  readonly matches: readonly IndexMatch[]
  /**
   * Only with `onDuplicate` "add" and more than 256 candidates: those that could not change the cluster were skipped,
   * so there may be more matches, and better ones.
   */
  readonly matchesCut?: true
  /** The cluster of the document, or of what has replaced it since; absent if it was not added. */
  readonly cluster?: number
  /** Why it is bad, or which id exists. */
  readonly error?: { readonly code: string; readonly message: string }
}

export interface CheckEachOptions {
  /** Maximum number of matches, at least 1. Default: all. */
  readonly limit?: number | undefined
  /** Minimum similarity of a match, in [threshold of the collection, 1]. Default: that of the collection. */
  readonly threshold?: number | undefined
}

export interface CheckOptions extends CheckEachOptions {
  /** Id of a document to leave out of the matches, such as the one you ask about. Default: none. */
  readonly except?: DocumentId | undefined
}

export interface IndexedDocument {
  readonly id: DocumentId
  readonly cluster: number
  /** Milliseconds since 1970. */
  readonly addedAt: number
  readonly expiresAt: number | null
  /** As given, without its texts if these are not kept. */
  readonly document: TextDocument | Readonly<Record<string, unknown>>
}

/** A part of a longer list. `next` is the cursor of the part after it; null: this is the last. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: string | null
}

/** A page of changes. `cursor` asks for later changes, now or any time; a cursor of another collection is refused. */
export interface ChangesPage extends Page<IndexChange> {
  readonly cursor: string
}

export interface PageOptions {
  /** `next` of the previous page. Default: the first page. */
  readonly after?: string | undefined
  /** Maximum number of items on the page, in [1, 10,000]. Default: 100. */
  readonly limit?: number | undefined
}

/** Orders of a list of clusters; ties by number. */
export const clusterSorts = ['number', 'largest', 'smallest', 'least-similar', 'most-similar'] as const

/** Why a survivor stays and not a member: it is the first, or a person decided. */
export const memberRules = ['first', 'decision'] as const

/** What a member that gives way is to the survivor: the same text, the same to the method, or only near. */
export const removedKinds = ['exact', 'normalised', 'near'] as const

/** What a member is to the survivor, or that it is the survivor. */
export const memberKinds = ['kept', ...removedKinds] as const

export const clusterOptionNames = [
  ...(['after', 'limit', 'minDocuments', 'maxDocuments', 'minSimilarity', 'maxSimilarity'] as const),
  ...(['kind', 'source', 'rule', 'sort', 'details'] as const),
]

/** Filters that need more than sizes list only clusters of two or more documents. */
export interface ClusterPageOptions extends PageOptions {
  /** Minimum number of documents in a cluster of the page. Default: 1. */
  readonly minDocuments?: number | undefined
  /** Maximum number of documents. Default: no limit. */
  readonly maxDocuments?: number | undefined
  /**
   * Minimum similarity of the member that is least similar to the survivor, the document that a person named, else the
   * first by insertion. Members that do not match the survivor do not count. Default: no limit.
   */
  readonly minSimilarity?: number | undefined
  /** Maximum of the same. Default: no limit. */
  readonly maxSimilarity?: number | undefined
  /**
   * Only clusters with a member that has the same text as the survivor (`exact`), the same words (`normalised`), or is
   * `near`. Default: any.
   */
  readonly kind?: (typeof removedKinds)[number] | undefined
  /** Only clusters with a document whose field `source` is this text. Default: any. */
  readonly source?: string | undefined
  /**
   * Only clusters with a member that gives way because the survivor is the `first`, or by a `decision` of a person.
   * Default: any.
   */
  readonly rule?: (typeof memberRules)[number] | undefined
  /** Order of the clusters, by size or by the similarity above. Default: number. */
  readonly sort?: (typeof clusterSorts)[number] | undefined
  /** Whether each cluster comes with the `details` of its shown members. Default: false. */
  readonly details?: boolean | undefined
}

export interface IndexPair {
  readonly id1: DocumentId
  readonly id2: DocumentId
  readonly measure: MeasureName
  readonly similarity: number
  readonly jaccard?: number
}

export interface IndexCluster {
  readonly cluster: number
  readonly documents: number
  /** Ids by insertion, the first 1,000. */
  readonly members: readonly DocumentId[]
  /** Parallel to `members`; present if `details` was set. */
  readonly details?: readonly MemberDetail[]
}

/** What a member of a cluster is to its survivor. */
export interface MemberDetail {
  /** `kept`: it is the survivor. */
  readonly kind: (typeof memberKinds)[number]
  /** Absent for the survivor, and where the two do not match but others join them. */
  readonly similarity?: number
  /** The field `source` of the document, if it is a text. */
  readonly source?: string
  /** Absent for the survivor. */
  readonly rule?: (typeof memberRules)[number]
}

export interface IndexChange {
  readonly change: number
  readonly kind: 'made' | 'merged' | 'split' | 'ended'
  readonly cluster: number
  /** The cluster it was merged into. */
  readonly into?: number
  /** The cluster it was split from. */
  readonly from?: number
  /** ISO 8601. */
  readonly at: string
}

export interface CollapseRequest {
  /** Ids of documents of the collection, best-ranked first. Default: none, `documents` are given. */
  readonly ids?: readonly DocumentId[] | undefined
  /**
   * Documents, best-ranked first, instead of `ids`. A document without an id gets its place in the list, from 0.
   * Default: none, `ids` are given.
   */
  readonly documents?: readonly AnyIndexDocument[] | undefined
  /** `kept` compares a result only with kept ones, `all` with any better-ranked one. Default: all. */
  readonly chains?: 'all' | 'kept' | undefined
  /** `keep` keeps ids that no document has, uncompared, `refuse` refuses the list. Default: refuse. */
  readonly unknown?: 'refuse' | 'keep' | undefined
}

export interface Collapsed {
  readonly kept: readonly DocumentId[]
  /** With `unknown: 'keep'`: those of the kept ids that no document has. */
  readonly unknown?: readonly DocumentId[]
  readonly dropped: readonly {
    readonly id: DocumentId
    readonly twin: DocumentId
    readonly similarity: number
  }[]
}

export interface ExpireOptions {
  /**
   * Removes documents added before this time, written as in `expiresAt`. Default: removes those past their own
   * `expiresAt`.
   */
  readonly before?: string | number | undefined
}

export interface IndexStats {
  readonly kind: string
  readonly isDurable: boolean
  readonly options: Readonly<Record<string, unknown>>
  readonly documents: number
  readonly clusters: number
  readonly storedBytes: number | null
  readonly wastedBytes: number | null
  /** What `records` has learnt, frozen until `retrain`; null before; absent for other methods. */
  readonly model?: LearntModel | null
}

/**
 * Called for everything that takes time, for metrics. All times in milliseconds. Its errors are ignored: a failing
 * observer must not make a stored document look failed.
 */
export interface IndexObserver {
  /**
   * Called for a check or the matching part of an add, with the numbers proposed, measured and found. Default: not
   * called.
   */
  matched?(event: {
    readonly candidates: number
    readonly verified: number
    readonly matches: number
  }): void
  /** Called when a stage of a call ends, with its milliseconds. Default: not called. */
  stage?(stage: 'sketch' | 'lookup' | 'verify' | 'commit', ms: number): void
  /** Called with the number of documents of one durable commit. Default: not called. */
  committed?(documents: number): void
}
