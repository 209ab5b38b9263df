/** Record fields: all fields of the records of a run, read again, with their values as the input has them. */
import { decodeText } from '../../texts/text/text-bytes.ts'
import type { SourceFormat } from '../formats/format.ts'
import { formats, readerOf } from '../formats/formats.ts'
import { RecordBytes, recordsOf } from './record-bytes.ts'
import type { Run } from './run.ts'

/** By name, in the order of the record: of CSV texts, of JSON any value. */
export type Fields = Readonly<Record<string, unknown>>

/** A record in input order; `document` is absent if it has no text. */
interface FieldsRecord {
  readonly document?: number
  readonly fields: Fields
}

/** All documents, and the records without a text that the run keeps. */
export function* allFields(run: Run): Generator<FieldsRecord> {
  for (const [source, { format }] of run.sources.plain.entries()) {
    const read = fieldsReader(format)
    for (const { document, record } of recordsOf(run, source))
      yield { ...(document !== undefined && { document }), fields: read(record) }
  }
}

/**
 * Reads the fields of a record from its bytes; a text is the field `text`, with `id` if its format has ids.
 *
 * REQUIRES: it could be read before.
 */
export function fieldsReader(format: SourceFormat): (record: Uint8Array) => Fields {
  const reader = readerOf(format)
  const { hasIds } = formats[format.name]
  return record => {
    const fields = reader.fields(record)
    if (fields !== undefined) return fields
    const { id, text } = reader.parse(record)
    return { ...(hasIds && { id }), text: decodeText(text) }
  }
}

/** The fields of documents in any order. */
export function fieldsOf(run: Run): (document: number) => Fields {
  const { documents, sources } = run
  const readers: ((offset: number, length: number) => Fields)[] = []
  const readerOfSource = (source: number) => {
    const bytes = new RecordBytes(run, source)
    const read = fieldsReader(sources.plain[source].format)
    return (offset: number, length: number) => read(bytes.at(offset, length))
  }
  return document => {
    const source = documents.records.sourceOf(document)
    const { offset, length } = documents.placeOf(document)
    readers[source] ??= readerOfSource(source)
    return readers[source](offset, length)
  }
}
