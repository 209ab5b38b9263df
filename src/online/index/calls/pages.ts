/** Options of lists that are read page by page. */

import {
  choice,
  flag,
  type Given,
  number,
  options,
  type Resolved,
  required,
  text,
  whole,
} from '../../../ground/options/declare.ts'
import { runningOptions } from '../../../ground/options/running-options.ts'
import { clusterSorts, memberRules, removedKinds } from '../documents/index-types.ts'
import { anyText } from './call-values.ts'

export const pageOptions = options({
  after: anyText({
    placeholder: 'cursor',
    doc: '`next` of the previous page',
    defaultText: 'the first page',
  }),
  limit: whole({ from: 1, to: 10_000, default: 100, doc: 'maximum number of items on the page' }),
})

export type PageOptions = Given<typeof pageOptions>

export type ResolvedPage = Resolved<typeof pageOptions>

export const pairPageOptions = options({
  ...pageOptions,
  cluster: whole({
    from: 1,
    to: 2 ** 32 - 1,
    default: undefined,
    defaultText: 'all',
    doc: 'only pairs of documents of the cluster with this number',
  }),
})

export type PairPageOptions = Given<typeof pairPageOptions>

export type ResolvedPairPage = Resolved<typeof pairPageOptions>

const size = { from: 1, to: 2 ** 31 }
const least =
  'similarity of the member that is least similar to the survivor (which a person named, or is the first) among ' +
  'those that match it'
const any = { default: undefined, defaultText: 'any' }

/** Filters that need more than sizes list only clusters of two or more documents. */
export const clusterOptions = options({
  ...pageOptions,
  minDocuments: whole({ ...size, default: 1, doc: 'minimum number of documents per cluster' }),
  maxDocuments: whole({
    ...size,
    default: undefined,
    defaultText: 'no limit',
    doc: 'maximum number of documents per cluster',
  }),
  minSimilarity: number({ from: 0, default: undefined, defaultText: 'no limit', doc: `minimum ${least}` }),
  maxSimilarity: number({ from: 0, default: undefined, defaultText: 'no limit', doc: `maximum ${least}` }),
  kind: choice(removedKinds, {
    ...any,
    doc:
      'only clusters with a member that has the same text as the survivor (`exact`), the same words ' +
      '(`normalised`), or is `near`',
  }),
  source: anyText({
    placeholder: 'text',
    defaultText: 'any',
    doc: 'only clusters with a document whose field `source` is this text',
  }),
  rule: choice(memberRules, {
    ...any,
    doc:
      'only clusters with a member that gives way because the survivor is the `first`, or by a `decision` of ' +
      'a person',
  }),
  sort: choice(clusterSorts, {
    default: 'number',
    doc: 'order of the clusters, by size or by the similarity above',
  }),
  details: flag({ doc: 'whether each cluster comes with the `details` of its shown members' }),
})

export type ClusterPageOptions = Given<typeof clusterOptions>

export type ResolvedClusterPage = Resolved<typeof clusterOptions>

export const replayOptions = options({
  ...pageOptions,
  limit: whole({
    from: 1,
    to: 100_000,
    default: 100_000,
    doc: 'maximum number of documents, and of pairs, on the page',
  }),
})

export type ReplayPageOptions = Given<typeof replayOptions>

export const searchOptions = options({
  contains: required(
    text({ placeholder: 'text', default: '', doc: 'a part of a text or an id, in any case' }),
  ),
  ...pageOptions,
})

export interface DocumentSearch extends PageOptions {
  /** A part of a text or an id, in any case. */
  readonly contains: string
}

export type ResolvedSearch = Resolved<typeof searchOptions>

/** Of the reviews as CSV. */
export const reviewsCsvOptions = options({ spreadsheetSafe: runningOptions.spreadsheetSafe })
