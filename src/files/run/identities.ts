/** Identities: the id and position by which output files name a document. */
import type { DocumentId } from '../../engine/library/document.ts'
import { formats } from '../formats/formats.ts'
import type { ParsedRecord } from '../formats/record-format.ts'
import { readId, readValues } from '../work/thread/record-reader.ts'
import type { Run } from './run.ts'

export class Identities {
  readonly #run: Run

  constructor(run: Run) {
    this.#run = run
  }

  /** `file:record` */
  at(document: number): string {
    return this.#run.documents.at(document)
  }

  record(document: number): ParsedRecord {
    return readValues(this.#run.thread, this.#run.documents.placeOf(document))
  }

  /** As in the input; without one, `file:record` (for a file, its name). */
  id(document: number): DocumentId {
    const { documents } = this.#run
    const { path, id: fileId = path, format } = documents.sources[documents.records.sourceOf(document)]
    const { hasIds } = formats[format.name]
    const id = hasIds ? readId(this.#run.thread, documents.placeOf(document)) : undefined
    return id ?? (formats[format.name].isFileEach ? fileId : this.at(document))
  }

  /** The same; a bigint as the text of its digits. */
  plainId(document: number): string | number {
    const id = this.id(document)
    return typeof id === 'bigint' ? String(id) : id
  }
}

/** JSON; integers beyond 2^53 keep all their digits. */
export function idJson(id: DocumentId): string {
  return typeof id === 'bigint' ? String(id) : JSON.stringify(id)
}
