/**
 * nearsame/client: a server of nearsame, asked by a program.
 *
 *     const news = openClient({ url: 'http://127.0.0.1:8080' }).collection('news')
 *     const matches = await news.check(text)
 *     for await (const { id, status } of news.addMany(documents)) …
 *
 * Pure: for browsers, workers, Node, Deno and Bun; it uses `fetch` and nothing else.
 */
export type { ClientOptions } from './client/client-options.ts'
export type {
  CallOptions,
  CheckResult,
  ClientAddManyOptions,
  ClientAddOptions,
  ClientCheckOptions,
  ClientClusterOptions,
  ClientExpireOptions,
  ClientPageOptions,
  CollectionInfo,
  ReadyFigures,
} from './client/client-types.ts'
export type { CollectionClient } from './client/collection-client.ts'
export { type NearsameClient, openClient } from './client/server-client.ts'
export type { DocumentId } from './engine/document.ts'
export { type ErrorParts, isNearsameError, NearsameError } from './errors/nearsame-error.ts'
export type { ErrorCode } from './errors/registry.ts'
export type { Explanation } from './explain/explanation.ts'
export type {
  AddResult,
  AnyIndexDocument,
  ChangesPage,
  Collapsed,
  CollapseRequest,
  GivenIndexDocument,
  IndexChange,
  IndexCluster,
  IndexedDocument,
  IndexMatch,
  IndexOptions,
  IndexPair,
  OnDuplicate,
  Page,
} from './online/index-types.ts'
