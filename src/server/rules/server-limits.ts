/**
 * Limits of the server: how much one request, one client and all clients together may ask for.
 *
 * Every limit has a default, an option of this name and an error that names it. None of them changes an answer.
 */
import { type Given, options, type Resolved, whole } from '../../ground/options/declare.ts'

const count = { from: 1, to: 2 ** 30 }
const bytes = { from: 1, to: 2 ** 32 }
const ms = { from: 1, to: 2 ** 31 - 1 }

export const serverLimits = options({
  bodyBytes: whole({
    ...bytes,
    default: 8 * 2 ** 20,
    doc: 'longest JSON body, or XML or JSON body for Solr',
  }),
  lineBytes: whole({
    ...bytes,
    default: 2 ** 20,
    doc: 'longest line of an NDJSON body, which has no limit itself',
  }),
  textLength: whole({ ...bytes, default: 2 ** 20, doc: 'longest text of a document, in UTF-16 units' }),
  idLength: whole({
    ...count,
    default: 1_024,
    doc: 'longest id of a document that is added, in UTF-16 units; `headerBytes` must have room for it',
  }),
  arrayLength: whole({ ...count, default: 10_000, doc: 'longest array of documents or ids' }),
  nesting: whole({ from: 1, to: 500, default: 64, doc: 'deepest nesting of a document' }),
  requestsPerMinute: whole({
    from: 0,
    to: 2 ** 30,
    default: 0,
    doc: 'requests of one key, or of one address without keys; 0: any number',
  }),
  imports: whole({ ...count, default: 16, doc: 'NDJSON bodies that are read at the same time' }),
  importDocuments: whole({ ...count, default: 128, doc: 'documents of one NDJSON body in work at a time' }),
  importBytes: whole({ ...bytes, default: 8 * 2 ** 20, doc: 'lines of one NDJSON body in work at a time' }),
  unreadBytes: whole({
    ...bytes,
    default: 4 * 2 ** 20,
    doc: 'results kept for a client that does not read them, before its body is no longer read',
  }),
  idempotencyKeys: whole({ ...count, default: 10_000, doc: 'answers kept for their `Idempotency-Key`' }),
  idempotencyBytes: whole({ ...bytes, default: 64 * 2 ** 20, doc: 'the same, all answers together' }),
  idempotencyMs: whole({ ...ms, default: 86_400_000, doc: 'the same, how long each is kept' }),
  headerBytes: whole({
    from: 1024,
    to: 2 ** 20,
    default: 16_384,
    doc: 'request line and headers together',
  }),
  connections: whole({ ...count, default: 1_000, doc: 'connections at a time; more are closed at once' }),
  headersTimeoutMs: whole({ ...ms, default: 15_000, doc: 'until the headers of a request are there' }),
  bodyTimeoutMs: whole({
    ...ms,
    default: 60_000,
    doc: 'until a body is there, or of an NDJSON body a line that has begun',
  }),
  silenceTimeoutMs: whole({ ...ms, default: 120_000, doc: 'silence of a connection within a request' }),
  keepAliveTimeoutMs: whole({
    ...ms,
    default: 75_000,
    doc: 'silence of a connection between two requests',
  }),
  closeTimeoutMs: whole({
    ...ms,
    default: 10_000,
    doc: 'for requests that are in work when the server closes',
  }),
})

export type ServerLimits = Resolved<typeof serverLimits>

export type GivenServerLimits = Given<typeof serverLimits>
