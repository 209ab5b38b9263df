/**
 * Imports: files on their way into collections, with their progress, until an hour after their end.
 *
 *     running ──▶ done │ failed (the connection ended, the store failed) │ cancelled
 *
 * An import lives in the memory of the server. What it has added stays, whatever becomes of it.
 */
import { type ErrorJson, errorJson, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputFormat } from '../../ground/options/input-options.ts'
import { addStatuses } from '../../online/index/documents/index-types.ts'
import { publicError } from '../rules/problem.ts'
import type { AddedInfo } from '../schemas/schemas.ts'

/** Progress of an import, as routes show it. */
export interface ImportState {
  readonly id: string
  readonly name: string
  readonly format: InputFormat
  status: 'running' | 'done' | 'failed' | 'cancelled'
  bytes: number
  readonly totalBytes: number | null
  documents: number
  readonly counts: Record<AddedInfo['status'], number>
  readonly errors: (ErrorJson & { readonly line: number })[]
  readonly startedAt: string
  endedAt: string | null
  error?: ErrorJson
}

/** Of documents by what became of them: none yet. */
export function noCounts(): Record<AddedInfo['status'], number> {
  return Object.fromEntries(addStatuses.map(status => [status, 0])) as ReturnType<typeof noCounts>
}

const keptMs = 3_600_000
const mostErrors = 1_000
/** Imports kept after their end, over all collections. */
const mostEnded = 1_000

export class Import {
  readonly collection: string
  readonly state: ImportState
  readonly #cancelled = new AbortController()
  readonly #now: () => number

  constructor(
    collection: string,
    given: Pick<ImportState, 'id' | 'name' | 'format' | 'totalBytes'>,
    now: () => number,
  ) {
    this.collection = collection
    this.#now = now
    this.state = {
      ...given,
      status: 'running',
      bytes: 0,
      documents: 0,
      counts: noCounts(),
      errors: [],
      startedAt: new Date(now()).toISOString(),
      endedAt: null,
    }
  }

  /** Aborted when it is cancelled. */
  get signal(): AbortSignal {
    return this.#cancelled.signal
  }

  /** REQUIRES: it runs. */
  cancel(): void {
    this.#cancelled.abort()
  }

  /** @param line number of the record */
  take({ status, error }: Pick<AddedInfo, 'status' | 'error'>, line: number): void {
    const { state } = this
    state.documents++
    state.counts[status]++
    if (status === 'bad' && error !== undefined && state.errors.length < mostErrors)
      state.errors.push({ line, ...error })
  }

  /** Ends with its work. @throws what made that fail, unless it was cancelled */
  async follow(work: Promise<void>): Promise<void> {
    try {
      await work
      this.#end()
    } catch (error) {
      this.#end(error)
      if (this.state.status === 'failed') throw error
    }
  }

  /** @param error why it ended early */
  #end(error?: unknown): void {
    const { state } = this
    state.endedAt = new Date(this.#now()).toISOString()
    if (error === undefined) state.status = 'done'
    else if (this.signal.aborted) state.status = 'cancelled'
    else {
      state.status = 'failed'
      state.error = errorJson(publicError(error))
    }
  }
}

export class Imports {
  readonly #now: () => number
  /** By collection and id, in order of their start. */
  readonly #all = new Map<string, Import>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** @throws NearsameError OPTION_VALUE for an id in use */
  start(collection: string, given: Pick<ImportState, 'id' | 'name' | 'format' | 'totalBytes'>): Import {
    this.#forget()
    const key = `${collection}/${given.id}`
    if (this.#all.has(key)) {
      throw new NearsameError('OPTION_VALUE', {
        expected: '`id` to be that of a new import',
        got: JSON.stringify(given.id),
        fix: 'send another id, such as a random UUID',
      })
    }
    const started = new Import(collection, given, this.#now)
    this.#all.set(key, started)
    return started
  }

  /** Those of a collection, the latest first. */
  of(collection: string): ImportState[] {
    this.#forget()
    const all = [...this.#all.values()].filter(each => each.collection === collection)
    return all.reverse().map(({ state }) => state)
  }

  /** @throws NearsameError IMPORT_NOT_FOUND */
  get(collection: string, id: string): Import {
    this.#forget()
    const found = this.#all.get(`${collection}/${id}`)
    if (found !== undefined) return found
    throw new NearsameError('IMPORT_NOT_FOUND', {
      expected: 'the id of an import that runs or ended within the last hour',
      got: JSON.stringify(id),
      fix: 'list them with GET /v1/collections/{name}/imports',
    })
  }

  /** Cancels one that runs, forgets one that has ended. @throws NearsameError IMPORT_NOT_FOUND */
  remove(collection: string, id: string): void {
    const found = this.get(collection, id)
    if (found.state.endedAt === null) found.cancel()
    else this.#all.delete(`${collection}/${id}`)
  }

  #forget(): void {
    const ended = [...this.#all].filter(([, { state }]) => state.endedAt !== null)
    const old = ended.filter(([, { state }]) => Date.parse(state.endedAt as string) < this.#now() - keptMs)
    for (const [key] of old) this.#all.delete(key)
    for (const [key] of ended.slice(0, Math.max(0, ended.length - mostEnded))) this.#all.delete(key)
  }
}
