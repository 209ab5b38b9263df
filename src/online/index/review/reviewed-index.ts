/** Reviewed index: what the page of a collection asks for beside checks and lists, such as reviews and a histogram. */

import type { PairDecision } from '../../../engine/decisions/given-decisions.ts'
import type { DocumentId } from '../../../engine/library/document.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { checkArgument } from '../../../ground/options/arguments.ts'
import { resolve } from '../../../ground/options/resolve.ts'
import { pairValues } from '../../../methods/contract/measures.ts'
import type { Store } from '../../store/store.ts'
import type { InterruptOptions } from '../calls/interrupt.ts'
import type { DocumentSearch } from '../calls/pages.ts'
import {
  type ClusterPageOptions,
  clusterOptions,
  type PageOptions,
  pageOptions,
  searchOptions,
} from '../calls/pages.ts'
import { idOf } from '../documents/given-document.ts'
import type { IndexCluster, Page } from '../documents/index-types.ts'
import type { Matching } from '../matching/matching.ts'
import { type ClusterSizes, type ClusterSurvey, surveyClusters, surveySizes } from './cluster-survey.ts'
import { clustersPageOf } from './clusters-page.ts'
import { KeptSurvey } from './kept-survey.ts'
import { LastReplay } from './last-replay.ts'
import type { CollectionHistogram, CollectionReplay, FoundDocuments } from './review-types.ts'
import {
  checkDecisions,
  checkPairs,
  type Decided,
  keepDecisions,
  type Review,
  reviewsPage,
  withdrawPairs,
} from './reviews.ts'
import { searchTexts } from './search-texts.ts'
import { type Survey, surveyOf } from './survey.ts'

/** More pairs than a page can cluster again in time. */
const mostReplayed = 400_000

export abstract class ReviewedIndex {
  readonly #pairs = new KeptSurvey<Survey>()
  readonly #last = new LastReplay()
  readonly #sizes = new KeptSurvey<ClusterSizes>()
  readonly #figures = new KeptSurvey<ClusterSurvey>()

  /** The open store. @throws NearsameError STORE_UNAVAILABLE */
  protected abstract opened(): { readonly store: Store; readonly matching: Matching; readonly now: number }

  /** What people decided about pairs, by time. */
  async reviews(page: PageOptions = {}): Promise<Page<Review>> {
    return reviewsPage(this.opened().store, resolve(pageOptions, page))
  }

  /**
   * Keeps decisions about pairs, all or none, durably; a pair decided before is decided again. Two documents that are
   * `different` are in two clusters from then on, whatever is added or learnt; their cluster is made again.
   *
   * @param by who decides
   * @throws NearsameError OPTION_VALUE, DOCUMENT_NOT_FOUND, DECISIONS_CONFLICT
   */
  async decide(decisions: readonly PairDecision[], by = '-'): Promise<Decided> {
    checkDecisions(decisions)
    checkArgument(typeof by === 'string', 'by', by, 'a text')
    const { store, matching, now: at } = this.opened()
    const kept = await store.write(writer => keepDecisions(writer, decisions, { matching, by, at }))
    this.forgetSurvey()
    return kept
  }

  /** Removes the decisions about pairs, in either order of their ids; clusters may join. @returns how many */
  async withdraw(pairs: readonly (readonly [DocumentId, DocumentId])[]): Promise<number> {
    checkPairs(pairs)
    const { store, matching, now: at } = this.opened()
    const removed = await store.write(writer => withdrawPairs(writer, pairs, { matching, at }))
    this.forgetSurvey()
    return removed
  }

  /** Documents whose text or id contains something, in any case. Each page takes about a second at most. */
  async search(options: DocumentSearch): Promise<FoundDocuments> {
    const asked = resolve(searchOptions, options)
    const { store, matching } = this.opened()
    return searchTexts(store, matching.settings, asked)
  }

