/** Identities: the id and position by which output files name a document. */
import type { DocumentId } from '../../engine/library/document.ts'
import { formats } from '../formats/formats.ts'
import { readId } from '../work/thread/record-reader.ts'
import type { Run } from './run.ts'

/** As in the input; without one, `file:record` (for a file, its name). */
export function idOfDocument({ documents, thread }: Run, document: number): DocumentId {
  const { path, id: fileId = path, format } = documents.sources[documents.records.sourceOf(document)]
  const { hasIds, isFileEach } = formats[format.name]
  const id = hasIds ? readId(thread, documents.placeOf(document)) : undefined
  return id ?? (isFileEach ? fileId : documents.at(document))
}

/** The same; a bigint as the text of its digits. */
export function plainId(run: Run, document: number): string | number {
  const id = idOfDocument(run, document)
  return typeof id === 'bigint' ? String(id) : id
}

/** JSON; integers beyond 2^53 keep all their digits. */
export function idJson(id: DocumentId): string {
  return typeof id === 'bigint' ? String(id) : JSON.stringify(id)
}
