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
import { encodeNamedList, type NamedList } from '../../javabin/javabin-writer.ts'

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
export function failureAnswer(
  { status, message, className, challenge }: SolrFailure,
  writer: ResponseWriter,
  queryMs = 0,
): SolrAnswer {
  const metadata = className !== undefined && {
    metadata: { 'error-class': className, 'root-error-class': className },
  }
  const error = { ...metadata, msg: message, code: status }
  const answer = answerOf(status, writer, { ...headerOf(status, queryMs), error })
  if (challenge === undefined) return answer
  return { ...answer, headers: { ...answer.headers, 'www-authenticate': challenge } }
}

/** Solr's answer to a completed update. */
export function successAnswer(writer: ResponseWriter, queryMs: number): SolrAnswer {
  return answerOf(200, writer, headerOf(0, queryMs))
}

function headerOf(status: number, queryMs: number): NamedList {
  return { responseHeader: { status, QTime: Math.round(queryMs) } }
}

const contentTypes: Readonly<Record<ResponseWriter, string>> = {
  json: 'application/json;charset=utf-8',
  xml: 'application/xml; charset=UTF-8',
  javabin: 'application/octet-stream',
}

const writers: Readonly<Record<ResponseWriter, (list: NamedList) => string | Uint8Array>> = {
  json: list => `${inJson(list, '')}\n`,
  xml: list => `<?xml version="1.0" encoding="UTF-8"?>\n<response>\n\n${inXml(list, '')}</response>\n`,
  javabin: encodeNamedList,
}

function answerOf(status: number, writer: ResponseWriter, list: NamedList): SolrAnswer {
  return {
    status,
    headers: { 'content-type': contentTypes[writer] },
    body: Buffer.from(writers[writer](list)),
  }
}

function inJson(list: NamedList, indent: string): string {
  const inner = `${indent}  `
  const members = Object.entries(list).map(([name, value]) => {
    // A list of pairs, as Solr writes what is no map.
    if (name === 'metadata') return `"${name}":${JSON.stringify(Object.entries(value).flat())}`
    return `"${name}":${typeof value === 'object' ? inJson(value, inner) : JSON.stringify(value)}`
  })
  return `{\n${members.map(member => inner + member).join(',\n')}\n${indent}}`
}

function inXml(list: NamedList, indent: string): string {
  const elements = Object.entries(list).map(([name, value]) => {
    if (typeof value === 'number') return `<int name="${name}">${value}</int>`
    if (typeof value === 'string') return `<str name="${name}">${escapeXml(value)}</str>`
    return `<lst name="${name}">\n${inXml(value, `${indent}  `)}${indent}</lst>`
  })
  return elements.map(element => `${indent}${element}\n`).join('')
}

/** Characters that are invalid in XML become U+FFFD, so that an answer can always be read. */
function escapeXml(text: string): string {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text
    .replace(/[&<>]/g, character => entities[character as keyof typeof entities])
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
}
