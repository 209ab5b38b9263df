/**
 * nearsame: finds texts that are the same or nearly the same, verifies every pair exactly and says why.
 *
 * The pure library, for browsers, workers and Node: in memory, on one thread. Files and threads are in `nearsame/node`.
 */

export {
  type Deduplication,
  deduplicate,
  type RemovedDocument,
} from './engine/deduplicate.ts'
export type { DocumentId, GivenDocument, GivenDocuments, TextDocument } from './engine/document.ts'
export type { DocumentCluster } from './engine/document-cluster.ts'
export { explain, type TextExplanation } from './engine/explain.ts'
export {
  type DocumentPair,
  type FoundPairs,
  findPairs,
  findTwins,
  type PairsOptions,
} from './engine/find-pairs.ts'
export type { EngineOptions, ReportedOptions } from './engine/settings.ts'
export { containment, jaccard, minHash, shingleHashes, shingles, tokens } from './engine/single-texts.ts'
export { bandKeys, openSketcher, type Sketcher } from './engine/sketcher.ts'
export type { TokenStep, WordSegmenter } from './engine/texts/token-rule.ts'
export { type ErrorParts, isNearsameError, NearsameError } from './errors/nearsame-error.ts'
export type { ErrorCode } from './errors/registry.ts'
export type { DiffRun } from './explain/explanation.ts'
export type { KernelName } from './kernels/kernels.ts'
export { type AgreeingBands, agreeingProbability, chooseAgreeingBands } from './lsh/agreeing-bands.ts'
export { type BandGoal, type BandShape, candidateProbability, chooseBands } from './lsh/banding.ts'
export { clusterByKey } from './lsh/cluster-by-key.ts'
export { collapse } from './lsh/collapse.ts'
export { duplicateProbability, type TrialShape } from './lsh/trials.ts'
export type { KeepRule } from './options/keep-rule.ts'
export {
  type GivenResultOptions,
  type ResultOptions,
  resolveResultOptions,
} from './options/result-options.ts'
export type { Shingle } from './options/shingle-option.ts'
export { wordEditDistance } from './similarity/word-edit-distance.ts'
export { bottomK, estimateJaccardOfBottomK } from './sketch/bottom-k.ts'
export { estimateJaccard } from './sketch/min-hash.ts'
export { type Signature, signatureFromHex, signatureToHex } from './sketch/signature-format.ts'
export { hammingDistance, simHash } from './sketch/sim-hash.ts'
export { version } from './version.ts'
