/**
 * Limits of the server on one request, one client and all clients together.
 *
 * Every limit has a default, an option of its name and an error that names it. No limit changes an answer.
 */
import { byteSize } from '../../ground/options/byte-size.ts'
import { options, type Resolved, whole } from '../../ground/options/declare.ts'

const count = (usual: number, doc: string) => whole({ from: 1, to: 2 ** 30, default: usual, doc })
const bytes = (usual: number, doc: string) => byteSize({ from: 1, to: 2 ** 32, default: usual, doc })
const ms = (usual: number, doc: string) =>
  whole({ from: 1, to: 2 ** 31 - 1, default: usual, doc: `${doc}, in milliseconds` })

export const serverLimits = options({
  bodyBytes: bytes(8 * 2 ** 20, 'maximum size of a JSON body, or of an XML or JSON body for Solr'),
  lineBytes: bytes(2 ** 20, 'maximum size of a line of an NDJSON body; the body itself has no limit'),
  textLength: whole({
    from: 1,
    to: 2 ** 32,
    default: 2 ** 20,
    doc: 'maximum length of the text of a document, in UTF-16 units',
  }),
  idLength: count(
    1_024,
    'maximum length of the id of an added document, in UTF-16 units; `headerBytes` must have room for it',
  ),
  arrayLength: count(10_000, 'maximum number of documents or ids in an array'),
  nesting: whole({ from: 1, to: 500, default: 64, doc: 'maximum nesting depth of a document' }),
  requestsPerMinute: whole({
    from: 0,
    to: 2 ** 30,
    default: 0,
    doc: 'maximum number of requests of one key, or of one address without keys; 0 means no limit',
  }),
  imports: count(16, 'maximum number of NDJSON bodies read at the same time'),
  importDocuments: count(128, 'maximum number of documents of one NDJSON body in progress at a time'),
  importBytes: bytes(8 * 2 ** 20, 'maximum size of the lines of one NDJSON body in progress at a time'),
  importExpansion: count(
    100,
    'maximum number of bytes that a byte of a compressed import unpacks to; the first MiB does not count',
  ),
  uploadBytes: bytes(2 * 2 ** 30, 'maximum size of an upload for a run'),
  storedBytes: byteSize({
    from: 1,
    to: 2 ** 50,
    default: 10 * 2 ** 30,
    doc: 'maximum size of all uploads and runs together; further ones are refused',
  }),
  unreadBytes: bytes(
    4 * 2 ** 20,
    'maximum size of unread results, before the server stops reading the body of their client',
  ),
  idempotencyKeys: count(10_000, 'maximum number of answers kept for their `Idempotency-Key`'),
  idempotencyBytes: bytes(64 * 2 ** 20, 'maximum size of all answers kept for an `Idempotency-Key`'),
  idempotencyMs: ms(86_400_000, 'how long an answer is kept for its `Idempotency-Key`'),
  headerBytes: byteSize({
    from: 1024,
    to: 2 ** 20,
    default: 16_384,
    doc: 'maximum size of request line and headers together',
  }),
  connections: count(
    1_000,
    'maximum number of connections, a tenth of them for known clients; the server closes further ones at once',
  ),
  halfOpenConnections: count(
    256,
    'maximum number of connections of one address without the headers of a first request; more are closed',
  ),
  headersTimeoutMs: ms(15_000, 'how long the headers of a request may take'),
  bodyTimeoutMs: ms(60_000, 'how long a body, or a line of an NDJSON body that has begun, may take'),
  silenceTimeoutMs: ms(
    120_000,
    'how long a connection may be silent within a request while the server waits for it',
  ),
  keepAliveTimeoutMs: ms(75_000, 'how long a connection may be silent between two requests'),
  closeTimeoutMs: ms(10_000, 'how long a closing server waits for requests in progress'),
})

export type ServerLimits = Resolved<typeof serverLimits>
