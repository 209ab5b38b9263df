/**
 * Idempotency: a request repeated under the same key gets the first answer.
 *
 *     key ─▶ { digest of the request, answer }        evicts the oldest: by number, by bytes, by age
 *
 * Keeps answers with status 200 only; a refused or failed request runs again. While the first request is in progress,
 * the second waits for it. Answers are in memory and lost at a restart; the mark that the store keeps with a document
 * then shows that it was added before.
 *
 * Source: draft-ietf-httpapi-idempotency-key-header, for the header and the statuses.
 */
import { createHash } from 'node:crypto'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { RequestMark } from '../../online/index/documents/request-marks.ts'
import type { ServerLimits } from '../rules/server-limits.ts'

interface Entry {
  readonly digest: string
  readonly answer: Promise<string>
  at: number
  bytes: number
}

/** Bytes of an entry besides its answer. */
const entryBytes = 400

export class Idempotency {
  readonly #entries = new Map<string, Entry>()
  readonly #limits: ServerLimits
  readonly #now: () => number
  #bytes = 0

  constructor(limits: ServerLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /**
   * The answer to the request under that key.
   *
   * @param digest of everything that identifies the request
   * @param work makes the body of the answer; called only if none is kept
   * @throws NearsameError IDEMPOTENCY_KEY when another request used the key; what `work` throws
   */
  async answer(
    key: string,
    digest: string,
    work: () => Promise<string>,
  ): Promise<{ answer: string; isReplayed: boolean }> {
    this.#forgetOld()
    const known = this.#entries.get(key)
    if (known !== undefined) {
      if (known.digest !== digest) throw otherRequest(key)
      return { answer: await known.answer, isReplayed: true }
    }
    const entry: Entry = { digest, answer: work(), at: this.#now(), bytes: 0 }
    this.#entries.set(key, entry)
    try {
      const answer = await entry.answer
      this.#keep(key, entry, entryBytes + 2 * (key.length + answer.length))
      return { answer, isReplayed: false }
    } catch (error) {
      this.#forget(key, entry)
      throw error
    }
  }

  #keep(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return
    entry.bytes = bytes
    this.#bytes += bytes
    this.#forgetOld()
  }

  #forgetOld(): void {
    const { idempotencyBytes, idempotencyKeys, idempotencyMs } = this.#limits
    const now = this.#now()
    const since = now - idempotencyMs
    // In order of arrival.
    for (const [key, entry] of this.#entries) {
      // If the clock was set back, this entry and all behind it would stay until the clock catches up.
      entry.at = Math.min(entry.at, now)
      const isTooMany = this.#entries.size > idempotencyKeys || this.#bytes > idempotencyBytes
      if (!isTooMany && entry.at > since) return
      this.#forget(key, entry)
    }
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry && this.#entries.delete(key)) this.#bytes -= entry.bytes
  }
}

/** For the document at each place of a request: the mark by which a repetition of the request finds it. */
export type MarkAt = (place: number) => RequestMark

export function marksOf(request: string, { idempotencyMs: keptMs }: ServerLimits): MarkAt {
  return place => {
    const digest = createHash('sha256').update(`${place}\n${request}`).digest()
    return { bytes: digest.subarray(0, 16), keptMs }
  }
}

function otherRequest(key: string): NearsameError {
  const shown = key.slice(key.indexOf('\n') + 1)
  return new NearsameError('IDEMPOTENCY_KEY', {
    expected: 'the request that first used this Idempotency-Key',
    got: `another one with ${JSON.stringify(shown.length > 80 ? `${shown.slice(0, 79)}…` : shown)}`,
    fix: 'use a new key for a new request',
  })
}
