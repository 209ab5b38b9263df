/** Record fields: all fields of the records of a run, read again, with their values as the input has them. */
import type { SourceFormat } from '../formats/format.ts'
import { readerOf } from '../formats/formats.ts'
import { RecordBytes, recordsIn } from './record-bytes.ts'
import type { Run } from './run.ts'

/** By name, in the order of the record: of CSV texts, of JSON any value. */
export type Fields = Readonly<Record<string, unknown>>

/** A record in input order; `document` is absent if it has no text. */
interface FieldsRecord {
  readonly document?: number
  readonly fields: Fields
}

/** All documents, and the records without a text that the run keeps. REQUIRES: records of JSON, CSV or TSV. */
export function* allFields(run: Run): Generator<FieldsRecord> {
  const { documents, sources } = run
  for (let source = 0; source < sources.plain.length; source++) {
    const { format } = sources.plain[source]
    const bytes = new RecordBytes(run, source)
    const read = fieldsReader(format)
    const nulls = documents.nulls.keptOf(source)
    let nextNull = 0
    const end = documents.records.firstDocument(source + 1)
    for (let document = documents.records.firstDocument(source); document <= end; document++) {
      for (; nextNull < nulls.length && nulls[nextNull].document === document; nextNull++) {
        const { offset, length } = nulls[nextNull]
        for (const record of recordsIn(format, bytes.at(offset, length))) yield { fields: read(record) }
      }
      if (document === end) break
      const { offset, length } = documents.placeOf(document)
      yield { document, fields: read(bytes.at(offset, length)) }
    }
  }
}

/** Reads the fields of a record from its bytes. REQUIRES: it could be read before. */
function fieldsReader(format: SourceFormat): (record: Uint8Array) => Fields {
  const reader = readerOf(format)
  return record => reader.fields(record) ?? {}
}

/** The fields of documents in any order. REQUIRES: records of JSON, CSV or TSV. */
export function fieldsOf(run: Run): (document: number) => Fields {
  const { documents, sources } = run
  const readers = sources.plain.map(({ format }) => fieldsReader(format))
  const bytes = sources.plain.map((_, source) => new RecordBytes(run, source))
  return document => {
    const source = documents.records.sourceOf(document)
    const { offset, length } = documents.placeOf(document)
    return readers[source](bytes[source].at(offset, length))
  }
}
