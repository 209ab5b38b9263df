/**
 * WARC: from the records of a web archive to a JSON line for each text.
 *
 *     conversion (WET), resource of text/plain     the content
 *     response with text/plain                     the body of the HTTP message
 *     the same of HTML                             likewise, with its tags, if pages are read
 *     everything else                              counted by its kind
 *
 * A line is `{"id": target URI, "date": WARC-Date, "text": ...}`; a record without an address is named
 * `file:record`, where only lines count. A text that cannot be read is a line with its error, which the reader of
 * `warcFormat` throws. Strings are written byte by byte, so bytes that are not UTF-8 are found where records are
 * parsed.
 */
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { atPlace } from '../../ground/errors/place.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { defineFormat, type LineSettings, type ObjectsFormat } from './format.ts'
import { jsonFields, jsonReader } from './jsonl-format.ts'
import { recordTooLong } from './record-format.ts'
import { headersEnd, mediaOf, parseHeaders } from './warc/headers.ts'
import { htmlCharset } from './warc/html-charset.ts'
import { pages } from './warc/textless.ts'
import { type WarcRecord, WarcRecords } from './warc/warc-records.ts'
import { inUtf8, payloadText } from './warc-payload.ts'

/** Bytes in which the headers of an HTTP message must end. */
const mostHeaders = 2 ** 18
/** Bytes of lines handed on at once. */
const batchBytes = 2 ** 20

const errorStart = '{"error":'

interface WarcSettings extends LineSettings {
  /** Why the archive breaks off, for each piece without a byte. */
  readonly faults: NearsameError[]
}

/** @throws NearsameError WARC_INVALID */
export async function* warcLines(
  pieces: AsyncIterable<Uint8Array>,
  settings: WarcSettings,
): AsyncGenerator<Uint8Array> {
  const records = new WarcRecords(pieces, settings.faults, settings.maxRecord)
  const name = Buffer.from(settings.name).toString('latin1')
  let lines = ''
  let count = 0
  let first: NearsameError | undefined
  try {
    for (let record = await records.next(); record !== undefined; record = await records.next()) {
      const text = isNearsameError(record) ? record : await textOf(records, record, settings)
      const wrong = isNearsameError(record) ? record : await records.finish()
      first ??= wrong
      const read = wrong ?? text
      if (typeof read === 'string') settings.onTextless(read)
      else lines += lineOf(record, read, `${name}:${++count}`)
      if (lines.length < batchBytes || records.count === 0) continue
      yield Buffer.from(lines, 'latin1')
      lines = ''
    }
    if (first !== undefined && records.count === 0) throw atPlace(first, settings.name)
    if (lines !== '') yield Buffer.from(lines, 'latin1')
  } finally {
    await records.close()
  }
}

/** A text as JSON writes it, in Latin-1: every byte of the text is a code unit. */
interface Quoted {
  readonly json: string
}

/** The text of a record, or its error; the kind of one that is not read. */
async function textOf(
  records: WarcRecords,
  record: WarcRecord,
  settings: WarcSettings,
): Promise<Quoted | NearsameError | string> {
  const { fields, length } = record
  const { maxRecord: most } = settings
  const kind = fields.get('warc-type')?.toLowerCase() ?? 'without a type'
  const { type, charset } = mediaOf(fields.get('content-type'))
  if (!['conversion', 'resource', 'response'].includes(kind)) return kind
  if (fields.has('warc-segment-number')) return `${kind} in segments`
  if (kind === 'response')
    return type === 'application/http' ? responseText(records, length, settings) : kindOf(kind, type)
  if (!isText(type, settings) && !(type === '' && kind === 'conversion')) return kindOf(kind, type)
  if (length > most) return recordTooLong(length, most)
  const content = await records.take(length)
  return quoted(() => inUtf8(content, pages.has(type) ? htmlCharset(content, charset) : charset), most)
}

async function responseText(
  records: WarcRecords,
  length: number,
  settings: WarcSettings,
): Promise<Quoted | NearsameError | string> {
  const start = await records.take(mostHeaders)
  const end = headersEnd(start)
  if (end < 0) return 'response without HTTP headers'
  const headers = parseHeaders(start.subarray(0, end))
  const { type } = mediaOf(headers.fields.get('content-type'))
  if (!isText(type, settings)) return kindOf('response', type)
  const { maxRecord: most } = settings
  if (length > most) return recordTooLong(length, most)
  const body = Buffer.concat([start.subarray(end), await records.take(length)])
  return quoted(() => payloadText(headers, body, most), most)
}

function isText(type: string, { html }: WarcSettings): boolean {
  return type === 'text/plain' || (html && pages.has(type))
}

const kindOf = (kind: string, type: string) => `${kind} of ${type === '' ? 'no media type' : type}`

function quoted(read: () => Buffer, most: number): Quoted | NearsameError {
  try {
    return { json: JSON.stringify(read().toString('latin1')) }
  } catch (error) {
    if (error instanceof RangeError) return recordTooLong('more', most) // of control characters, six bytes each
    if (isNearsameError(error)) return error
    throw error
  }
}

/** In Latin-1, as the values of the headers are. @param place the id of a record without an address */
function lineOf(record: WarcRecord | NearsameError, text: Quoted | NearsameError, place: string): string {
  const fields = 'fields' in record ? record.fields : new Map<string, string>()
  const uri = fields.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1') ?? place
  const date = fields.get('warc-date')
  const dated = date === undefined ? '' : `"date":${JSON.stringify(date)},`
  const head = `"id":${JSON.stringify(uri)},${dated}`
  if ('json' in text) return `{${head}"text":${text.json}}\n`
  const { expected, got, fix } = text.parts
  const error = JSON.stringify({ code: text.code, expected, got, fix })
  return `${errorStart}${error},${head}"text":null}\n`
}

const words = {
  expected: 'the text of a record as JSON',
  fix: 'correct this record of the archive',
  encodingFix: 'correct the charset in the headers of the record, or leave it out',
}

/** A line with an error is a bad record. */
export const warcFormat = defineFormat<ObjectsFormat>({
  extensions: ['warc', 'wet'],
  cut: { by: 'line' },
  hasIds: true,
  hasFields: true,
  keptNames: ['jsonl'],
  isConverted: true,
  lines(open, settings) {
    const faults: Parameters<typeof open>[0] = []
    return warcLines(open(faults), { ...settings, faults })
  },
  reader({ choice }) {
    const lines = jsonReader(choice, words)
    return {
      isBlank: lines.isBlank,
      parse(record) {
        throwError(record)
        return lines.parse(record)
      },
      fields(record) {
        throwError(record)
        return jsonFields(record, fromJson, words)
      },
      asGiven(record) {
        const { error, text, ...headers } = errorLine(record) ?? {}
        return error === undefined ? record : Buffer.from(JSON.stringify(headers))
      },
    }
  },
})

/** @throws NearsameError of a line that has one */
function throwError(line: Uint8Array): void {
  const found = errorLine(line)
  if (found === undefined) return
  const { code, ...parts } = found.error
  throw new NearsameError(code, parts)
}

/** The values of a line with an error; undefined for any other. */
function errorLine(line: Uint8Array) {
  const isError = Buffer.from(line.subarray(0, errorStart.length)).toString('latin1') === errorStart
  return isError ? JSON.parse(Buffer.from(line).toString()) : undefined
}
