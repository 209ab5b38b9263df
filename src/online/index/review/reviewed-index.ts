/** Reviewed index: what the page of a collection asks for beside checks and lists, such as reviews and a histogram. */

import type { PairDecision } from '../../../engine/decisions/given-decisions.ts'
import type { DocumentId } from '../../../engine/library/document.ts'
import { checkArgument } from '../../../ground/options/arguments.ts'
import { resolve } from '../../../ground/options/resolve.ts'
import type { Store } from '../../store/store.ts'
import { type InterruptOptions, unlessAborted } from '../calls/interrupt.ts'
import type { DocumentSearch } from '../calls/pages.ts'
import {
  type ClusterPageOptions,
  clusterOptions,
  type PageOptions,
  pageOptions,
  type ReplayPageOptions,
  replayOptions,
  searchOptions,
} from '../calls/pages.ts'
import type { ClusterPage, Page } from '../documents/index-types.ts'
import type { ClusterSizes, ClusterSurvey, Survey } from '../documents/survey-types.ts'
import type { Matching } from '../matching/matching.ts'
import { badCursor, cursorOf } from '../reading/pages.ts'
import { surveyClusters, surveySizes } from './cluster-survey.ts'
import { clustersPageOf } from './clusters-page.ts'
import { KeptSurvey } from './kept-survey.ts'
import { type KnownSurvey, LastSurvey } from './last-survey.ts'
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
import { histogramOf, noThreshold, type ReplayPlace, replayPage } from './shown-survey.ts'
import { surveyOf } from './survey.ts'

export abstract class ReviewedIndex {
  readonly #pairs = new KeptSurvey<Survey>()
  readonly #last = new LastSurvey()
  readonly #sizes = new KeptSurvey<ClusterSizes>()
  /** Of clusters of two or more, which are far fewer where most documents are alone. */
  readonly #largerSizes = new KeptSurvey<ClusterSizes>()
  readonly #figures = new KeptSurvey<ClusterSurvey>()
  /** Those by which the last list began. */
  #listed: ClusterSurvey | undefined

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
    return histogramOf(await this.#fresh(options), this.opened().matching.measure)
  }

  /** The last `histogram`, as `lastReplay` is the last replay; of no pairs while the first is made. */
  async lastHistogram(options: InterruptOptions = {}): Promise<CollectionHistogram> {
    return histogramOf(await this.#known(options), this.opened().matching.measure)
  }

  /**
   * All matching pairs, for clustering them again at higher thresholds.
   *
   * @throws NearsameError OPTION_VALUE if no threshold decides, REQUEST_TOO_LARGE; the reason of the signal
   */
  async replay(options: InterruptOptions = {}): Promise<CollectionReplay> {
    const place = await this.#replayPlace()
    return replayPage(place, await this.#fresh(options))
  }

  /**
   * The last `replay`, at once, page by page; a new one begins in the background, at most one a minute. While the first
   * is made, an empty one whose `asOf` is null.
   *
   * @param options the signal ends what runs in the background, too
   * @throws NearsameError OPTION_VALUE if no threshold decides, or for a page of pairs that were found again twice
   * since; REQUEST_TOO_LARGE
   */
  async lastReplay(
    page: ReplayPageOptions = {},
    options: InterruptOptions = {},
  ): Promise<CollectionReplay> {
    const asked = resolve(replayOptions, page)
    const place = await this.#replayPlace()
    const { after } = asked
    const known = await this.#known(options, after === undefined ? undefined : cursorOf(asked, 3)[0])
    if (known === undefined && after !== undefined)
      throw badCursor(after, ', of pairs that were found again')
    return replayPage(place, known, asked)
  }

  /** @throws NearsameError OPTION_VALUE if no threshold decides */
  async #replayPlace(): Promise<ReplayPlace> {
    const { store, matching } = this.opened()
    const { decision, result } = matching.settings
    const { method, threshold } = result
    if (decision.kind !== 'measure') throw noThreshold(method)
    return { threshold, measure: matching.measure, documents: (await store.counts()).documents }
  }

  async #fresh(options: InterruptOptions): Promise<KnownSurvey> {
    const { now: began, store } = this.opened()
    const { documents } = await store.counts()
    return { survey: await this.#survey(options), began, documents, documentsSince: 0 }
  }

  async #known(options: InterruptOptions, began?: number): Promise<KnownSurvey | undefined> {
    const { store, now } = this.opened()
    return this.#last.of({ store, now, make: () => this.#survey(options) }, began)
  }

  /**
   * Clusters that pass the filters, by number or in another order. Each shows its first 1,000 members. `after:
   * '7.1000'` gives only cluster 7, with `limit` members beyond its first 1,000, and `next` for the rest.
   *
   * Filters and orders but `minDocuments` go by figures of all clusters, which take a pass over their documents, but
   * for sizes. If other programs write to the store, they may be 30 s old, or ten times as old as that pass takes. The
   * pages behind a cursor go by those of the last list that began.
   *
   * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN; the reason of the signal
   */
  async clusters(page: ClusterPageOptions = {}, { signal }: InterruptOptions = {}): Promise<ClusterPage> {
    const options = resolve(clusterOptions, page)
    const { store, matching, now } = this.opened()
    const surveys = {
      sizes: (least: number) =>
        least < 2
          ? this.#sizes.of(store, now, () => surveySizes(store, 1, signal))
          : this.#largerSizes.of(store, now, () => surveySizes(store, 2, signal)),
      figures: async () => {
        // A cursor is a place in an order, so the rest of a list needs none that are newer.
        if (options.after === undefined || this.#listed === undefined)
          this.#listed = await this.#clusterFigures(signal)
        return this.#listed
      },
    }
    return clustersPageOf({ store, matching, surveys, signal }, options)
  }

  #clusterFigures(signal: InterruptOptions['signal']): Promise<ClusterSurvey> {
    const { store, matching, now } = this.opened()
    return this.#figures.of(store, now, async () =>
      unlessAborted(
        matching.surveyed<ClusterSurvey>(store.folder, 'figures') ??
          surveyClusters(store, matching, signal),
        signal,
      ),
    )
  }

  /** Called when documents may have changed. */
  protected forgetSurvey(): void {
    for (const kept of [this.#pairs, this.#sizes, this.#largerSizes, this.#figures]) kept.forget()
  }

  async #survey({ signal }: InterruptOptions): Promise<Survey> {
    const { store, matching, now } = this.opened()
    return this.#pairs.of(store, now, async () =>
      unlessAborted(
        matching.surveyed<Survey>(store.folder, 'pairs') ?? surveyOf(store, matching, signal),
        signal,
      ),
    )
  }
}
