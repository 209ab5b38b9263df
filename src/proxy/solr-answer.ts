/**
 * Answers of the proxy's own, in the shape of Solr's: a failure as JSON, XML or javabin, whichever the
 * client reads.
 *
 *     responseHeader: { status, QTime }, error: { metadata, msg, code }
 *
 * The metadata name Java's classes, as Solr's do, when the failure is one that Solr itself would have had;
 * failures of the proxy, such as a Solr that does not answer, come without.
 *
 * Source: Apache Solr 9.10.1, its answers to refused updates.
 */
import { encodeNamedList } from '../javabin/javabin-writer.ts'

/**
 * `status` is the HTTP status and Solr's code; `className` the Java class of the exception, if it is
 * Solr's.
 */
export interface Failure {
  readonly status: number
  readonly message: string
  readonly className?: string | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** How the client wants its answers: the parameter `wt`, or what goes with the format of the request. */
export type ResponseWriter = 'json' | 'xml' | 'javabin'

/**
 * The writer that Solr would choose: `wt` if it is one of the three, JSON for others.
 *
 * @param byDefault what Solr takes without `wt`, which goes by the format of the body
 */
export function responseWriter(wt: string | null, byDefault: ResponseWriter = 'json'): ResponseWriter {
  if (wt === null || wt === '') return byDefault
  return wt === 'xml' || wt === 'javabin' ? wt : 'json'
}

/** @param queryMs time since the request came, Solr's `QTime` */
export function failureAnswer(failure: Failure, writer: ResponseWriter, queryMs = 0): Answer {
  const { type, text } = writers[writer](failure, Math.round(queryMs))
  return { status: failure.status, headers: { 'content-type': type }, body: Buffer.from(text) }
}

/** What Solr says of an update that it has done. */
export function successAnswer(writer: ResponseWriter, queryMs: number): Answer {
  const time = Math.round(queryMs)
  const json = `{\n  "responseHeader":{\n    "status":0,\n    "QTime":${time}\n  }\n}\n`
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<response>

<lst name="responseHeader">
  <int name="status">0</int>
  <int name="QTime">${time}</int>
</lst>
</response>
`
  const texts = { json, xml, javabin: encodeNamedList({ responseHeader: { status: 0, QTime: time } }) }
  return {
    status: 200,
    headers: { 'content-type': contentTypes[writer] },
    body: Buffer.from(texts[writer]),
  }
}

const contentTypes: Readonly<Record<ResponseWriter, string>> = {
  json: 'application/json;charset=utf-8',
  xml: 'application/xml; charset=UTF-8',
  javabin: 'application/octet-stream',
}

interface Written {
  readonly type: string
  readonly text: string | Uint8Array
}

const writers: Readonly<Record<ResponseWriter, (failure: Failure, queryMs: number) => Written>> = {
  json: (failure, queryMs) => ({ type: contentTypes.json, text: asJson(failure, queryMs) }),
  xml: (failure, queryMs) => ({ type: contentTypes.xml, text: asXml(failure, queryMs) }),
  javabin: (failure, queryMs) => ({ type: contentTypes.javabin, text: asJavabin(failure, queryMs) }),
}

function metadataOf({ className }: Failure): string[] {
  return className === undefined ? [] : ['error-class', className, 'root-error-class', className]
}

function asJson(failure: Failure, queryMs: number): string {
  const metadata = metadataOf(failure)
  const metadataLine = metadata.length === 0 ? '' : `\n    "metadata":${JSON.stringify(metadata)},`
  return `{
  "responseHeader":{
    "status":${failure.status},
    "QTime":${queryMs}
  },
  "error":{${metadataLine}
    "msg":${JSON.stringify(failure.message)},
    "code":${failure.status}
  }
}
`
}

function asXml(failure: Failure, queryMs: number): string {
  const [errorName, errorClass, rootName, rootClass] = metadataOf(failure)
  const metadata =
    errorName === undefined
      ? ''
      : `
  <lst name="metadata">
    <str name="${errorName}">${escapeXml(errorClass)}</str>
    <str name="${rootName}">${escapeXml(rootClass)}</str>
  </lst>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<response>

<lst name="responseHeader">
  <int name="status">${failure.status}</int>
  <int name="QTime">${queryMs}</int>
</lst>
<lst name="error">${metadata}
  <str name="msg">${escapeXml(failure.message)}</str>
  <int name="code">${failure.status}</int>
</lst>
</response>
`
}

/** Characters that XML cannot carry become U+FFFD, so that an answer can always be read. */
function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text
    .replace(/[&<>]/g, character => entities[character])
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}

function asJavabin(failure: Failure, queryMs: number): Uint8Array {
  const metadata = metadataOf(failure)
  const pairs =
    metadata.length === 0 ? {} : { metadata: { [metadata[0]]: metadata[1], [metadata[2]]: metadata[3] } }
  return encodeNamedList({
    responseHeader: { status: failure.status, QTime: queryMs },
    error: { ...pairs, msg: failure.message, code: failure.status },
  })
}
