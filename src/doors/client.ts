/**
 * nearsame/client: functions to use a nearsame server.
 *
 *     const news = openClient({ url: 'http://127.0.0.1:8080' }).collection('news')
 *     const matches = await news.check(text)
 *     for (const { id, status } of await news.addMany(documents)) …
 *
 * Pure: for browsers, workers, Node, Deno and Bun; needs only `fetch`.
 */

export type { PairDecision } from '../engine/decisions/given-decisions.ts'
export type { Explanation } from '../engine/explain/explanation.ts'
export type { DocumentId } from '../engine/library/document.ts'
export {
  type ErrorJson,
  type ErrorParts,
  isNearsameError,
  NearsameError,
} from '../ground/errors/nearsame-error.ts'
export type { ErrorCode } from '../ground/errors/registry.ts'
export type { OnDuplicate } from '../online/index/calls/add.ts'
export type { CollapseRequest } from '../online/index/calls/collapse.ts'
export type {
  AddResult,
  AnyIndexDocument,
  ChangesPage,
  ClusterPage,
  Collapsed,
  GivenIndexDocument,
  IndexChange,
  IndexCluster,
  IndexedDocument,
  IndexMatch,
  IndexOptions,
  IndexPair,
  Page,
} from '../online/index/documents/index-types.ts'
export type { CheckedPassages, StoredPassage } from '../online/index/documents/passage-types.ts'
export type {
  CollectionHistogram,
  CollectionReplay,
  FoundDocuments,
} from '../online/index/review/review-types.ts'
export type { Decided, Review } from '../online/index/review/reviews.ts'
export type { ClientOptions } from '../server/client/client-options.ts'
export type {
  CallOptions,
  CheckResult,
  ClientAddEachOptions,
  ClientAddOptions,
  ClientCheckOptions,
  ClientCheckPassagesOptions,
  ClientClusterOptions,
  ClientExpireOptions,
  ClientImportOptions,
  ClientPageOptions,
  ClientPairOptions,
  ClientReviewsCsvOptions,
  ClientSearchOptions,
  CollectionInfo,
  FileImport,
  ReadyFigures,
  SessionInfo,
} from '../server/client/client-types.ts'
export type { CollectionClient } from '../server/client/collection-client.ts'
export { type NearsameClient, openClient } from '../server/client/server-client.ts'
