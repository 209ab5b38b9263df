/** Types of the calls of an index and their results. */

import type { DocumentId, TextDocument } from '../../../engine/library/document.ts'
import type { ErrorJson } from '../../../ground/errors/nearsame-error.ts'
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

/** Whether a given document was added, or why not. */
export const addStatuses = ['added', 'replaced', 'skipped', 'exists', 'rejected', 'bad'] as const

export interface AddResult {
  readonly id: DocumentId | null
  /**
   * `exists`: a document has its id, and `onDuplicate` is "add" or "reject"; `rejected`: it matches another document,
   * and `onDuplicate` is "reject". Neither is added.
   */
  readonly status: (typeof addStatuses)[number]
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
  readonly error?: ErrorJson
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

/** Orders of a list of clusters; ties by number. */
export const clusterSorts = ['number', 'largest', 'smallest', 'least-similar', 'most-similar'] as const

/** Why a survivor stays and not a member: it is the first, or a person decided. */
export const memberRules = ['first', 'decision'] as const

/** What a member that gives way is to the survivor: the same text, the same to the method, or only near. */
export const removedKinds = ['exact', 'normalised', 'near'] as const

/** What a member is to the survivor, or that it is the survivor. */
export const memberKinds = ['kept', ...removedKinds] as const

export interface IndexPair {
  readonly id1: DocumentId
  readonly id2: DocumentId
  readonly measure: MeasureName
  readonly similarity: number
  readonly jaccard?: number
}

export interface ClusterPage extends Page<IndexCluster> {
  /** Number of clusters that pass the filters; absent in a list by number that has no filter but `minDocuments`. */
  readonly total?: number
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
