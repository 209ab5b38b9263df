/**
 * Records of a run on an index that are no documents. Each gets a line: bad ones, of which too many, or the first one,
 * end the run, and those without a text, unless `null` drops them or makes them bad.
 */
import type { DocumentId } from '../../engine/library/document.ts'
import { tooManyBad } from '../../files/formats/too-many-bad.ts'
import { type ErrorJson, errorJson, type NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type ErrorCode, registry } from '../../ground/errors/registry.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import type { RunningOptions } from '../../ground/options/running-options.ts'
import { errorInFlags } from '../terminal/flag-words.ts'
import type { GivenRecord } from './given-documents.ts'

interface BadLine {
  /** Null if the record has none, or could not be read. */
  readonly id: DocumentId | null
  readonly status: 'bad'
  readonly matches: readonly never[]
  readonly at: string
  readonly error: ErrorJson
}

/** The line of a record without a text, which is neither stored nor compared. */
interface NullLine extends Omit<BadLine, 'status' | 'error'> {
  readonly status: 'null'
}

/** Whether the record can be at fault, rather than the store or a limit of the server. */
export function isOfRecord(code: ErrorCode): boolean {
  const { http } = registry[code]
  return http === 400 || http === 413
}

export class BadLines {
  #count = 0
  #lackingCount = 0
  #first: NearsameError | undefined
  #firstLacking: NearsameError | undefined
  readonly #running: Pick<RunningOptions, 'onError' | 'maxBad'>
  readonly #nulls: InputOptions['null']

  constructor(running: Pick<RunningOptions, 'onError' | 'maxBad'>, nulls: InputOptions['null']) {
    this.#running = running
    this.#nulls = nulls
  }

  /** @throws the error, if the first one ends the run, or the record is not at fault */
  line(error: NearsameError, { at, id: known }: GivenRecord): BadLine | NullLine {
    const id = known ?? null
    if (this.isNull(error)) return { id, status: 'null', matches: [], at }
    if (!isOfRecord(error.code) || this.#running.onError === 'stop') throw error
    return { id, status: 'bad', matches: [], at, error: errorJson(errorInFlags(error)) }
  }

  /** Whether the record is not bad, but has no text. */
  isNull(error: NearsameError | undefined): boolean {
    return error?.code === 'TEXT_MISSING' && this.#nulls !== 'bad'
  }

  /** Whether the record gets no line. */
  isDropped(error: NearsameError | undefined): boolean {
    return this.#nulls === 'drop' && this.isNull(error)
  }

  /** Counts one of them, in input order. */
  note(error: NearsameError): void {
    if (this.isNull(error)) {
      if (error.parts.lacksFields !== true) return
      this.#firstLacking ??= error
      this.#lackingCount++
    } else {
      this.#first ??= error
      this.#count++
    }
  }

  /** @throws NearsameError TOO_MANY_BAD; TEXT_MISSING if no record has a text field, as under a wrong name of it */
  check(records: number): void {
    const { maxBad } = this.#running
    if (this.#first !== undefined && this.#count > maxBad * records) {
      const bad = { count: this.#count, records, maxBad, first: this.#first }
      throw tooManyBad(bad, '; the others have been processed')
    }
    if (this.#firstLacking !== undefined && this.#lackingCount + this.#count === records)
      throw this.#firstLacking
  }
}
