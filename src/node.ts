/**
 * nearsame/node: all of `nearsame`, and the jobs on files with threads that the command line runs.
 *
 * The functions that end in `Files` take any options as they come; the others take requests with resolved options.
 */

export { type MariadbWordTablesOptions, openMariadbWordTables } from './adapters/mariadb-word-tables.ts'
export { openPostgresWordTables, type PostgresWordTablesOptions } from './adapters/postgres-word-tables.ts'
export { openSqliteWordTables, type SqliteWordTablesOptions } from './adapters/sqlite-word-tables.ts'
export { type UnseenOptions, unseenTexts } from './adapters/unseen-texts.ts'
export type { WordMatch } from './adapters/word-check.ts'
export type { StoredPairs } from './adapters/word-pairs.ts'
export type { WordTables } from './adapters/word-tables.ts'
export type {
  BadRecord,
  BandReport,
  DedupeReport,
  DedupeRequest,
  ExplainRequest,
  InputReport,
  MatchReport,
  MatchRequest,
  PairsReport,
  PairsRequest,
  Progress,
  RunEvents,
  RunReport,
  RunRequest,
  SignReport,
  SignRequest,
  StageName,
  StageReport,
} from './batch/requests.ts'
export type { MariadbPool } from './database/mariadb-client.ts'
export type { PostgresPool } from './database/postgres-client.ts'
export type { Boundary } from './evaluate/boundary.ts'
export type { MeasuredShare } from './evaluate/intervals.ts'
export type { ExplainedDocument, Explanation } from './explain/explanation.ts'
export * from './index.ts'
export { type ChainReport, type ChainRequest, type ChainRunEvents, chain } from './jobs/chain.ts'
export { dedupe } from './jobs/dedupe.ts'
export { explainRecords } from './jobs/explain.ts'
export { match } from './jobs/match.ts'
export {
  type DedupeFilesOptions,
  dedupeFiles,
  type GivenRunEvents,
  type GivenRunOptions,
  type MatchFilesOptions,
  matchFiles,
  type PairsOfFilesOptions,
  pairsOfFiles,
} from './jobs/of-files.ts'
export { pairs } from './jobs/pairs.ts'
export { sign } from './jobs/sign.ts'
export { type TuneReport, type TuneRequest, tune } from './jobs/tune.ts'
export type { SharedWordsOptions } from './longest-words/shared-words.ts'
export type { Measured } from './online/methods/online-method.ts'
export * from './online.ts'
export { type GivenInputOptions, type InputOptions, resolveInputOptions } from './options/input-options.ts'
export {
  type GivenRunningOptions,
  type RunningOptions,
  resolveRunningOptions,
} from './options/running-options.ts'
export { type GivenSpeedOptions, resolveSpeedOptions, type SpeedOptions } from './options/speed-options.ts'
export type { SolrProxyOptions } from './proxy/proxy-options.ts'
export { openSolrProxy, type SolrProxy } from './proxy/solr-proxy.ts'
export { openRedisCatalogue, type RedisOptions } from './redis/catalogue.ts'
export type { RedisClient } from './redis/client.ts'
export type { LeaseTimes } from './redis/lease.ts'
export type { Figures } from './server/readiness.ts'
export type { LogOptions } from './server/request-log.ts'
export { type NearsameServer, openServer } from './server/server.ts'
export type { ServerOptions } from './server/server-options.ts'
export type { SolrOptions } from './server/solr-routes/solr-options.ts'
export type { UpdateFormat } from './sources/update-commands.ts'
export { type MariadbStoreOptions, openMariadbCatalogue } from './sql/mariadb/mariadb-store.ts'
export { openPostgresCatalogue, type PostgresStoreOptions } from './sql/postgres/postgres-store.ts'
export { type DataDirectoryOptions, openDataDirectory } from './sqlite/directory/data-directory.ts'
export type { CurvePoint, SettingReport } from './tune/setting.ts'
export type * from './types.ts'
export { type MethodThread, methodThread } from './workers/method-thread.ts'
