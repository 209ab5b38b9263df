/**
 * nearsame/node: all of `nearsame`, and the jobs on files with threads that the command line runs.
 *
 * Functions that end in `Files` resolve their options themselves; the others take requests with resolved options.
 */

export type { Boundary } from '../engine/evaluate/boundary.ts'
export type { MeasuredShare } from '../engine/evaluate/intervals.ts'
export type { ExplainedDocument, Explanation } from '../engine/explain/explanation.ts'
export type { CurvePoint, SettingReport } from '../engine/tune/setting.ts'
export type { DedupeRequest } from '../files/dedupe-outputs/dedupe-request.ts'
export type { IgnoredFile } from '../files/inputs/resolve/input.ts'
export { dedupe } from '../files/jobs/dedupe.ts'
export { explainRecords } from '../files/jobs/explain.ts'
export { match } from '../files/jobs/match.ts'
export {
  type DedupeFilesOptions,
  dedupeFiles,
  type GivenRunEvents,
  type GivenRunOptions,
  type MatchFilesOptions,
  matchFiles,
  type PairsOfFilesOptions,
  type PassagesOfFilesOptions,
  pairsOfFiles,
  passagesOfFiles,
} from '../files/jobs/of-files.ts'
export { pairs } from '../files/jobs/pairs.ts'
export { sign } from '../files/jobs/sign.ts'
export { tune } from '../files/jobs/tune.ts'
export type {
  ExamplePair,
  ProposalEffect,
  TuneReport,
  TuneRequest,
} from '../files/jobs/tune-report.ts'
export type { CommonPassageItem, CoveredItem, PassagesReport } from '../files/passages/passage-requests.ts'
export type {
  BadRecord,
  BandReport,
  DecisionsReport,
  DedupeReport,
  ExplainRequest,
  InputReport,
  MatchReport,
  MatchRequest,
  PairsReport,
  PairsRequest,
  Progress,
  ReportedResultOptions,
  RunEvents,
  RunReport,
  RunRequest,
  SignReport,
  SignRequest,
  StageName,
  StageReport,
} from '../files/requests.ts'
export type { StateReport } from '../files/state-report.ts'
export {
  type GivenInputOptions,
  type InputOptions,
  resolveInputOptions,
} from '../ground/options/input-options.ts'
export {
  type GivenRunningOptions,
  type RunningOptions,
  resolveRunningOptions,
} from '../ground/options/running-options.ts'
export {
  type GivenSpeedOptions,
  resolveSpeedOptions,
  type SpeedOptions,
} from '../ground/options/speed-options.ts'
export type { Measured } from '../methods/contract/online-method.ts'
export type { SharedWordsOptions } from '../methods/longest-words/params.ts'
export type { PostgresPool } from '../online/database/postgres-client.ts'
export { openPostgresCatalogue, type PostgresStoreOptions } from '../online/postgres/open-catalogue.ts'
export { type DataDirectoryOptions, openDataDirectory } from '../online/sqlite/directory/data-directory.ts'
export { type UnseenOptions, unseenTexts } from '../online/sqlite/unseen-texts.ts'
export {
  openPostgresWordTables,
  type PostgresWordTablesOptions,
} from '../online/word-tables/postgres-word-tables.ts'
export {
  openSqliteWordTables,
  type SqliteWordTablesOptions,
} from '../online/word-tables/sqlite-word-tables.ts'
export type { WordMatch } from '../online/word-tables/word-check.ts'
export type { StoredPairs } from '../online/word-tables/word-pairs.ts'
export type { WordTables } from '../online/word-tables/word-tables.ts'
export { type MethodThread, methodThread } from '../online/worker/method-thread.ts'
export { openServer } from '../server/server.ts'
export type { ServerOptions } from '../server/server-options.ts'
export type { NearsameServer } from '../server/start-server.ts'
export type { Figures } from '../server/state/readiness.ts'
export type { LogOptions } from '../server/state/request-log.ts'
export type { ChainReport, ChainRequest, ChainRunEvents, UpdateFormat } from '../solr/jobs/chain-request.ts'
export { chain, openSolrProxy } from '../solr/jobs/solr.ts'
export type { SolrProxy } from '../solr/proxy/solr-proxy.ts'
export type { SolrProxyOptions } from '../solr/proxy/upstream/proxy-options.ts'
export type { SolrOptions } from '../solr/routes/solr-options.ts'
export * from './index.ts'
export * from './online.ts'
export type * from './types.ts'
