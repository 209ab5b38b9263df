/** Record fields: all fields of the records of a run, read again, with their values as the input has them. */
import { decodeText } from '../../texts/text/text-bytes.ts'
import type { SourceFormat } from '../formats/format.ts'
import { formats, readerOf } from '../formats/formats.ts'
import { readBytes } from '../work/thread/record-reader.ts'
import { recordsOf } from './record-bytes.ts'
import type { Run } from './run.ts'

/** By name, in the order of the record: of CSV texts, of JSON any value. */
export type Fields = Readonly<Record<string, unknown>>

/** All documents, and the records without a text that the run keeps, which have no `document`. */
export function* allFields(run: Run) {
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
export function fieldsOf({ documents, thread }: Run): (document: number) => Fields {
  const readers: ReturnType<typeof fieldsReader>[] = []
  return document => {
    const place = documents.placeOf(document)
    const number = documents.records.sourceOf(document)
    readers[number] ??= fieldsReader(place.source.format)
    return readers[number](readBytes(thread, place))
  }
}

/** Names are read once, however many outputs of a run ask for them. */
const namesOfRuns = new WeakMap<Run, Promise<ReadonlySet<string>>>()

/** The names of all fields, by first appearance. REQUIRES: the run is scanned. */
export function fieldNames(run: Run): Promise<ReadonlySet<string>> {
  const names = namesOfRuns.get(run) ?? readNames(run)
  namesOfRuns.set(run, names)
  return names
}

async function readNames(run: Run): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  let seen = 0
  for (const { fields } of allFields(run)) {
    for (const name of Object.keys(fields)) names.add(name)
    if (++seen % 64 === 0) await run.rest()
  }
  return names
}
