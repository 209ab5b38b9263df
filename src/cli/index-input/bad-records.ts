/** Bad records of a run on an index: each gets a line of its own; too many of them, or the first, end the run. */
import type { DocumentId } from '../../engine/document.ts'
import { NearsameError } from '../../errors/nearsame-error.ts'
import { type ErrorCode, registry } from '../../errors/registry.ts'
import type { RunningOptions } from '../../options/running-options.ts'
import type { GivenRecord } from './given-documents.ts'

export interface BadLine {
  /** Null where the record has none, or could not be read. */
  readonly id: DocumentId | null
  readonly status: 'bad'
  readonly matches: readonly never[]
  readonly at: string
  readonly error: { readonly code: string; readonly message: string }
}

/** Whether a record can be at fault: not for what a store cannot do, or a server does not allow. */
export function isOfRecord(code: ErrorCode): boolean {
  const { http } = registry[code]
  return http === 400 || http === 413
}

export class BadRecords {
  count = 0
  #first: NearsameError | undefined
  readonly #running: Pick<RunningOptions, 'onError' | 'maxBad'>

  constructor(running: Pick<RunningOptions, 'onError' | 'maxBad'>) {
    this.#running = running
  }

  /** @throws the error, when the first one is to end the run, or when no record is to blame for it */
  line(error: NearsameError, { at, id }: GivenRecord): BadLine {
    if (!isOfRecord(error.code) || this.#running.onError === 'stop') throw error
    const { code, message } = error
    return { id: id ?? null, status: 'bad', matches: [], at, error: { code, message } }
  }

  /** Counts one, in the order of the inputs. */
  note(error: NearsameError): void {
    this.#first ??= error
    this.count++
  }

  /** @throws NearsameError TOO_MANY_BAD */
  check(records: number): void {
    const { maxBad } = this.#running
    if (this.#first === undefined || this.count <= maxBad * records) return
    throw new NearsameError('TOO_MANY_BAD', {
      expected: `at most ${maxBad} of the records to be bad`,
      got: `${this.count} of ${records}; the first is ${this.#first.message.replace(/\.$/, '')}`,
      fix: 'mend the input, or allow more with `maxBad`; the others have been worked on',
    })
  }
}
