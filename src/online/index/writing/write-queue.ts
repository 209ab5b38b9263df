/**
 * Write queue: documents that arrive during a write share the next one, in order of arrival (group commit).
 *
 * One write runs at a time.
 */
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import type { Store } from '../../store/store.ts'
import type { AddResult, IndexObserver } from '../documents/index-types.ts'
import { heavyUnits } from '../matching/heavy-work.ts'
import type { BatchWriter } from './batch-writer.ts'
import type { Prepared } from './intake.ts'

// A commit takes as long for one document as for many; with more than these, reads would wait too long.
const mostDocuments = 256
const mostBytes = 8 * 2 ** 20

interface Waiting {
  /** A promise while another thread works on a long text; its document already has its place in the order. */
  readonly prepared: Prepared | Promise<Prepared>
  readonly done: (result: AddResult) => void
  readonly failed: (error: unknown) => void
}

export class WriteQueue {
  readonly #store: Store
  readonly #writer: BatchWriter
  readonly #observer: IndexObserver
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined

  constructor(store: Store, writer: BatchWriter, observer: IndexObserver) {
    this.#store = store
    this.#writer = writer
    this.#observer = observer
  }

  /** Resolves when the document is durable, or was not added. */
  add(prepared: Prepared | Promise<Prepared>): Promise<AddResult> {
    if (prepared instanceof Promise) prepared.catch(() => {}) // reported when its turn comes
    return new Promise((done, failed) => {
      this.#waiting.push({ prepared, done, failed })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    // Calls of the same turn of the event loop share the write.
    await Promise.resolve()
    while (this.#waiting.length > 0) await this.#write(this.#next())
    this.#running = undefined
  }

  #next(): Waiting[] {
    let count = 0
    for (
      let bytes = 0;
      count < Math.min(mostDocuments, this.#waiting.length) && bytes < mostBytes;
      count++
    ) {
      const { prepared } = this.#waiting[count]
      bytes += prepared instanceof Promise ? heavyUnits : prepared.body.length
    }
    return this.#waiting.splice(0, count)
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const from = performance.now()
    const { prepared, waiting } = await ready(batch)
    try {
      const { results, count } = await this.#store.write(writer => this.#writer.write(writer, prepared))
      if (count > 0) this.#observer.committed?.(count)
      this.#observer.stage?.('commit', performance.now() - from)
      for (const [i, { done }] of waiting.entries()) done(results[i])
    } catch (error) {
      for (const { failed } of waiting) failed(error)
    }
  }
}

/** The prepared documents of a batch; rejects the calls of the others. */
async function ready(batch: readonly Waiting[]): Promise<{ prepared: Prepared[]; waiting: Waiting[] }> {
  const prepared: Prepared[] = []
  const waiting: Waiting[] = []
  for (const each of batch) {
    try {
      prepared.push(each.prepared instanceof Promise ? await each.prepared : each.prepared)
      waiting.push(each)
    } catch (error) {
      each.failed(error)
    }
  }
  return { prepared, waiting }
}

/** Of a call after `close`. */
export function closedError(): NearsameError {
  return new NearsameError('STORE_UNAVAILABLE', {
    expected: 'an open index',
    got: 'a closed one',
    fix: 'make no calls after `close`, or open the collection again',
  })
}
