/** Bad records of a run on an index: each gets a line; too many of them, or the first one, end the run. */
import type { DocumentId } from '../../engine/library/document.ts'
import { tooManyBad } from '../../files/formats/too-many-bad.ts'
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type ErrorCode, registry } from '../../ground/errors/registry.ts'
import type { RunningOptions } from '../../ground/options/running-options.ts'
import { errorInFlags } from '../terminal/flag-words.ts'
import type { GivenRecord } from './given-documents.ts'

interface BadLine {
  /** Null if the record has none, or could not be read. */
  readonly id: DocumentId | null
  readonly status: 'bad'
  readonly matches: readonly never[]
  readonly at: string
  readonly error: { readonly code: string; readonly message: string }
}

/** Whether the record can be at fault, rather than the store or a limit of the server. */
export function isOfRecord(code: ErrorCode): boolean {
  const { http } = registry[code]
  return http === 400 || http === 413
}

export class BadLines {
  count = 0
  #first: NearsameError | undefined
  readonly #running: Pick<RunningOptions, 'onError' | 'maxBad'>

  constructor(running: Pick<RunningOptions, 'onError' | 'maxBad'>) {
    this.#running = running
  }

  /** @throws the error, if the first one ends the run, or the record is not at fault */
  line(error: NearsameError, { at, id }: GivenRecord): BadLine {
    if (!isOfRecord(error.code) || this.#running.onError === 'stop') throw error
    const { code, message } = errorInFlags(error)
    return { id: id ?? null, status: 'bad', matches: [], at, error: { code, message } }
  }

  /** Counts one bad record, in input order. */
  note(error: NearsameError): void {
    this.#first ??= error
    this.count++
  }

  /** @throws NearsameError TOO_MANY_BAD */
  check(records: number): void {
    const { maxBad } = this.#running
    const { count } = this
    const first = this.#first
    if (first === undefined || count <= maxBad * records) return
    throw tooManyBad({ count, records, maxBad, first }, '; the others have been processed')
  }
}
