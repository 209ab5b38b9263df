/**
 * nearsame/node: all of `nearsame`, and the jobs on files with threads that the command line runs.
 *
 * The functions that end in `Files` take any options as they come; the others take requests with resolved options.
 */

export type { ExplainedDocument, Explanation } from './batch/explanation.ts'
export { dedupe } from './batch/node/dedupe.ts'
export { explainRecords } from './batch/node/explain.ts'
export { match } from './batch/node/match.ts'
export {
  type DedupeFilesOptions,
  dedupeFiles,
  type GivenRunOptions,
  type MatchFilesOptions,
  matchFiles,
  type PairsOfFilesOptions,
  pairsOfFiles,
} from './batch/node/of-files.ts'
export { pairs } from './batch/node/pairs.ts'
export { sign } from './batch/node/sign.ts'
export type {
  DedupeReport,
  DedupeRequest,
  ExplainRequest,
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
} from './batch/requests.ts'
export * from './index.ts'
export { resolveInputOptions } from './options/input-options.ts'
export { resolveRunningOptions } from './options/running-options.ts'
export { resolveSpeedOptions } from './options/speed-options.ts'