  /** How similar the matching pairs are, and how large the clusters. @throws the reason of the signal */
  async histogram(options: InterruptOptions = {}): Promise<CollectionHistogram> {
    const { measure } = this.opened().matching
    const { similarity, sizes, isCut } = await this.#survey(options)
    const bins: number[] = new Array(20).fill(0)
    for (const value of similarity) bins[Math.max(0, Math.min(19, Math.floor(value * 20)))]++
    const ordered = [...sizes].sort(([a], [b]) => a - b)
    return {
      measure,
      bins: pairValues[measure].isShare ? bins : null,
      pairs: similarity.length,
      sizes: ordered,
      largest: ordered.at(-1)?.[0] ?? 1,
      ...(isCut && { isCut }),
    }
  }

  /**
   * All matching pairs, for clustering them again at higher thresholds.
   *
   * @throws NearsameError OPTION_VALUE if no threshold decides, REQUEST_TOO_LARGE; the reason of the signal
   */
  async replay(options: InterruptOptions = {}): Promise<CollectionReplay> {
    const { store, now } = this.opened()
    const empty = await this.#noPairs()
    const { names, left, right, similarity } = await this.#survey(options)
    if (left.length > mostReplayed) throw tooMany(left.length)
    return {
      ...empty,
      documents: (await store.counts()).documents,
      asOf: new Date(now).toISOString(),
      id: names.map(name => (name === '' ? '' : idOf(name))),
      copyOf: names.map((_, row) => row),
      left: [...left],
      right: [...right],
      similarities: [...similarity],
    }
  }

  /**
   * The last `replay`, at once; a new one begins in the background, at most one a minute. While the first is made, an
   * empty one whose `asOf` is null.
   *
   * @param options the signal ends what runs in the background, too
   * @throws NearsameError OPTION_VALUE if no threshold decides, REQUEST_TOO_LARGE
   */
  async lastReplay(options: InterruptOptions = {}): Promise<CollectionReplay> {
    const { store, now } = this.opened()
    const empty = await this.#noPairs()
    return this.#last.of({ store, now, empty, make: () => this.replay(options) })
  }

  /** A replay before its pairs are found. @throws NearsameError OPTION_VALUE if no threshold decides */
  async #noPairs(): Promise<CollectionReplay> {
    const { store, matching } = this.opened()
    const { decision, result } = matching.settings
    const { method, threshold } = result
    if (decision.kind !== 'measure') throw noThreshold(method)
    const { documents } = await store.counts()
    return {
      ...{ threshold, current: threshold, measure: matching.measure, cluster: 'components', documents },
      ...{ asOf: null, documentsSince: 0, id: [], copyOf: [], left: [], right: [], similarities: [] },
    }
  }

  /**
   * Clusters that pass the filters, by number or in another order. Each shows its first 1,000 members. `after:
   * '7.1000'` gives only cluster 7, with `limit` members beyond its first 1,000, and `next` for the rest.
   *
   * Filters and orders but `minDocuments` go by figures of all clusters, which may be 30 s old if other programs write
   * to the store. They take a pass over the documents of all clusters, but for sizes.
   *
   * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN; the reason of the signal
   */
  async clusters(
    page: ClusterPageOptions = {},
    { signal }: InterruptOptions = {},
  ): Promise<Page<IndexCluster>> {
    const options = resolve(clusterOptions, page)
    const { store, matching, now } = this.opened()
    const surveys = {
      sizes: () => this.#sizes.of(store, now, () => surveySizes(store, signal)),
      figures: () => this.#figures.of(store, now, () => surveyClusters(store, matching, signal)),
    }
    return clustersPageOf({ store, matching, surveys, signal }, options)
  }

  /** Called when documents may have changed. */
  protected forgetSurvey(): void {
    for (const kept of [this.#pairs, this.#sizes, this.#figures]) kept.forget()
  }

  async #survey({ signal }: InterruptOptions): Promise<Survey> {
    const { store, matching, now } = this.opened()
    return this.#pairs.of(store, now, () => surveyOf(store, matching, signal))
  }
}

function noThreshold(method: string): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: 'a collection whose matches have at least a threshold of similarity',
    got: `the method ${method}`,
    fix: 'create the collection with the method minhash',
  })
}

function tooMany(pairs: number): NearsameError {
  return new NearsameError('REQUEST_TOO_LARGE', {
    expected: `at most ${mostReplayed} pairs to replay`,
    got: `${pairs} or more`,
    fix: 'read the pairs page by page',
  })
}
