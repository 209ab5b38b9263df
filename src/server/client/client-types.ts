/** Requests and answers of a client, beside the types of an index. */

import type { ErrorJson } from '../../ground/errors/nearsame-error.ts'
import type { InputFormat } from '../../ground/options/input-options.ts'
import type { LearntModel } from '../../methods/contract/record-columns.ts'
import type { AddOptions } from '../../online/index/calls/add.ts'
import type {
  CheckEachOptions,
  CheckOptions,
  CheckPassagesOptions,
} from '../../online/index/calls/check.ts'
import type { ExpireOptions } from '../../online/index/calls/expire.ts'
import type { ClusterPageOptions, PageOptions, PairPageOptions } from '../../online/index/calls/pages.ts'
import type { AddResult, IndexMatch } from '../../online/index/documents/index-types.ts'
import type { CheckedPassages } from '../../online/index/documents/passage-types.ts'
import type { ImportOptions, importFormats, KeyOptions } from './request-options.ts'

/** Every call can be aborted; it then throws the reason of the signal. */
export interface CallOptions {
  /** Aborts the call, which then throws the reason of the signal. Default: none. */
  readonly signal?: AbortSignal | undefined
}

export interface ClientAddOptions extends KeyOptions, CallOptions {}

export interface ClientAddEachOptions extends AddOptions, CallOptions {}
export interface ClientCheckOptions extends CheckOptions, CallOptions {}
export interface ClientCheckEachOptions extends CheckEachOptions, CallOptions {}
export interface ClientCheckPassagesOptions extends CheckPassagesOptions, CallOptions {}
export interface ClientExpireOptions extends ExpireOptions, CallOptions {}
export interface ClientPageOptions extends PageOptions, CallOptions {}

/** `limit` is the size of one page; the client reads all pages. */
export interface ClientClusterOptions extends ClusterPageOptions, CallOptions {}

export interface ClientPairOptions extends PairPageOptions, CallOptions {}

export interface ClientSearchOptions extends PageOptions, CallOptions {}

/** Of the export of reviews. */
export interface ClientReviewsCsvOptions extends CallOptions {
  /** Whether ids that a spreadsheet would run begin with an apostrophe. Default: false. */
  readonly spreadsheetSafe?: boolean | undefined
}

export interface ClientImportOptions extends ImportOptions, CallOptions {
  /** CSV and TSV have a header; `txt`: a document a line. */
  readonly format: (typeof importFormats)[number]
}

/** An import, as far as it is. */
export interface FileImport {
  readonly id: string
  readonly name: string
  readonly format: InputFormat
  readonly status: 'running' | 'done' | 'failed' | 'cancelled'
  readonly bytes: number
  readonly totalBytes: number | null
  /** Documents with a result. */
  readonly documents: number
  readonly counts: Readonly<Record<AddResult['status'], number>>
  /** The first 1,000; `line` is the number of the record. */
  readonly errors: readonly (ErrorJson & { readonly line: number })[]
  /** ISO 8601. */
  readonly startedAt: string
  readonly endedAt: string | null
  /** Why it failed. */
  readonly error?: ErrorJson
}

/** What the key of a client may do. */
export interface SessionInfo {
  /** Whether the server asks for keys. */
  readonly keys: boolean
  /** Name of the key. */
  readonly client: string | null
  readonly scope: 'read' | 'write' | 'admin'
  readonly version: string
}

export interface CollectionInfo {
  readonly name: string
  /** Resolved options, defaults included. */
  readonly options: Readonly<Record<string, unknown>>
  readonly documents: number
  readonly clusters: number
  /** ISO 8601. */
  readonly createdAt: string
  /** Only where the store reports it. */
  readonly storedBytes?: number
  /** What `records` has learnt, frozen until `retrain`; null before; absent for other methods. */
  readonly model?: LearntModel | null
}

/** The matches of one of many, or its error. */
export interface CheckResult {
  readonly matches: readonly IndexMatch[]
  /** Only of a collection with `passages`. */
  readonly passages?: CheckedPassages
  readonly error?: ErrorJson
}

export interface ReadyFigures {
  readonly status: 'ready'
  readonly collections: number
  readonly documents: number
}
