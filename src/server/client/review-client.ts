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
import { callOptions } from './call-checks.ts'
import type {
  CallOptions,
  ClientImportOptions,
  ClientPageOptions,
  ClientReviewsCsvOptions,
  ClientSearchOptions,
  FileImport,
} from './client-types.ts'
import { type Connection, pause, type ServerCall } from './connection.ts'
import { allPages, joinedReplay } from './pages.ts'
import { importOptions } from './request-options.ts'
import { givenJson } from './wire-json.ts'

/** Until the server is asked again for what it is making. */
const againMs = 1000

export abstract class ReviewClient {
  /** The connection, and the path of the collection. */
  protected abstract place(): { readonly connection: Connection; readonly path: string }

  /** What people decided about pairs, by time, page by page. */
  reviews(options: ClientPageOptions = {}): AsyncGenerator<Review> {
    const { signal, ...first } = callOptions(options, pageOptions)
    const page = (after: string | undefined) =>
      this.#ask<Page<Review>>({
        method: 'GET',
        path: '/reviews',
        query: { ...first, after },
        isSafe: true,
        signal,
      })
    return allPages(page, first.after)
  }

  /** All reviews as CSV, which `--decisions` reads. */
  async reviewsCsv(call: ClientReviewsCsvOptions = {}): Promise<string> {
    const { signal, ...query } = callOptions(call, reviewsCsvOptions)
    const { connection, path } = this.place()
    const request = { method: 'GET', path: `${path}/reviews.csv`, query, isSafe: true, signal } as const
    return (await connection.send(request)).text
  }

  /** Keeps decisions about pairs, all or none. @throws NearsameError DOCUMENT_NOT_FOUND, DECISIONS_CONFLICT */
  async decide(decisions: readonly PairDecision[], call: CallOptions = {}): Promise<Decided> {
    const { signal } = callOptions(call)
    checkList('decisions', decisions, 'decisions')
    const body = givenJson({ reviews: decisions })
    return this.#ask({ method: 'PUT', path: '/reviews', body, isSafe: true, signal })
  }

  /** Removes the decisions about pairs. @returns how many */
  async withdraw(
    pairs: readonly (readonly [DocumentId, DocumentId])[],
    call: CallOptions = {},
  ): Promise<number> {
    const { signal } = callOptions(call)
    checkList('pairs', pairs, 'pairs of ids')
    const request = {
      method: 'DELETE',
      path: '/reviews',
      body: givenJson({ pairs }),
      isSafe: false,
    } as const
    return (await this.#ask<{ removed: number }>({ ...request, signal })).removed
  }

  /** How similar the matching pairs are, and how large the clusters; as of `replay`. */
  async histogram(call: CallOptions = {}): Promise<CollectionHistogram> {
    const { signal } = callOptions(call)
    return this.#askFound(
      () => this.#ask({ method: 'GET', path: '/histogram', isSafe: true, signal }),
      signal,
    )
  }

  /**
   * All matching pairs as of the last time they were found; waits while that is the first time.
   *
   * @throws NearsameError OPTION_VALUE, REQUEST_TOO_LARGE
   */
  async replay(call: CallOptions = {}): Promise<CollectionReplay> {
    const { signal } = callOptions(call)
    const page = (after?: string) =>
      this.#ask<CollectionReplay>({
        method: 'GET',
        path: '/replay',
        query: { after },
        isSafe: true,
        signal,
      })
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
    const query = { contains, ...page }
    return this.#ask({ method: 'GET', path: '/documents', query, isSafe: true, signal })
  }

  /** Adds the records of a file; resolves when the import has ended. */
  async importFile(
    file: Blob | ReadableStream<Uint8Array>,
    options: ClientImportOptions,
  ): Promise<FileImport> {
    checkNamed('file', file)
    const { signal, ...query } = callOptions(options, importOptions)
    const { connection, path } = this.place()
    const headers = { 'content-type': 'application/octet-stream' }
    const request = { method: 'POST', path: `${path}/imports`, query, headers, signal } as const
    const response = await connection.stream(request, file)
    return fromJson(await response.text()) as FileImport
  }

  /** Imports that run or ended within the last hour, the latest first. */
  async imports(call: CallOptions = {}): Promise<readonly FileImport[]> {
    const { signal } = callOptions(call)
    const { items } = await this.#ask<{ items: FileImport[] }>({
      method: 'GET',
      path: '/imports',
      isSafe: true,
      signal,
    })
    return items
  }

  /** Cancels an import; what it has added stays. @throws NearsameError IMPORT_NOT_FOUND */
  async cancelImport(id: string, call: CallOptions = {}): Promise<void> {
    const { signal } = callOptions(call)
    const { connection, path } = this.place()
    const part = encodeURIComponent(id)
    await connection.send({ method: 'DELETE', path: `${path}/imports/${part}`, isSafe: true, signal })
  }

  #ask<T>(call: ServerCall): Promise<T> {
    const { connection, path } = this.place()
    return connection.json({ ...call, path: path + call.path })
  }
}
