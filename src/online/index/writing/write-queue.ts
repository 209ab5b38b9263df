/**
 * Write queue: single documents that come at the same time are written together, in the order they came.
 *
 * One write is under way at a time; what comes meanwhile waits for the next one.
 */
import type { Store } from '../../store/store.ts'
import type { AddResult, IndexObserver } from '../documents/index-types.ts'
import { heavyUnits } from '../matching/heavy-work.ts'
import type { BatchWriter } from './batch-writer.ts'
import type { Prepared } from './intake.ts'

// A commit takes as long for one document as for many; beyond this, others wait too long for a reading between.
const mostDocuments = 256
const mostBytes = 8 * 2 ** 20

interface Waiting {
  /** A long text is still at work elsewhere when its document takes its place in the order. */
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

  /** Resolves when the document is durable, or was not taken in. */
  add(prepared: Prepared | Promise<Prepared>): Promise<AddResult> {
    if (prepared instanceof Promise) prepared.catch(() => {}) // told when its turn comes
    return new Promise((done, failed) => {
      this.#waiting.push({ prepared, done, failed })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    // Whoever asks in the same turn is taken along.
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

/** Those of a batch whose preparation ended well; the others are told. */
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
