/**
 * Limits of the server on one request, one client and all clients together.
 *
 * Every limit has a default, an option of its name and an error that names it. No limit changes an answer.
 */
import { byteSize } from '../../ground/options/byte-size.ts'
import { options, type Resolved, whole } from '../../ground/options/declare.ts'

const count = { from: 1, to: 2 ** 30 }
const bytes = { from: 1, to: 2 ** 32 }
const ms = { from: 1, to: 2 ** 31 - 1 }

export const serverLimits = options({
  bodyBytes: byteSize({
    ...bytes,
    default: 8 * 2 ** 20,
    doc: 'maximum size of a JSON body, or of an XML or JSON body for Solr',
  }),
  lineBytes: byteSize({
    ...bytes,
    default: 2 ** 20,
    doc: 'maximum size of a line of an NDJSON body; the body itself has no limit',
  }),
  textLength: whole({
    ...bytes,
    default: 2 ** 20,
    doc: 'maximum length of the text of a document, in UTF-16 units',
  }),
  idLength: whole({
    ...count,
    default: 1_024,
    doc: 'maximum length of the id of an added document, in UTF-16 units; `headerBytes` must have room for it',
  }),
  arrayLength: whole({ ...count, default: 10_000, doc: 'maximum number of documents or ids in an array' }),
  nesting: whole({ from: 1, to: 500, default: 64, doc: 'maximum nesting depth of a document' }),
  requestsPerMinute: whole({
    from: 0,
    to: 2 ** 30,
    default: 0,
    doc: 'maximum number of requests of one key, or of one address without keys; 0 means no limit',
  }),
  imports: whole({ ...count, default: 16, doc: 'maximum number of NDJSON bodies read at the same time' }),
  importDocuments: whole({
    ...count,
    default: 128,
    doc: 'maximum number of documents of one NDJSON body in progress at a time',
  }),
  importBytes: byteSize({
    ...bytes,
    default: 8 * 2 ** 20,
    doc: 'maximum size of the lines of one NDJSON body in progress at a time',
  }),
  importExpansion: whole({
    ...count,
    default: 100,
    doc: 'maximum number of bytes that a byte of a compressed import unpacks to; the first MiB does not count',
  }),
  uploadBytes: byteSize({
    ...bytes,
    default: 2 * 2 ** 30,
    doc: 'maximum size of an upload for a run',
  }),
  storedBytes: byteSize({
    from: 1,
    to: 2 ** 50,
    default: 10 * 2 ** 30,
    doc: 'maximum size of all uploads and runs together; further ones are refused',
  }),
  unreadBytes: byteSize({
    ...bytes,
    default: 4 * 2 ** 20,
    doc: 'maximum size of unread results, before the server stops reading the body of their client',
  }),
  idempotencyKeys: whole({
    ...count,
    default: 10_000,
    doc: 'maximum number of answers kept for their `Idempotency-Key`',
  }),
  idempotencyBytes: byteSize({
    ...bytes,
    default: 64 * 2 ** 20,
    doc: 'maximum size of all answers kept for an `Idempotency-Key`',
  }),
  idempotencyMs: whole({
    ...ms,
    default: 86_400_000,
    doc: 'how long an answer is kept for its `Idempotency-Key`, in milliseconds',
  }),
  headerBytes: byteSize({
    from: 1024,
    to: 2 ** 20,
    default: 16_384,
    doc: 'maximum size of request line and headers together',
  }),
  connections: whole({
    ...count,
    default: 1_000,
    doc: 'maximum number of connections, a tenth of them for known clients; the server closes further ones at once',
  }),
  halfOpenConnections: whole({
    ...count,
    default: 256,
    doc: 'maximum number of connections of one address without the headers of a first request; more are closed',
  }),
  headersTimeoutMs: whole({
    ...ms,
    default: 15_000,
    doc: 'how long the headers of a request may take, in milliseconds',
  }),
  bodyTimeoutMs: whole({
    ...ms,
    default: 60_000,
    doc: 'how long a body, or a line of an NDJSON body that has begun, may take, in milliseconds',
  }),
  silenceTimeoutMs: whole({
    ...ms,
    default: 120_000,
    doc: 'how long a connection may be silent within a request while the server waits for it, in milliseconds',
  }),
  keepAliveTimeoutMs: whole({
    ...ms,
    default: 75_000,
    doc: 'how long a connection may be silent between two requests, in milliseconds',
  }),
  closeTimeoutMs: whole({
    ...ms,
    default: 10_000,
    doc: 'how long a closing server waits for requests in progress, in milliseconds',
  }),
})

export type ServerLimits = Resolved<typeof serverLimits>
