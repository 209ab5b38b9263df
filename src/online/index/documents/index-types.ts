/** What an index over a store is asked and what it answers. */
import type { DocumentId, TextDocument } from '../../../engine/library/document.ts'
import type { MeasureName } from '../../../methods/contract/measures.ts'
import type { GivenResultOptions } from '../../../methods/options/result-options.ts'

/** How a collection is made; compared with what it was made with when it is opened again. */
export interface IndexOptions extends GivenResultOptions {
  /**
   * Fields that make up the text, `b.c` for a path, joined by one line feed; missing ones are left out. Default:
   * `text`.
   */
  readonly text?: readonly string[] | undefined
  /**
   * Whether the store keeps documents as given; without it matches are measured on stored shingle sets. Default:
   * true.
   */
  readonly storeText?: boolean | undefined
}

/** What an index itself reads of a document. */
interface ReadFields {
  /** Id of the document, a text or a number. Default: a random UUID. */
  readonly id?: DocumentId | undefined
  /**
   * When it may go: as `2030-01-31T12:00:00Z` (any zone, but one), as a day of UTC, or in milliseconds since 1970.
   * Default: never.
   */
  readonly expiresAt?: string | number | undefined
}

/** A document as a caller gives it. */
export interface GivenIndexDocument extends ReadFields {
  readonly [field: string]: unknown
}

/** The same as a parameter: an object of an interface or a class, too, which has no index signature. */
export type AnyIndexDocument =
  | GivenIndexDocument
  | (ReadFields & {
      /** The text, or a part of it. Default: other fields make it up. */
      readonly text?: unknown
    })

export const duplicateChoices = ['add', 'reject', 'skip', 'replace'] as const

/** What happens to a document that matches one that is there. One of the same id is replaced by `replace` only. */
export type OnDuplicate = (typeof duplicateChoices)[number]

export interface AddOptions {
  /**
   * What happens to a document that matches one in the index: `add` it all the same, `reject` or `skip` it, or let it
   * `replace` those it matches. Default: add.
   */
  readonly onDuplicate?: OnDuplicate | undefined
}

/** A document of the collection that a text matches. */
export interface IndexMatch {
  readonly id: DocumentId
  /** In what `measure` names. */
  readonly similarity: number
  readonly measure: MeasureName
  /** The exact Jaccard of the shingle sets, beside an equal signature. */
  readonly jaccard?: number
  readonly cluster: number
}

export interface AddResult {
  readonly id: DocumentId | null
  readonly status: 'added' | 'replaced' | 'skipped' | 'rejected' | 'bad'
  /** What it matched before it was taken in, best first. */
  readonly matches: readonly IndexMatch[]
  /**
   * Only by `onDuplicate` "add", among more than 256 candidates: those that could not change the cluster were passed
   * over, so there may be more matches, and better ones.
   */
  readonly matchesCut?: true
  /** The cluster it is in now, or what replaced it since; absent where it was not taken in. */
  readonly cluster?: number
  /** Why it is bad. */
  readonly error?: { readonly code: string; readonly message: string }
}

export interface CheckManyOptions {
  /** Maximum number of matches, at least 1. Default: all. */
  readonly limit?: number | undefined
  /** Minimum similarity of a match, in [threshold of the collection, 1]. Default: that of the collection. */
  readonly threshold?: number | undefined
}

export interface CheckOptions extends CheckManyOptions {
  /** Id of a document to leave out of the matches, such as the asking one. Default: none. */
  readonly except?: DocumentId | undefined
}

export interface IndexedDocument {
  readonly id: DocumentId
  readonly cluster: number
  /** Milliseconds since 1970. */
  readonly addedAt: number
  readonly expiresAt: number | null
  /** As it was given, without its texts where these are not kept. */
  readonly document: TextDocument | Readonly<Record<string, unknown>>
}

/** A part of a longer list. `next` asks for the part behind it; null: there is none. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: string | null
}

/** A page of changes. `cursor` asks for what comes after it, whenever that will be; one from elsewhere is refused. */
export interface ChangesPage extends Page<IndexChange> {
  readonly cursor: string
}

export interface PageOptions {
  /** `next` of the page before. Default: the first page. */
  readonly after?: string | undefined
  /** Maximum number of items on the page, in [1, 10,000]. Default: 100. */
  readonly limit?: number | undefined
}

export interface ClusterPageOptions extends PageOptions {
  /** Minimum number of documents in a cluster of the page. Default: 1. */
  readonly minDocuments?: number | undefined
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
  /** Ids by insertion; the first 1,000. */
  readonly members: readonly DocumentId[]
}

export interface IndexChange {
  readonly change: number
  readonly kind: 'made' | 'merged' | 'split' | 'ended'
  readonly cluster: number
  /** The cluster that took it in. */
  readonly into?: number
  /** The cluster it came from. */
  readonly from?: number
  /** ISO 8601. */
  readonly at: string
}

export interface CollapseRequest {
  /** Ids of documents of the collection, better-ranked first. Default: none, `documents` are given. */
  readonly ids?: readonly DocumentId[] | undefined
  /**
   * Documents, better-ranked first, instead of `ids`. One without an id is named by its place in the list, from 0.
   * Default: none, `ids` are given.
   */
  readonly documents?: readonly AnyIndexDocument[] | undefined
  /** `kept` compares a result with kept results only, `all` with any better-ranked one. Default: all. */
  readonly chains?: 'all' | 'kept' | undefined
}

export interface Collapsed {
  readonly kept: readonly DocumentId[]
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
}

/**
 * Told of everything that takes time, for metrics. All times in milliseconds. What it throws is passed over, so that a
 * document that is stored is not told to have failed.
 */
export interface IndexObserver {
  /**
   * Called for a check or the matching part of an add: what was proposed, measured and found. Default: not called.
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
