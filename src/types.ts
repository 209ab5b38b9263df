/**
 * Types without a place among the names of `nearsame`: what its functions take and give, part by part, for annotations
 * and declaration files. `nearsame/node` has them, too.
 *
 * @example
 * import type { DeduplicationCounts } from 'nearsame/types'
 * const counts: DeduplicationCounts = (await deduplicate(['a cat', 'a cat'])).counts
 * counts.exact // => 1
 */

export type { DeduplicationCounts } from './engine/deduplicate.ts'
export type { ClusterMember } from './engine/document-cluster.ts'
export type { Comparison } from './explain/comparison.ts'
export type { ShingledText } from './explain/shingle-overlap.ts'
export type { Kernels } from './kernels/kernels.ts'
export type { CollapsedResult, CollapseOptions } from './lsh/collapse.ts'
export type { MeasureName } from './method/method.ts'
export type { Given, Option, Refusal, Resolved } from './options/declare.ts'
export type { Voice } from './options/resolve.ts'
