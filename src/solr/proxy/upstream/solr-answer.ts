/**
 * The proxy's own answers, structured like Solr's: a failure as JSON, XML or javabin, whichever the client reads.
 *
 *     responseHeader: { status, QTime }, error: { metadata, msg, code }
 *
 * If Solr itself would have failed, the metadata name Java's classes, as Solr's do; failures of the proxy, such as an
 * unreachable Solr, have no metadata.
 *
 * Source: Apache Solr 9.10.1, its answers to refused updates.
 */
import { encodeNamedList } from '../../javabin/javabin-writer.ts'

/** `status` is the HTTP status and Solr's code; `className` the Java class, if Solr would have thrown it. */
export interface SolrFailure {
  readonly status: number
  readonly message: string
  readonly className?: string | undefined
  /** How a client has to authenticate, for a 401. */
  readonly challenge?: string | undefined
}

export interface SolrAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The client's answer format: the parameter `wt`, by default that of the body's format. */
export type ResponseWriter = 'json' | 'xml' | 'javabin'

/**
 * The writer Solr would choose: `wt` if it is one of the three, JSON for other values.
 *
 * @param byDefault Solr's choice without `wt`, which depends on the format of the body
 */
export function responseWriter(wt: string | null, byDefault: ResponseWriter = 'json'): ResponseWriter {
  if (wt === null || wt === '') return byDefault
  return wt === 'xml' || wt === 'javabin' ? wt : 'json'
}

/** @param queryMs time since the request arrived, Solr's `QTime` */
export function failureAnswer(failure: SolrFailure, writer: ResponseWriter, queryMs = 0): SolrAnswer {
  const answer = answerOf(failure.status, writer, failureBodies[writer](failure, Math.round(queryMs)))
  if (failure.challenge === undefined) return answer
  return { ...answer, headers: { ...answer.headers, 'www-authenticate': failure.challenge } }
}

/** Solr's answer to a completed update. */
export function successAnswer(writer: ResponseWriter, queryMs: number): SolrAnswer {
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
  const bodies = { json, xml, javabin: encodeNamedList({ responseHeader: { status: 0, QTime: time } }) }
  return answerOf(200, writer, bodies[writer])
}

const contentTypes: Readonly<Record<ResponseWriter, string>> = {
  json: 'application/json;charset=utf-8',
  xml: 'application/xml; charset=UTF-8',
  javabin: 'application/octet-stream',
}

function answerOf(status: number, writer: ResponseWriter, body: string | Uint8Array): SolrAnswer {
  return { status, headers: { 'content-type': contentTypes[writer] }, body: Buffer.from(body) }
}

const failureBodies = { json: asJson, xml: asXml, javabin: asJavabin }

function asJson({ status, message, className }: SolrFailure, queryMs: number): string {
  const metadata = ['error-class', className, 'root-error-class', className]
  const metadataLine = className === undefined ? '' : `\n    "metadata":${JSON.stringify(metadata)},`
  return `{
  "responseHeader":{
    "status":${status},
    "QTime":${queryMs}
  },
  "error":{${metadataLine}
    "msg":${JSON.stringify(message)},
    "code":${status}
  }
}
`
}

function asXml({ status, message, className }: SolrFailure, queryMs: number): string {
  const metadata =
    className === undefined
      ? ''
      : `
  <lst name="metadata">
    <str name="error-class">${escapeXml(className)}</str>
    <str name="root-error-class">${escapeXml(className)}</str>
  </lst>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<response>

<lst name="responseHeader">
  <int name="status">${status}</int>
  <int name="QTime">${queryMs}</int>
</lst>
<lst name="error">${metadata}
  <str name="msg">${escapeXml(message)}</str>
  <int name="code">${status}</int>
</lst>
</response>
`
}

/** Characters that are invalid in XML become U+FFFD, so that an answer can always be read. */
function escapeXml(text: string): string {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text
    .replace(/[&<>]/g, character => entities[character as keyof typeof entities])
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}

function asJavabin({ status, message, className }: SolrFailure, queryMs: number): Uint8Array {
  const metadata =
    className === undefined ? {} : { metadata: { 'error-class': className, 'root-error-class': className } }
  return encodeNamedList({
    responseHeader: { status, QTime: queryMs },
    error: { ...metadata, msg: message, code: status },
  })
}
