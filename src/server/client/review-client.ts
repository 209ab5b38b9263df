/** Review client: the routes of a collection for people: reviews, figures, a search, imports of files. */
import type { PairDecision } from '../../engine/decisions/given-decisions.ts'
import type { DocumentId } from '../../engine/library/document.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { checkList, checkNamed } from '../../ground/options/arguments.ts'
import { pageOptions, reviewsCsvOptions } from '../../online/index/calls/pages.ts'
import type { Page } from '../../online/index/documents/index-types.ts'
import type {
  CollectionHistogram,
  CollectionReplay,
  FoundAt,
  FoundDocuments,
} from '../../online/index/review/review-types.ts'
import type { Decided, Review } from '../../online/index/review/reviews.ts'
import { callOptions, signalOf } from './call-checks.ts'
import type {
  CallOptions,
  ClientImportOptions,
  ClientPageOptions,
  ClientReviewsCsvOptions,
  ClientSearchOptions,
  FileImport,
} from './client-types.ts'
import { type Connection, pause } from './connection.ts'
import { allPages, joinedReplay } from './pages.ts'
import { importOptions } from './request-options.ts'
import { givenJson } from './wire-json.ts'

/** Until the server is asked again for what it is making. */
const againMs = 1000

export abstract class ReviewClient {
  /** Its calls are below the path of the collection. */
  protected readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  /** What people decided about pairs, by time, page by page. */
  reviews(options: ClientPageOptions = {}): AsyncGenerator<Review> {
    return this.pages('/reviews', callOptions(options, pageOptions))
  }

  /** All reviews as CSV, which `--decisions` reads. */
  async reviewsCsv(call: ClientReviewsCsvOptions = {}): Promise<string> {
    const { signal, ...query } = callOptions(call, reviewsCsvOptions)
    return (await this.connection.send({ path: '/reviews.csv', query, signal })).text
  }

  /** Keeps decisions about pairs, all or none. @throws NearsameError DOCUMENT_NOT_FOUND, DECISIONS_CONFLICT */
  async decide(decisions: readonly PairDecision[], call: CallOptions = {}): Promise<Decided> {
    const signal = signalOf(call)
    checkList('decisions', decisions, 'decisions')
    const body = givenJson({ reviews: decisions })
    return this.connection.json({ method: 'PUT', path: '/reviews', body, signal })
  }

  /** Removes the decisions about pairs. @returns how many */
  async withdraw(
    pairs: readonly (readonly [DocumentId, DocumentId])[],
    call: CallOptions = {},
  ): Promise<number> {
    const signal = signalOf(call)
    checkList('pairs', pairs, 'pairs of ids')
    const request = { method: 'DELETE', path: '/reviews', body: givenJson({ pairs }), signal } as const
    return (await this.connection.json<{ removed: number }>({ ...request, isSafe: false })).removed
  }

  /** How similar the matching pairs are, and how large the clusters; as of `replay`. */
  async histogram(call: CallOptions = {}): Promise<CollectionHistogram> {
    const signal = signalOf(call)
    return this.#askFound(() => this.connection.json({ path: '/histogram', signal }), signal)
  }

  /**
   * All matching pairs as of the last time they were found; waits while that is the first time.
   *
   * @throws NearsameError OPTION_VALUE, REQUEST_TOO_LARGE
   */
  async replay(call: CallOptions = {}): Promise<CollectionReplay> {
    const signal = signalOf(call)
    const page = (after?: string) =>
      this.connection.json<CollectionReplay>({ path: '/replay', query: { after }, signal })
    return joinedReplay(await this.#askFound(() => page(), signal), page)
  }

  /** Asks until it is found for the first time. */
  async #askFound<T extends FoundAt>(ask: () => Promise<T>, signal: CallOptions['signal']): Promise<T> {
    for (;;) {
      const found = await ask()
      if (found.asOf !== null) return found
      await pause(againMs, signal)
    }
  }

  /** Documents whose text or id contains something: one page, which may be empty before the end. */
  async search(contains: string, options: ClientSearchOptions = {}): Promise<FoundDocuments> {
    const { signal, ...page } = callOptions(options, pageOptions)
    return this.connection.json({ path: '/documents', query: { contains, ...page }, signal })
  }

  /** Adds the records of a file; resolves when the import has ended. */
  async importFile(
    file: Blob | ReadableStream<Uint8Array>,
    options: ClientImportOptions,
  ): Promise<FileImport> {
    checkNamed('file', file)
    const { signal, ...query } = callOptions(options, importOptions)
    const headers = { 'content-type': 'application/octet-stream' }
    const request = { method: 'POST', path: '/imports', query, headers, signal } as const
    const response = await this.connection.stream(request, file)
    return fromJson(await response.text()) as FileImport
  }

  /** Imports that run or ended within the last hour, the latest first. */
  async imports(call: CallOptions = {}): Promise<readonly FileImport[]> {
    const request = { path: '/imports', signal: signalOf(call) }
    return (await this.connection.json<{ items: FileImport[] }>(request)).items
  }

  /** Cancels an import; what it has added stays. @throws NearsameError IMPORT_NOT_FOUND */
  async cancelImport(id: string, call: CallOptions = {}): Promise<void> {
    const path = `/imports/${encodeURIComponent(id)}`
    await this.connection.send({ method: 'DELETE', path, signal: signalOf(call) })
  }

  protected page<T>(path: string, { signal, ...query }: ClientPageOptions): Promise<T> {
    return this.connection.json({ path, query, signal })
  }

  /** All items of a list, page by page. */
  protected pages<T>(path: string, first: ClientPageOptions): AsyncGenerator<T> {
    return allPages(after => this.page<Page<T>>(path, { ...first, after }), first.after)
  }
}
