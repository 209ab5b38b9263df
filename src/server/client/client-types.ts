/** Requests and answers of a client, beside the types of an index. */
import type {
  AddOptions,
  CheckManyOptions,
  CheckOptions,
  ClusterPageOptions,
  ExpireOptions,
  IndexMatch,
  PageOptions,
} from '../../online/index/documents/index-types.ts'

/** Every call can be aborted; it then throws the reason of the signal. */
export interface CallOptions {
  /** Aborts the call, which then throws the reason of the signal. Default: none. */
  readonly signal?: AbortSignal | undefined
}

export interface ClientAddOptions extends AddOptions, CallOptions {
  /**
   * The same request under the same key adds its documents once. Default: a new key for every call, used again when the
   * client repeats the call.
   */
  readonly idempotencyKey?: string | undefined
}

export interface ClientAddManyOptions extends AddOptions, CallOptions {}
export interface ClientCheckOptions extends CheckOptions, CallOptions {}
export interface ClientCheckManyOptions extends CheckManyOptions, CallOptions {}
export interface ClientExpireOptions extends ExpireOptions, CallOptions {}
export interface ClientPageOptions extends PageOptions, CallOptions {}

/** `limit` is the size of one page; the client reads all pages. */
export interface ClientClusterOptions extends ClusterPageOptions, CallOptions {}

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
}

/** The matches of one of many, or its error. */
export interface CheckResult {
  readonly matches: readonly IndexMatch[]
  readonly error?: { readonly code: string; readonly message: string }
}

export interface ReadyFigures {
  readonly status: 'ready'
  readonly collections: number
  readonly documents: number
}
