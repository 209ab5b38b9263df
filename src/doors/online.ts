/**
 * nearsame/online: an index that you can query before adding a document.
 *
 *     const index = await openIndex(memoryStore(), { threshold: 0.8 })
 *     const matches = await index.check(text)
 *     const { status, cluster } = await index.add({ id, text }, { onDuplicate: 'reject' })
 *
 * Pure: for browsers, workers and Node, with a store in memory. Durable stores are in `nearsame/node`.
 */
export type { PairDecision } from '../engine/decisions/given-decisions.ts'
export type { DocumentId } from '../engine/library/document.ts'
export {
  type ErrorJson,
  type ErrorParts,
  isNearsameError,
  NearsameError,
} from '../ground/errors/nearsame-error.ts'
export type { ErrorCode } from '../ground/errors/registry.ts'
export type { Sketch } from '../methods/contract/sketch.ts'
export type { AddOptions, OnDuplicate } from '../online/index/calls/add.ts'
export type { CheckOptions, CheckPassagesOptions } from '../online/index/calls/check.ts'
export type { CollapseRequest } from '../online/index/calls/collapse.ts'
export type { ExpireOptions } from '../online/index/calls/expire.ts'
export type { DocumentSearch, PageOptions } from '../online/index/calls/pages.ts'
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
  IndexObserver,
  IndexOptions,
  IndexPair,
  IndexStats,
  Page,
} from '../online/index/documents/index-types.ts'
export type { CheckedPassages, StoredPassage } from '../online/index/documents/passage-types.ts'
export type { HeavyWork } from '../online/index/matching/heavy-work.ts'
export type { OpenOptions } from '../online/index/matching/open-options.ts'
export type {
  CollectionHistogram,
  CollectionReplay,
  FoundDocuments,
} from '../online/index/review/review-types.ts'
export type { Decided, Review } from '../online/index/review/reviews.ts'
export { openIndex, type TextIndex } from '../online/index/text-index.ts'
export type { Catalogue, CollectionEntry } from '../online/store/catalogue.ts'
export { memoryCatalogue } from '../online/store/memory-catalogue.ts'
export { memoryStore } from '../online/store/memory-store.ts'
export type * from '../online/store/store.ts'
