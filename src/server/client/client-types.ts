/** What a client is asked and what it answers, beside the types of an index. */
import type {
  AddOptions,
  CheckManyOptions,
  CheckOptions,
  ClusterPageOptions,
  ExpireOptions,
  IndexMatch,
  PageOptions,
} from '../../online/index/documents/index-types.ts'

/** Every call may be given up; it then throws the reason of the signal. */
export interface CallOptions {
  /** Ends the call early, which then throws the reason of the signal. Default: none. */
  readonly signal?: AbortSignal | undefined
}

export interface ClientAddOptions extends AddOptions, CallOptions {
  /**
   * The same request under the same key adds its documents once. Default: a key of its own for every call, which the
   * client repeats when no answer comes.
   */
  readonly idempotencyKey?: string | undefined
}

export interface ClientAddManyOptions extends AddOptions, CallOptions {}
export interface ClientCheckOptions extends CheckOptions, CallOptions {}
export interface ClientCheckManyOptions extends CheckManyOptions, CallOptions {}
export interface ClientExpireOptions extends ExpireOptions, CallOptions {}
export interface ClientPageOptions extends PageOptions, CallOptions {}

/** `limit` is that of one page; all pages are read. */
export interface ClientClusterOptions extends ClusterPageOptions, CallOptions {}

export interface CollectionInfo {
  readonly name: string
  /** As resolved, defaults included. */
  readonly options: Readonly<Record<string, unknown>>
  readonly documents: number
  readonly clusters: number
  /** ISO 8601. */
  readonly createdAt: string
  /** Where the store can tell. */
  readonly storedBytes?: number
}

/** What one of many matches, or what is wrong with it. */
export interface CheckResult {
  readonly matches: readonly IndexMatch[]
  readonly error?: { readonly code: string; readonly message: string }
}

export interface ReadyFigures {
  readonly status: 'ready'
  readonly collections: number
  readonly documents: number
}
