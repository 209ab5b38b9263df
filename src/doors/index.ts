/**
 * nearsame: finds texts that are the same or nearly the same, verifies every pair exactly and says why.
 *
 * The pure library, for browsers, workers and Node: in memory, on one thread. Files and threads are in `nearsame/node`.
 */

export { clusterByKey } from '../engine/cluster/cluster-by-key.ts'
export type { DiffRun } from '../engine/explain/explanation.ts'
export {
  type Deduplication,
  deduplicate,
  type RemovedDocument,
} from '../engine/library/deduplicate.ts'
export type {
  DocumentId,
  GivenDocument,
  GivenDocuments,
  TextDocument,
} from '../engine/library/document.ts'
export type { DocumentCluster } from '../engine/library/document-cluster.ts'
export { explain, type TextExplanation } from '../engine/library/explain.ts'
export {
  type DocumentPair,
  type FoundPairs,
  findPairs,
  findTwins,
  type PairsOptions,
} from '../engine/library/find-pairs.ts'
export type { EngineOptions, ReportedOptions } from '../engine/library/settings.ts'
export {
  containment,
  jaccard,
  minHash,
  shingleHashes,
  shingles,
  tokens,
} from '../engine/library/single-texts.ts'
export { bandKeys, openSketcher, type Sketcher } from '../engine/library/sketcher.ts'
export { findPassagesAgainst } from '../engine/passages/find-against.ts'
export { findPassages } from '../engine/passages/find-passages.ts'
export { type ErrorParts, isNearsameError, NearsameError } from '../ground/errors/nearsame-error.ts'
export type { ErrorCode } from '../ground/errors/registry.ts'
export type { KeepRule } from '../ground/options/keep-rule.ts'
export type { Shingle } from '../ground/options/shingle-option.ts'
export { version } from '../ground/version.ts'
export {
  type GivenResultOptions,
  type ResultOptions,
  resolveResultOptions,
} from '../methods/options/result-options.ts'
export type { KernelName } from '../texts/kernels/layout/kernels.ts'
export {
  type AgreeingBands,
  agreeingProbability,
  chooseAgreeingBands,
} from '../texts/lsh/agreeing-bands.ts'
export { type BandGoal, type BandShape, candidateProbability, chooseBands } from '../texts/lsh/banding.ts'
export { collapse } from '../texts/lsh/collapse.ts'
export { duplicateProbability, type TrialShape } from '../texts/lsh/trials.ts'
export { wordEditDistance } from '../texts/similarity/word-edit-distance.ts'
export { bottomK, estimateJaccardOfBottomK } from '../texts/sketch/bottom-k.ts'
export { estimateJaccard } from '../texts/sketch/min-hash.ts'
export { type Signature, signatureFromHex, signatureToHex } from '../texts/sketch/signature-format.ts'
export { hammingDistance, simHash } from '../texts/sketch/sim-hash.ts'
export type { TokenStep, WordSegmenter } from '../texts/workspace/token-rule.ts'
