/** What an index over a store is asked and what it answers. */
import type { DocumentId, TextDocument } from '../../../engine/library/document.ts'
import type { MeasureName } from '../../../methods/contract/method.ts'
import type { GivenResultOptions } from '../../../methods/options/result-options.ts'

/** How a collection is made; compared with what it was made with when it is opened again. */
export interface IndexOptions extends GivenResultOptions {
  /** Fields that make up the text, `b.c` for a path, joined by one line feed; missing ones are left out. */
  readonly text?: readonly string[] | undefined
  /** Whether documents are kept as given; without it matches are measured on stored shingle sets. */
  readonly storeText?: boolean | undefined
}

/**
 * A document as a caller gives it. `expiresAt`: when it may go, as `2030-01-31T12:00:00Z` (any zone, but one), as a day
 * of UTC, or in milliseconds since 1970.
 */
export interface GivenIndexDocument {
  readonly id?: DocumentId | undefined
  readonly expiresAt?: string | number | undefined
  readonly [field: string]: unknown
}

/** The same as a parameter: an object of an interface or a class, too, which has no index signature. */
export type AnyIndexDocument =
  | GivenIndexDocument
  | {
      readonly id?: DocumentId | undefined
      readonly expiresAt?: string | number | undefined
      readonly text?: unknown
    }

export const duplicateChoices = ['add', 'reject', 'skip', 'replace'] as const

/** What happens to a document that matches one that is there. One of the same id is replaced by `replace` only. */
export type OnDuplicate = (typeof duplicateChoices)[number]

export interface AddOptions {
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

export interface CheckOptions {
  /** At most so many matches; all unless given. */
  readonly limit?: number | undefined
  /** Not below that of the collection. */
  readonly threshold?: number | undefined
  /** A document that is not to be named: itself. */
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
  /** `next` of the page before. */
  readonly after?: string | undefined
  /** 1 to 10,000; 100 unless given. */
  readonly limit?: number | undefined
}

export interface ClusterPageOptions extends PageOptions {
  /** Only clusters of at least so many documents; 1 unless given. */
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
  /**
   * Better-ranked first; documents of the collection, or documents that are given. One of these without an id is named
   * by its place in the list, from 0.
   */
  readonly ids?: readonly DocumentId[] | undefined
  readonly documents?: readonly AnyIndexDocument[] | undefined
  /** `kept` compares with kept results only; `all`, the default, with any better-ranked one. */
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
  /** Documents added before go; a time as in `expiresAt`. Unless given, those past their own `expiresAt`. */
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
  /** A check or the matching part of an add: what was proposed, measured and found. */
  matched?(event: {
    readonly candidates: number
    readonly verified: number
    readonly matches: number
  }): void
  stage?(stage: 'sketch' | 'lookup' | 'verify' | 'commit', ms: number): void
  /** Documents taken in by one durable commit. */
  committed?(documents: number): void
}
