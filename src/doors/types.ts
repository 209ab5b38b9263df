/**
 * nearsame/types: types that `nearsame` itself does not export, for annotations and declaration files: the parts of its
 * functions' arguments and results. `nearsame/node` has them, too.
 *
 * @example
 * import type { DeduplicationCounts } from 'nearsame/types'
 * const counts: DeduplicationCounts = (await deduplicate(['a cat', 'a cat'])).counts
 * counts.exact // => 1
 */

export type { DecisionCounts, PairDecision } from '../engine/decisions/given-decisions.ts'
export type { Comparison } from '../engine/explain/comparison.ts'
export type { CommonPassage } from '../engine/explain/explanation.ts'
export type { ShingledText } from '../engine/explain/shingle-overlap.ts'
export type { DeduplicateOptions, DeduplicationCounts } from '../engine/library/deduplicate.ts'
export type { FieldDocument, FieldDocuments } from '../engine/library/document.ts'
export type { ClusterMember } from '../engine/library/document-cluster.ts'
export type {
  AgainstOptions,
  CommonDocument,
  CoveredDocument,
  FoundAgainst,
} from '../engine/passages/find-against.ts'
export type { FoundPassages, PassagesOptions } from '../engine/passages/find-passages.ts'
export type { Passage, PassagePlace } from '../engine/passages/passages.ts'
export type { ErrorJson } from '../ground/errors/nearsame-error.ts'
export type {
  FileContents,
  Given,
  NumberBounds,
  Option,
  Refusal,
  Resolved,
} from '../ground/options/declare.ts'
export type { Voice } from '../ground/options/resolve.ts'
export type { MeasureName } from '../methods/contract/measures.ts'
export type { ColumnAgreement, PairByColumns, PairFate } from '../methods/contract/pair-by-columns.ts'
export type { ColumnNote, ColumnNotes, LearntModel } from '../methods/contract/record-columns.ts'
export type { CollectionPassages } from '../online/index/documents/passage-types.ts'
export type { Kernels } from '../texts/kernels/layout/kernels.ts'
export type { CollapsedResult, CollapseOptions } from '../texts/lsh/collapse.ts'
export type { TextSpan } from '../texts/passages/placed-text.ts'
